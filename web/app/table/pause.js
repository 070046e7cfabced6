// @ts-check
// How long to wait before trying again. Everybody waits for a time of their own, so that a server that has just come back is
// not met by all its clients at once.

/** The longest wait before the first try, and before any. */
const FIRST = 2_000;
const LONGEST = 16_000;

/**
 * Any time up to a limit that doubles with each try.
 * @param {number} failed how many tries have failed before this one
 * @param {number} [least] what the server has asked for, in milliseconds
 * @returns {number} milliseconds
 */
export function pause(failed, least = 0) {
  return least + Math.random() * Math.min(LONGEST, FIRST * 2 ** failed);
}
