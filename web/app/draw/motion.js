// @ts-check
// Movement: how fast things move, one animation at a time from a clock, and the way a piece takes from one place to another.

import { along, cubic, distance, heading, turn } from './shape.js';

/** @typedef {import('../../types/protocol.js').Point} Point */
/** @typedef {import('../../types/protocol.js').Place} Place */
/** @typedef {{done: Promise<void>, finish: () => void}} Motion */

/** @param {number} t */
export const eased = (t) => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t));

/** @type {Record<string, number>} */
const PACES = { normal: 1, fast: 0.4, off: 0 };

/**
 * How long something takes that normally takes so long, as the person wants it.
 * @param {number} ms
 */
export const pace = (ms) => ms * (PACES[document.documentElement.dataset.motion ?? 'normal'] ?? 1);

/**
 * Calls `step` with a share from 0 to 1 until the time is over; `finish` jumps to the end.
 * @param {number} ms
 * @param {(share: number) => void} step
 * @returns {Motion}
 */
export function tween(ms, step) {
  ms = pace(ms);
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
 * The way between two places: a bend as a template makes it if there is one, else a smooth curve that leaves and arrives
 * along the facings; sideways moves go straight.
 * @param {Place} from @param {Place} to
 * @param {number} half how far the middle of the base is from its edge: so far a piece goes before the template bends
 * @returns {(share: number) => Place}
 */
export function way(from, to, half) {
  const bent = bend(from, to, half);
  if (bent) return bent;
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

/**
 * Straight, an arc, straight: the way along a bent template from edge to edge of the base. A piece that stopped early has
 * less of the end. There is none if the facings do not meet ahead of one place and behind the other.
 * @param {Place} from @param {Place} to @param {number} half
 * @returns {((share: number) => Place) | null}
 */
function bend(from, to, half) {
  const turned = turn(from.facing, to.facing);
  const [a, b] = [heading(from.facing), heading(to.facing)];
  const cross = a.x * b.y - a.y * b.x;
  if (Math.abs(turned) < 1 || Math.abs(turned) > 135) return null;
  const gap = { x: to.x - from.x, y: to.y - from.y };
  // Where both lines of travel meet, measured from either place.
  const first = (gap.x * b.y - gap.y * b.x) / cross;
  const last = (a.x * gap.y - a.y * gap.x) / cross;
  const sign = Math.sign(first);
  const tangent = Math.min(Math.abs(first) - half, Math.abs(last));
  if (sign === 0 || Math.sign(last) !== sign || tangent < 1) return null;
  const angle = Math.abs(turned) * Math.PI / 180;
  const radius = tangent / Math.tan(angle / 2);
  const [lead, arc, tail] = [Math.abs(first) - tangent, radius * angle, Math.abs(last) - tangent];
  const start = along(from, a, sign * lead);
  // The middle of the arc lies square to the way, on the side to which the way bends.
  const side = Math.sign(turned) * sign;
  const middle = along(start, { x: a.y, y: -a.x }, side * radius);
  return (share) => {
    const gone = eased(share) * (lead + arc + tail);
    if (gone <= lead) return { ...along(from, a, sign * gone), facing: from.facing };
    if (gone >= lead + arc) return { ...along(to, b, -sign * (lead + arc + tail - gone)), facing: to.facing };
    const facing = from.facing + turned * (gone - lead) / arc;
    const ahead = heading(facing);
    return { ...along(middle, { x: -ahead.y, y: ahead.x }, side * radius), facing };
  };
}
