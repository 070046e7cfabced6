// @ts-check
// Scenes arrive as what is new in them: fields that are left out are as they were, and so are entries that are only named.

/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** @typedef {import('../../types/protocol.js').SceneUpdate} SceneUpdate */
/** @typedef {import('../../types/protocol.js').Slot} Slot */

/**
 * The scene after an update, or null if it keeps something that was never there.
 * @param {SceneUpdate} update
 * @param {Scene | null} before
 * @returns {Scene | null}
 */
export function updated(update, before) {
  const slots = byId(before?.rows.flatMap((row) => row.slots) ?? []);
  const entries = byId(before?.rosters.flatMap((roster) => roster.entries) ?? []);
  try {
    return /** @type {Scene} */ ({
      ...before,
      ...update,
      rows: update.rows.map((row) => ({ ...row, slots: kept(row.slots, slots) })),
      pieces: kept(update.pieces, byId(before?.pieces ?? [])),
      rosters: update.rosters.map((roster) => ({ ...roster, entries: kept(roster.entries, entries) })),
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * @template T
 * @param {T[]} entries
 * @returns {Map<unknown, T>}
 */
function byId(entries) {
  return new Map(entries.map((entry) => [/** @type {{id?: string}} */ (entry).id, entry]));
}

/**
 * @template T
 * @param {(string | T)[]} entries
 * @param {Map<unknown, T>} before
 * @returns {T[]}
 */
function kept(entries, before) {
  return entries.map((entry) => {
    if (typeof entry !== 'string') return entry;
    const known = before.get(entry);
    if (known === undefined) throw new RangeError(entry);
    return known;
  });
}
