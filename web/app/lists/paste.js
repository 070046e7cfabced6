// @ts-check
// The dialog that reads a pasted list while it is typed and says what was not understood.

import { clear, h } from '../dom.js';
import { failure, faultList } from '../parts.js';
import { t } from '../words.js';

/** @typedef {import('../../types/protocol.js').ListData} ListData */
/** @typedef {import('../../types/protocol.js').ListVerdict} ListVerdict */

const REST_MS = 180;

/**
 * @param {(text: string) => Promise<ListVerdict>} read
 * @param {(id: string) => string} nameOf the name of a card
 * @param {(n: number) => string} counted what the game counts of a list
 * @param {(list: ListData) => void} use
 * @returns {HTMLDialogElement}
 */
export function pasteDialog(read, nameOf, counted, use) {
  /** @type {ListData | null} */
  let list = null;
  /** Counts readings, so that a slow one does not cover a later one. */
  let turn = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;

  const said = h('div', { class: 'paste-result', 'aria-live': 'polite' });
  const useButton = h('button', { type: 'button', class: 'button main', disabled: true, onclick: accept }, t('lists.use'));
  const area = h('textarea', { rows: 12, autofocus: true, spellcheck: 'false', 'aria-label': t('lists.pasteText'), oninput: typed });
  const dialog = h('dialog', { class: 'paste', 'aria-label': t('lists.paste'), onclose: () => dialog.remove() },
    h('h2', null, t('lists.paste')), h('p', { class: 'muted' }, t('lists.pasteAbout')), area, said,
    h('div', { class: 'row end' }, h('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, t('cancel')), useButton));

  function typed() {
    clearTimeout(resting);
    resting = setTimeout(understand, REST_MS);
  }

  async function understand() {
    const mine = ++turn;
    list = null;
    useButton.disabled = true;
    if (!area.value.trim()) return clear(said);
    try {
      const verdict = await read(area.value);
      if (mine !== turn) return;
      list = verdict.list;
      useButton.disabled = !list;
      if (verdict.several.length) return choose(verdict.several);
      const names = list?.units.map((unit) => nameOf(unit.card)).join(', ');
      clear(said,
        h('p', { class: names ? 'good' : 'bad' }, names ? `✓ ${t('lists.understood', { names })} · ${counted(verdict.points)}` : t('lists.notUnderstood')),
        verdict.notes.length ? faultList(verdict.notes) : null,
        verdict.faults.length ? faultList(verdict.faults, undefined, findLine) : null,
        verdict.gaps.length ? faultList(verdict.gaps) : null);
    } catch (error) {
      if (mine === turn) clear(said, failure(error, understand));
    }
  }

  /** @param {ListData[]} several */
  function choose(several) {
    clear(said, h('p', null, t('lists.several')), h('div', { class: 'stack' }, several.map((one) => h('button', {
      type: 'button', class: 'button', onclick: () => { list = one; accept(); },
    }, one.name || t('lists.unnamed')))));
  }

  function accept() {
    if (list) use(list);
    dialog.close();
  }

  /**
   * Selects the line that a fault is about, if its place has a number.
   * @param {string} place
   */
  function findLine(place) {
    const lines = area.value.split('\n');
    const at = Number(/\d+/.exec(place)?.[0] ?? 0) - 1;
    if (at < 0 || at >= lines.length) return;
    const start = lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0);
    area.focus();
    area.setSelectionRange(start, start + (lines[at]?.length ?? 0));
  }

  return dialog;
}
