// @ts-check
// The place of every label on the board, in pixels from the board's south-west corner. Labels are set one after the other,
// the most important first; none covers another, and one covers a piece only if there is no other place at all.

import { between, contains, distance, edges, heading, placedCorners, sector } from './shape.js';
import { onGround } from './pieces.js';

/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** @typedef {import('../../types/protocol.js').Piece} Piece */
/** @typedef {import('../../types/protocol.js').Chip} Chip */
/** @typedef {import('../../types/protocol.js').Mark} Mark */
/** @typedef {import('../../types/protocol.js').Point} Point */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{text: string, x: number, y: number, width: number, chip: Chip | null}} ChipBox */
/**
 * @typedef {object} Label
 * @property {string} key the same for the same label in the next layout
 * @property {'piece' | 'caption' | 'mark' | 'zone' | 'band'} kind
 * @property {string} owner id of the piece, or empty
 * @property {number | null} side
 * @property {string} text
 * @property {string} badge
 * @property {number} plate width of the plate with badge and text
 * @property {ChipBox[]} chips
 * @property {Box} box
 * @property {[Point, Point] | null} leader
 * @property {number} slot which of its places it took
 */
/** @typedef {Omit<Label, 'box' | 'leader' | 'slot'> & {width: number, height: number}} Draft */
/** @typedef {Point & {cost: number}} Spot */
/** @typedef {{drafts: Draft[], anchor: Point[] | null, places: (draft: Draft) => Spot[]}} Wish */
/** Something to keep away from, and how much. @typedef {{polygon: Point[], bounds: Box, cost: number, owner: string}} Solid */
/**
 * @typedef {object} Frame
 * @property {number} scale pixels per millimetre
 * @property {number} unit pixels per unit of type: 1 at ordinary sizes
 * @property {Box} board
 * @property {Box} room where labels may stand
 * @property {Box} seen what the window shows
 * @property {Box} tools buttons that lie over the board
 * @property {Map<string, number>} before the places taken last time, by key
 */

export const PLATE = 22;
export const CHIP = 20;
export const NAME = 12.5;
const LONGEST = 168;
const CHIPS_A_ROW = 5;
const MOST_CHIPS = 10;
/** Covering something dearer than this makes a label look for a place farther away. */
const UNBEARABLE = 90;
/** What it is worth to stay where one was. */
const HABIT = 14;

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
/** @type {Map<string, number>} */
const widths = new Map();

/** @param {string} text @param {boolean} [bold] */
export function textWidth(text, bold = false) {
  const key = (bold ? 'b' : 'r') + text;
  let width = widths.get(key);
  if (width === undefined) {
    pen.font = `${bold ? 700 : 400} ${NAME}px ${getComputedStyle(document.body).fontFamily}`;
    width = pen.measureText(text).width;
    if (widths.size > 2000) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/** @param {string} text @param {number} room */
function fitted(text, room) {
  if (textWidth(text) <= room) return text;
  let end = text.length;
  while (end > 1 && textWidth(`${text.slice(0, end)}…`) > room) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** @param {string} badge */
export const badgeWidth = (badge) => (badge ? Math.max(textWidth(badge, true) + 8, PLATE - 4) : 0);

/** @param {Point[]} points @returns {Box} */
export function around(points) {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** @param {Box} box @param {number} by @returns {Box} */
const grown = (box, by) => ({ x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by });
/** @param {Box} a @param {Box} b */
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
/** @param {Box} a @param {Box} b */
const within = (a, b) => a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
/** @param {Box} box @returns {Point} */
const centre = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
/** @param {Box} box @returns {Point[]} */
const cornersOf = ({ x, y, width, height }) =>
  [{ x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }];

/** Whether a stroke touches the box. @param {Box} box @param {Point} a @param {Point} b */
function meets(box, a, b) {
  let [enter, leave] = [0, 1];
  /** @type {[number, number, number, number][]} */
  const axes = [[b.x - a.x, a.x, box.x, box.x + box.width], [b.y - a.y, a.y, box.y, box.y + box.height]];
  for (const [step, start, low, high] of axes) {
    if (Math.abs(step) < 1e-9) {
      if (start < low || start > high) return false;
      continue;
    }
    const [t, u] = [(low - start) / step, (high - start) / step];
    enter = Math.max(enter, Math.min(t, u));
    leave = Math.min(leave, Math.max(t, u));
  }
  return enter <= leave;
}

/** @param {Box} box @param {Point[]} polygon */
const covers = (box, polygon) =>
  contains(polygon, centre(box)) || edges(polygon).some(([a, b]) => meets(box, a, b));

/**
 * All labels with their places. Labels for which there is no room are left out.
 * @param {Scene} scene
 * @param {Mark[]} marks those of the scene, of a preview, of an overlay
 * @param {Frame} frame
 * @returns {Label[]}
 */
export function layOut(scene, marks, frame) {
  const toPx = (/** @type {Point} */ p) => ({ x: p.x * frame.scale, y: -p.y * frame.scale });
  const polygon = (/** @type {Point[]} */ points) => points.map(toPx);
  const solids = [
    ...scene.pieces.map((piece) => solid(polygon(placedCorners(piece.base, piece.at, piece.facing)), cost(piece), piece.id)),
    ...marks.flatMap((mark) => markSolid(mark, polygon)),
    solid(cornersOf(frame.tools), 300),
  ];
  const rank = (/** @type {Piece} */ piece) => (onGround(piece) ? 0 : 2) + (piece.flags.active ? 0 : 1);
  const pieces = [...scene.pieces].sort((a, b) => rank(a) - rank(b));
  const wishes = [
    ...pieces.flatMap((piece) => pieceWish(piece, polygon, frame)),
    ...marks.flatMap((mark, i) => markWish(mark, i, polygon, frame)),
    ...marks.flatMap((mark, i) => bandWishes(mark, i, toPx, frame)),
    ...(scene.board?.zones ?? []).flatMap((zone, i) => zoneWish(zone, i, polygon, frame)),
  ];
  /** @type {Label[]} */
  const placed = [];
  for (const wish of wishes) {
    let best = null;
    for (const draft of wish.drafts) {
      const found = place(draft, wish, solids, placed, frame);
      if (found && (!best || found.penalty < best.penalty)) best = found;
      if (best && best.penalty <= UNBEARABLE) break;
    }
    if (best) placed.push(best.label);
  }
  return placed;
}

/** @param {Piece} piece */
function cost(piece) {
  switch (piece.kind) {
    case 'terrain': return 12;
    case 'planet': return 70;
    case 'obstacle': return 95;
    default: return 400;
  }
}

/** @param {Point[]} polygon @param {number} cost @param {string} owner @returns {Solid} */
const solid = (polygon, cost, owner = '') => ({ polygon, bounds: around(polygon), cost, owner });

/** @param {Mark} mark @param {(points: Point[]) => Point[]} polygon @returns {Solid[]} */
function markSolid(mark, polygon) {
  switch (mark.kind) {
    case 'template': return [solid(polygon(placedCorners(mark.outline, mark.at, mark.facing)), 45)];
    case 'ghost': return [solid(polygon(placedCorners(mark.base, mark.at, mark.facing)), 250)];
    case 'line': return [solid(polygon([mark.from, mark.to]), 30)];
    case 'area': return [solid(polygon(placedCorners(mark.outline, mark.at, mark.facing)), 2)];
    default: return [];
  }
}

/**
 * The label at its best place, and the price of what it covers there.
 * @param {Draft} draft @param {Wish} wish @param {Solid[]} solids @param {Label[]} placed @param {Frame} frame
 * @returns {{label: Label, penalty: number} | null}
 */
function place(draft, wish, solids, placed, frame) {
  const { width, height, ...rest } = draft;
  const anchor = wish.anchor && around(wish.anchor);
  const inSight = !anchor || within({ ...centre(anchor), width: 0, height: 0 }, frame.seen);
  const habit = frame.before.get(draft.key);
  /** @type {{box: Box, penalty: number, total: number, slot: number} | null} */
  let best = null;
  /** @param {Spot} spot @param {number} slot */
  const consider = (spot, slot) => {
    const start = spot.cost - (slot === habit ? HABIT : 0);
    if (best && best.total <= start) return;
    const box = { x: spot.x, y: spot.y, width, height };
    if (!within(box, draft.kind === 'band' ? frame.board : frame.room)) return;
    const near = grown(box, 3);
    if (placed.some((other) => overlap(near, other.box))) return;
    let penalty = inSight && !within(box, frame.seen) ? 60 : 0;
    for (const other of solids) {
      if (draft.kind === 'caption' && other.owner === draft.owner) continue;
      if (overlap(grown(other.bounds, 4), near) && covers(near, other.polygon)) penalty += other.cost;
    }
    const total = start + penalty;
    if (!best || total < best.total) best = { box, penalty, total, slot };
  };
  const spots = wish.places(draft);
  spots.forEach(consider);
  // The search changes what TypeScript cannot see.
  const found = () => /** @type {{box: Box, penalty: number, slot: number} | null} */ (best);
  if (spots.length && draft.kind !== 'band' && (found()?.penalty ?? Infinity) > UNBEARABLE) {
    everywhere(spots[0], frame.unit).forEach((spot) => consider(spot, -1));
  }
  const taken = found();
  if (!taken) return null;
  const leader = wish.anchor ? leaderTo(taken.box, wish.anchor, frame.unit) : null;
  return { label: { ...rest, box: taken.box, leader, slot: taken.slot }, penalty: taken.penalty };
}

/** Places in a wide circle around home. @param {Point} home @param {number} unit @returns {Spot[]} */
function everywhere(home, unit) {
  const [step, reach] = [24 * unit, 14];
  const spots = [];
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      spots.push({ x: home.x + i * step, y: home.y + j * step, cost: 40 + Math.hypot(i, j) * step * 0.8 });
    }
  }
  return spots.sort((a, b) => a.cost - b.cost);
}

/**
 * A line from the label to the edge of what it names, if they do not stand side by side anyway.
 * @param {Box} box @param {Point[]} anchor @param {number} unit
 * @returns {[Point, Point] | null}
 */
function leaderTo(box, anchor, unit) {
  const bounds = around(anchor);
  if (overlap(grown(box, 16 * unit), bounds)) return null;
  const middle = centre(bounds);
  const clamp = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ size) =>
    Math.min(low + size, Math.max(low, value));
  const start = { x: clamp(middle.x, box.x, box.width), y: clamp(middle.y, box.y, box.height) };
  const rim = edges(anchor).flatMap(([a, b]) => [0, 0.25, 0.5, 0.75].map((share) => between(a, b, share)));
  const end = rim.reduce((near, p) => (distance(p, start) < distance(near, start) ? p : near));
  return [start, end];
}

/**
 * Corners for a box around bounds: beside it first, then above and below, then farther and farther.
 * @param {Box} bounds @param {number} width @param {number} height @param {number} unit
 * @returns {Spot[]}
 */
function beside(bounds, width, height, unit) {
  const middle = centre(bounds);
  const [right, bottom] = [bounds.x + bounds.width, bounds.y + bounds.height];
  return [5, 11, 20, 32, 48, 70, 100].flatMap((gap) => {
    const g = gap * unit;
    const [east, west, north, south] = [right + g, bounds.x - g - width, bounds.y - g - height, bottom + g];
    const [level, centred] = [middle.y - height / 2, middle.x - width / 2];
    const spots = [
      [east, level], [east, bounds.y - 2], [east, bottom - height + 2],
      [west, level], [west, bounds.y - 2], [west, bottom - height + 2],
      [centred, south], [centred, north], [middle.x, south], [middle.x, north], [middle.x - width, south],
      [middle.x - width, north], [east, south], [east, north], [west, south], [west, north],
    ];
    return spots.map(([x, y], rank) => ({ x, y, cost: gap + rank * 1.5 }));
  });
}

/**
 * @param {Label['kind']} kind @param {string} key @param {string} text @param {Frame} frame
 * @param {{side?: number | null, owner?: string, padding?: number, height?: number}} [more]
 * @returns {Draft}
 */
function bare(kind, key, text, frame, { side = null, owner = '', padding = 8, height = 18 } = {}) {
  const plate = textWidth(text) + padding;
  return { key, kind, owner, side, text, badge: '', plate, chips: [], width: plate * frame.unit, height: height * frame.unit };
}

/** @param {Piece} piece @param {(points: Point[]) => Point[]} polygon @param {Frame} frame @returns {Wish[]} */
function pieceWish(piece, polygon, frame) {
  const anchor = polygon(placedCorners(piece.base, piece.at, piece.facing));
  const bounds = around(anchor);
  if (onGround(piece) && !piece.badge && !piece.tokens.length) {
    if (!piece.label) return [];
    const draft = bare('caption', `piece ${piece.id}`, fitted(piece.label, LONGEST), frame, { owner: piece.id });
    /** @type {Wish['places']} */
    const places = ({ width, height }) => {
      const inside = [[0.5, -60], [0.25, -50], [0.75, -50]].map(([share, cost]) => (
        { x: centre(bounds).x - width / 2, y: bounds.y + bounds.height * share - height / 2, cost }
      )).filter(({ x, y }) => cornersOf({ x, y, width, height }).every((corner) => contains(anchor, corner)));
      return [...inside, ...beside(bounds, width, height, frame.unit)];
    };
    return [{ drafts: [draft], anchor, places }];
  }
  const badge = piece.badge.slice(0, 5);
  const longest = Math.min(LONGEST, Math.max(72, frame.seen.width / frame.unit * 0.2));
  const full = pieceDraft(piece, badge, fitted(piece.label, longest), frame);
  // Where it is too narrow for the name, badge and tokens are still shown.
  const brief = pieceDraft(piece, badge, '', frame);
  if (!full) return [];
  return [{
    drafts: brief && piece.label ? [full, brief] : [full],
    anchor,
    places: (draft) => beside(bounds, draft.width, draft.height, frame.unit),
  }];
}

/** @param {Piece} piece @param {string} badge @param {string} text @param {Frame} frame @returns {Draft | null} */
function pieceDraft(piece, badge, text, frame) {
  if (!badge && !text && !piece.tokens.length) return null;
  const plate = badgeWidth(badge) + (text ? textWidth(text) + 16 : 0) + (badge ? 4 : 0);
  const chips = chipBoxes(piece.tokens, plate ? PLATE + 3 : 0);
  const width = Math.max(plate, ...chips.map((chip) => chip.x + chip.width));
  const height = Math.max(plate ? PLATE : 0, ...chips.map((chip) => chip.y + CHIP));
  return {
    key: `piece ${piece.id}`, kind: 'piece', owner: piece.id, side: piece.side, text, badge, plate, chips,
    width: width * frame.unit, height: height * frame.unit,
  };
}

/** @param {Chip[]} tokens @param {number} top @returns {ChipBox[]} */
function chipBoxes(tokens, top) {
  const shown = tokens.length > MOST_CHIPS ? tokens.slice(0, MOST_CHIPS - 1) : tokens;
  /** @type {{text: string, chip: Chip | null}[]} */
  const all = shown.map((chip) => ({ text: [...chip.text].slice(0, 3).join(''), chip }));
  if (shown.length < tokens.length) all.push({ text: `+${tokens.length - shown.length}`, chip: null });
  let x = 0;
  return all.map(({ text, chip }, i) => {
    if (i % CHIPS_A_ROW === 0) x = 0;
    const width = Math.max(CHIP, textWidth(text, true) + 9);
    const box = { text, chip, x, y: top + Math.floor(i / CHIPS_A_ROW) * (CHIP + 3), width };
    x += width + 3;
    return box;
  });
}

/** @param {Mark} mark @param {number} i @param {(points: Point[]) => Point[]} polygon @param {Frame} frame @returns {Wish[]} */
function markWish(mark, i, polygon, frame) {
  if (mark.kind === 'range_bands' || !mark.label) return [];
  const draft = bare('mark', `mark ${i}`, fitted(mark.label, LONGEST + 60), frame, { padding: 20, height: PLATE });
  if (mark.kind === 'line') {
    const [a, b] = polygon([mark.from, mark.to]);
    return [{ drafts: [draft], anchor: [a, b], places: ({ width, height }) => alongLine(a, b, width, height, frame.unit) }];
  }
  const outline = mark.kind === 'ghost' ? mark.base : mark.outline;
  const anchor = polygon(placedCorners(outline, mark.at, mark.facing));
  return [{ drafts: [draft], anchor, places: ({ width, height }) => beside(around(anchor), width, height, frame.unit) }];
}

/** @param {Point} a @param {Point} b @param {number} width @param {number} height @param {number} unit @returns {Spot[]} */
function alongLine(a, b, width, height, unit) {
  const length = distance(a, b) || 1;
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const shares = [[0.5, 0], [0.35, 6], [0.65, 6], [0.2, 14], [0.8, 14]];
  const shifts = [[20, 0], [-20, 1], [34, 8], [-34, 9], [56, 20], [-56, 21]];
  return shares.flatMap(([share, rank]) => shifts.map(([shift, cost]) => {
    // Sideways so far that the box clears the line whatever its slope.
    const clear = shift * unit + Math.sign(shift) * (width / 2) * Math.abs(dy);
    const on = between(a, b, share);
    return { x: on.x - dy * clear - width / 2, y: on.y + dx * clear - height / 2, cost: rank + cost };
  }));
}

/** @param {Mark} mark @param {number} i @param {(p: Point) => Point} toPx @param {Frame} frame @returns {Wish[]} */
function bandWishes(mark, i, toPx, frame) {
  if (mark.kind !== 'range_bands') return [];
  const part = mark.arc ? sector(mark.facing + mark.arc[0], mark.facing + mark.arc[1]) : sector(0, 0);
  const size = Math.max(...placedCorners(mark.footprint, mark.at, mark.facing).map((p) => distance(p, mark.at))) * 0.8;
  return mark.sections_mm.map((far, n) => {
    const reach = size + ((mark.sections_mm[n - 1] ?? 0) + far) / 2;
    const draft = bare('band', `band ${i} ${n}`, String(n + 1), frame, { side: mark.side, padding: 6, height: 16 });
    /** @type {Wish['places']} */
    const places = ({ width, height }) => [0.5, 0.42, 0.58, 0.3, 0.7, 0.15, 0.85, 0.02].map((share, rank) => {
      const ahead = heading(part.from + part.span * share);
      const on = toPx({ x: mark.at.x + ahead.x * reach, y: mark.at.y + ahead.y * reach });
      return { x: on.x - width / 2, y: on.y - height / 2, cost: rank };
    });
    return { drafts: [draft], anchor: null, places };
  });
}

/** @param {import('../../types/protocol.js').Zone} zone @param {number} i @param {(points: Point[]) => Point[]} polygon @param {Frame} frame @returns {Wish[]} */
function zoneWish(zone, i, polygon, frame) {
  if (!zone.label) return [];
  const inner = grown(around(polygon(placedCorners(zone.outline, zone.at, 0))), -6 * frame.unit);
  const draft = bare('zone', `zone ${i}`, fitted(zone.label, LONGEST + 40), frame, { side: zone.side });
  if (draft.width > inner.width || draft.height > inner.height) return [];
  /** @type {Wish['places']} */
  const places = ({ width, height }) => {
    const [west, east, middle] = [inner.x, inner.x + inner.width - width, inner.x + (inner.width - width) / 2];
    const [north, south] = [inner.y, inner.y + inner.height - height];
    return [[west, south], [west, north], [east, south], [east, north], [middle, south], [middle, north]]
      .map(([x, y], cost) => ({ x, y, cost }));
  };
  return [{ drafts: [draft], anchor: null, places }];
}
