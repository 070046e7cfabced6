// @ts-check
// Movement: one animation at a time from a clock, and the way a piece takes from one place to another.

import { along, cubic, distance, heading, turn } from './shape.js';

/** @typedef {import('../../types/protocol.js').Point} Point */
/** @typedef {import('../../types/protocol.js').Place} Place */
/** @typedef {{done: Promise<void>, finish: () => void}} Motion */

/** @param {number} t */
export const eased = (t) => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t));

/**
 * Calls `step` with a share from 0 to 1 until the time is over; `finish` jumps to the end.
 * @param {number} ms
 * @param {(share: number) => void} step
 * @returns {Motion}
 */
export function tween(ms, step) {
  if (document.documentElement.dataset.motion === 'fast') ms /= 2;
  let open = true;
  let frame = 0;
  let finish = () => {};
  const done = new Promise((/** @type {(value: void) => void} */ resolve) => {
    finish = () => {
      if (!open) return;
      open = false;
      cancelAnimationFrame(frame);
      step(1);
      resolve();
    };
  });
  const start = performance.now();
  const tick = () => {
    const share = (performance.now() - start) / ms;
    if (share >= 1) return finish();
    step(Math.max(0, share));
    frame = requestAnimationFrame(tick);
  };
  if (ms > 0) tick();
  else finish();
  // A hidden page gets no frames; the game must not wait for it.
  if (open) setTimeout(finish, ms + 200);
  return { done, finish };
}

/**
 * How long a move takes to watch, in milliseconds.
 * @param {Place} from @param {Place} to
 */
export function moveTime(from, to) {
  const way = distance(from, to) + Math.abs(turn(from.facing, to.facing)) * 0.8;
  return way < 0.01 ? 0 : Math.min(600, 240 + way * 1.1);
}

/**
 * The way between two places as a smooth curve that leaves and arrives along the facings; sideways moves go straight.
 * @param {Place} from @param {Place} to
 * @returns {(share: number) => Place}
 */
export function way(from, to) {
  const length = distance(from, to);
  const turned = turn(from.facing, to.facing);
  const straight = { x: (to.x - from.x) / (length || 1), y: (to.y - from.y) / (length || 1) };
  /** @param {number} facing @returns {Point} */
  const tangent = (facing) => {
    const ahead = heading(facing);
    const share = ahead.x * straight.x + ahead.y * straight.y;
    if (Math.abs(share) < 0.35) return straight;
    return share > 0 ? ahead : { x: -ahead.x, y: -ahead.y };
  };
  // Handles of this length make the curve of a bend close to a circle's.
  const reach = length * (0.34 + 0.1 * Math.min(1, Math.abs(turned) / 120));
  const c1 = along(from, tangent(from.facing), reach);
  const c2 = along(to, tangent(to.facing), -reach);
  // Whoever turns about first flies, then turns.
  const late = Math.abs(turned) > 150 && length > 1;
  return (share) => {
    const t = eased(share);
    const turning = late ? eased(Math.max(0, (share - 0.55) / 0.45)) : t;
    return { ...cubic(from, c1, c2, to, t), facing: from.facing + turned * turning };
  };
}
