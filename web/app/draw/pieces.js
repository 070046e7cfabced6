// @ts-check
// Pieces and marks as SVG in millimetres. Colours and strokes are the style sheet's; here is only what is drawn.

import { s } from '../dom.js';
import {
  along, band, between, clipped, contains, corners, distance, heading, innerReach, outlineData, pathData, placedCorners,
  polygonData, sector, shrunk, stand,
} from './shape.js';

/** @typedef {import('../../types/protocol.js').Piece} Piece */
/** @typedef {import('../../types/protocol.js').Mark} Mark */
/** @typedef {import('../../types/protocol.js').Side} Side */
/** @typedef {import('../../types/protocol.js').Figure} Figure */
/** @typedef {import('../../types/protocol.js').Outline} Outline */
/** @typedef {import('../../types/protocol.js').ArcMark} ArcMark */
/** @typedef {import('../../types/protocol.js').Point} Point */
/** What stands on a base. @typedef {Pick<Piece, 'kind' | 'base' | 'figure' | 'arcs'>} Body */

/** How much of its base a figure fills. */
const FIGURE = 0.84;
const COLOURS = 5;

/**
 * The value of `data-side`, which gives a side its colour.
 * @param {Side[]} sides @param {number | null | undefined} side
 */
export function sideColour(sides, side) {
  const known = side === null || side === undefined ? undefined : sides[side];
  return known ? String(known.color % COLOURS) : 'none';
}

/** Things one can stand on or over. @param {Piece} piece */
export const onGround = (piece) => piece.kind === 'planet' || piece.kind === 'terrain' || piece.kind === 'obstacle';

/**
 * What a screen reader says of a piece.
 * @param {Piece} piece @param {Side[]} sides
 */
export function pieceName(piece, sides) {
  const side = piece.side === null ? '' : sides[piece.side]?.name ?? '';
  const tokens = piece.tokens.map((token) => token.title || token.text);
  return [piece.label || piece.kind, side, piece.badge, ...tokens].filter(Boolean).join(', ');
}

/**
 * Everything of a piece but its place.
 * @param {Piece} piece
 * @returns {SVGElement[]}
 */
export function drawPiece(piece) {
  const base = outlineData(piece.base);
  const halo = s('path', { class: 'halo', d: base });
  switch (piece.kind) {
    case 'planet': return [halo, s('path', { class: 'globe', d: base }), s('path', { class: 'globe-light', d: base })];
    case 'terrain': return [...drawTerrain(piece, base), halo];
    case 'obstacle':
    case 'token': {
      const inside = piece.figure ? drawFigure(piece.figure, innerReach(piece.base))
        : piece.kind === 'obstacle' ? s('path', { class: 'rock', d: polygonData(shrunk(piece.base, 0.34)) }) : null;
      return [halo, s('path', { class: 'base low', d: base }), ...(inside ? [inside] : [])];
    }
    default: return [halo, ...drawBody(piece)];
  }
}

/**
 * The higher the ground, the stronger its fill and the longer its shadow to the south-east.
 * @param {Piece} piece @param {string} base
 * @returns {SVGElement[]}
 */
function drawTerrain(piece, base) {
  const height = Math.min(400, Math.max(0, piece.flags.height));
  const share = Math.min(1, height / 120);
  const cast = 2 + share * 10;
  const back = `rotate(${piece.facing}) translate(${cast} ${-cast}) rotate(${-piece.facing})`;
  // One inner contour for each 30 mm of height, at most three.
  const contours = [1, 2, 3].slice(0, Math.floor(height / 30));
  return [
    ...(height > 0 ? [s('path', { class: 'shadow', d: base, transform: back })] : []),
    s('path', { class: 'terrain', d: base, style: { '--height': `${8 + 26 * share}%` } }),
    ...contours.map((level) => s('path', { class: 'contour', d: polygonData(shrunk(piece.base, 0.1 * level)) })),
  ];
}

/**
 * Base, arcs and figure of what stands on the table.
 * @param {Body} body
 * @returns {SVGElement[]}
 */
export function drawBody(body) {
  const figure = body.figure ?? STAND_INS[body.kind] ?? STAND_INS.other;
  const reach = innerReach(body.base) * (body.figure ? FIGURE : 1);
  return [
    s('path', { class: 'base', d: outlineData(body.base) }),
    ...drawArcs(body.base, body.arcs),
    drawFigure(figure, reach),
  ];
}

/**
 * Sectors printed on the base: a faint fill and the two limits from the centre to the edge.
 * @param {Outline} base @param {ArcMark[]} arcs
 * @returns {SVGElement[]}
 */
function drawArcs(base, arcs) {
  const rim = chamfered(base);
  const centre = { x: 0, y: 0 };
  return arcs.flatMap((arc) => {
    const part = sector(arc.from_deg, arc.to_deg);
    if (part.span > 359.9) return [];
    const limits = [part.from, part.from + part.span].map((bearing) => {
      const end = lastInside(rim, bearing);
      return `M0 0L${end.x.toFixed(2)} ${end.y.toFixed(2)}`;
    });
    const fill = part.span < 180 ? [s('path', { class: 'arc-fill', d: polygonData(clipped(rim, centre, part)) })] : [];
    return [s('g', { class: `arc ${arc.style}` }, ...fill, s('path', { class: 'arc-limit', d: limits.join('') }))];
  });
}

/** The corners of a base, cut a little where the drawn outline is rounded. @param {Outline} base @returns {Point[]} */
function chamfered(base) {
  if (base.kind !== 'rect') return corners(base);
  const r = Math.min(base.width * 0.06, base.height * 0.06, 2.5);
  const [x, y] = [base.width / 2, base.height / 2];
  const cut = r * 0.29;
  return [[-1, 1], [1, 1], [1, -1], [-1, -1]].flatMap(([h, v]) => {
    const three = [{ x: h * x, y: v * (y - r) }, { x: h * (x - cut), y: v * (y - cut) }, { x: h * (x - r), y: v * y }];
    return h * v < 0 ? three : three.reverse();
  }).reverse();
}

/** @param {Point[]} rim @param {number} bearing @returns {Point} */
function lastInside(rim, bearing) {
  const ahead = heading(bearing);
  let [low, high] = [0, Math.max(...rim.map((p) => Math.hypot(p.x, p.y)))];
  for (let i = 0; i < 14; i++) {
    const middle = (low + high) / 2;
    if (contains(rim, along({ x: 0, y: 0 }, ahead, middle))) low = middle;
    else high = middle;
  }
  return along({ x: 0, y: 0 }, ahead, low);
}

/**
 * @param {Figure} figure
 * @param {number} reach millimetres for one unit of the figure
 * @returns {SVGElement}
 */
export function drawFigure(figure, reach) {
  return s('g', { class: 'figure' },
    ...figure.parts.map((part) => s('path', { class: part.fill, d: pathData(part.path, reach) })));
}

/** @param {[number, number][]} points @param {'hull' | 'line'} fill */
const strokes = (points, fill) => ({
  fill,
  path: {
    segments: [
      ...points.map(([x, y], i) => /** @type {const} */ ({ kind: i ? 'line' : 'move', to: { x, y } })),
      ...(fill === 'hull' ? [/** @type {const} */ ({ kind: 'close' })] : []),
    ],
  },
});

/** For pieces without a figure: enough to see the front. @type {Record<string, Figure>} */
const STAND_INS = {
  squadron: {
    parts: [strokes([[0, 0.55], [0.42, -0.35], [0, -0.15], [-0.42, -0.35]], 'hull'), strokes([[-0.2, -0.5], [0.2, -0.5]], 'line')],
  },
  trooper: {
    parts: [
      strokes([[0, 0.28], [0.3, 0.1], [0.3, -0.22], [0, -0.4], [-0.3, -0.22], [-0.3, 0.1]], 'hull'),
      strokes([[-0.3, 0.5], [0, 0.78], [0.3, 0.5]], 'line'),
    ],
  },
  other: { parts: [strokes([[-0.3, 0.5], [0, 0.8], [0.3, 0.5]], 'line')] },
};

/**
 * A mark as it lies on the table; lines come apart because they lie over the pieces.
 * @param {Mark} mark @param {Side[]} sides
 * @returns {SVGElement}
 */
export function drawMark(mark, sides) {
  switch (mark.kind) {
    case 'template':
      return s('path', { class: 'mark template', d: outlineData(mark.outline), transform: stand(mark.at, mark.facing) });
    case 'area':
      return s('path', {
        class: 'mark area', 'data-tone': mark.tone, d: outlineData(mark.outline), transform: stand(mark.at, mark.facing),
      });
    case 'ghost':
      return s('g', { class: 'mark ghost', transform: stand(mark.at, mark.facing) },
        s('path', { class: 'base', d: outlineData(mark.base) }),
        mark.figure ? drawFigure(mark.figure, innerReach(mark.base) * FIGURE) : null);
    case 'range_bands': {
      const edges = bandsOf(mark).map((edge) => s('path', { class: 'band', d: polygonData(edge) }));
      return s('g', { class: 'mark bands', 'data-side': mark.side === null ? null : sideColour(sides, mark.side) }, ...edges.reverse());
    }
    default: return drawLine(mark);
  }
}

/**
 * The edges of the sections, the nearest first.
 * @param {Extract<Mark, {kind: 'range_bands'}>} mark
 */
export function bandsOf(mark) {
  const footprint = placedCorners(mark.footprint, mark.at, mark.facing);
  const part = mark.arc ? sector(mark.facing + mark.arc[0], mark.facing + mark.arc[1]) : sector(0, 0);
  return mark.sections_mm.map((reach) => band(footprint, mark.at, part, reach));
}

/** @param {Extract<Mark, {kind: 'line'}>} mark */
function drawLine({ from, to, style }) {
  const length = distance(from, to) || 1;
  const way = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const across = { x: -way.y, y: way.x };
  const stroke = (/** @type {Point} */ a, /** @type {Point} */ b) => `M${a.x} ${a.y}L${b.x} ${b.y}`;
  const middle = between(from, to, 0.5);
  const ends = {
    clear: `M${to.x} ${to.y}h0`,
    obstructed: `M${to.x} ${to.y}h0`,
    blocked: stroke(along(along(middle, way, -5), across, 5), along(along(middle, way, 5), across, -5))
      + stroke(along(along(middle, way, 5), across, 5), along(along(middle, way, -5), across, -5)),
    measure: [from, to].map((end) => stroke(along(end, across, 5), along(end, across, -5))).join(''),
  };
  return s('g', { class: `mark line ${style}` },
    s('path', { class: 'stroke', d: stroke(from, to) }), s('path', { class: 'end', d: ends[style] }));
}
