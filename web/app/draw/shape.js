// @ts-check
// Outlines, paths and sectors in millimetres (y to the north) as SVG path data, and the little geometry drawing needs.
// Nothing here decides a rule.

export { drawSign } from './signs.js';

/** @typedef {import('../../types/protocol.js').Point} Point */
/** @typedef {import('../../types/protocol.js').Path} Path */
/** @typedef {import('../../types/protocol.js').Outline} Outline */
/** @typedef {import('../../types/protocol.js').Place} Place */
/** A sector in absolute bearings: clockwise from `from` over `span` degrees. @typedef {{from: number, span: number}} Sector */

const CIRCLE = 48;
const CHORDS = 12;

/** Short numbers keep the document small. @param {number} n */
const short = (n) => Math.round(n * 1000) / 1000;
/** @param {Point} p */
const pair = (p) => `${short(p.x)} ${short(p.y)}`;

/**
 * The unit vector so many degrees clockwise from north.
 * @param {number} degrees
 * @returns {Point}
 */
export function heading(degrees) {
  const angle = degrees * Math.PI / 180;
  return { x: Math.sin(angle), y: Math.cos(angle) };
}

/**
 * The point so far from `p` in a direction.
 * @param {Point} p @param {Point} way @param {number} length
 * @returns {Point}
 */
export const along = (p, way, length) => ({ x: p.x + way.x * length, y: p.y + way.y * length });

/**
 * @param {Point} a @param {Point} b @param {number} share
 * @returns {Point}
 */
export const between = (a, b, share) => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });

/** @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The turn from one facing to another by the shorter way, −180 to 180.
 * @param {number} from @param {number} to
 */
export const turn = (from, to) => ((to - from) % 360 + 540) % 360 - 180;

/**
 * A point of a piece's own frame (front to the north) once the piece stands there.
 * @param {Point} p @param {Point} at @param {number} facing
 * @returns {Point}
 */
export function placed(p, at, facing) {
  const ahead = heading(facing);
  return { x: at.x + p.x * ahead.y + p.y * ahead.x, y: at.y - p.x * ahead.x + p.y * ahead.y };
}

/**
 * Where a piece stands, as a transform of its own frame.
 * @param {Point} at @param {number} facing
 */
export const stand = (at, facing) => `translate(${pair(at)}) rotate(${short(-facing)})`;

/**
 * @param {Path} path
 * @param {number} [scale]
 * @returns {string}
 */
export function pathData(path, scale = 1) {
  /** @param {Point} p */
  const at = (p) => pair({ x: p.x * scale, y: p.y * scale });
  return path.segments.map((segment) => {
    switch (segment.kind) {
      case 'move': return `M${at(segment.to)}`;
      case 'line': return `L${at(segment.to)}`;
      case 'cubic': return `C${at(segment.c1)} ${at(segment.c2)} ${at(segment.to)}`;
      case 'arc': {
        const radius = short(segment.radius * scale);
        // With y to the north, SVG's positive direction is anticlockwise.
        return `A${radius} ${radius} 0 ${segment.large ? 1 : 0} ${segment.clockwise ? 0 : 1} ${at(segment.to)}`;
      }
      default: return 'Z';
    }
  }).join('');
}

/** @param {Point[]} points */
export const polygonData = (points) => (points.length ? `M${points.map(pair).join('L')}Z` : '');

/**
 * @param {Outline} outline
 * @returns {string}
 */
export function outlineData(outline) {
  switch (outline.kind) {
    case 'rect': {
      const { width, height } = outline;
      // Slightly rounded corners, as bases and cards have.
      const r = Math.min(width * 0.06, height * 0.06, 2.5);
      const [w, h] = [width - 2 * r, height - 2 * r];
      const corner = (/** @type {number} */ x, /** @type {number} */ y) => `a${r} ${r} 0 0 1 ${x} ${y}`;
      return `M${-w / 2} ${-height / 2}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}Z`;
    }
    case 'circle': {
      const r = outline.radius;
      return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    }
    case 'polygon': return polygonData(outline.points);
    default: return pathData(outline.path);
  }
}

/**
 * The outline as points in order, curves replaced by short chords.
 * @param {Outline} outline
 * @returns {Point[]}
 */
export function corners(outline) {
  switch (outline.kind) {
    case 'rect': {
      const [x, y] = [outline.width / 2, outline.height / 2];
      return [{ x: -x, y }, { x, y }, { x, y: -y }, { x: -x, y: -y }];
    }
    case 'circle':
      return Array.from({ length: CIRCLE }, (_, i) => along({ x: 0, y: 0 }, heading(360 * i / CIRCLE), outline.radius));
    case 'polygon': return outline.points;
    default: return flattened(outline.path);
  }
}

/**
 * @param {Outline} outline @param {Point} at @param {number} facing
 * @returns {Point[]}
 */
export const placedCorners = (outline, at, facing) => corners(outline).map((p) => placed(p, at, facing));

/**
 * @param {Path} path
 * @returns {Point[]}
 */
function flattened(path) {
  /** @type {Point[]} */
  const points = [];
  const shares = Array.from({ length: CHORDS }, (_, i) => (i + 1) / CHORDS);
  for (const segment of path.segments) {
    const from = points.at(-1) ?? { x: 0, y: 0 };
    if (segment.kind === 'cubic') points.push(...shares.map((t) => cubic(from, segment.c1, segment.c2, segment.to, t)));
    else if (segment.kind === 'arc') points.push(...shares.map((t) => arcPoint(from, segment, t)));
    else if (segment.kind !== 'close') points.push(segment.to);
  }
  return points;
}

/**
 * @param {Point} a @param {Point} b @param {Point} c @param {Point} d @param {number} t
 * @returns {Point}
 */
export function cubic(a, b, c, d, t) {
  const u = 1 - t;
  const weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  const sum = (/** @type {number[]} */ values) => values.reduce((all, value, i) => all + value * weights[i], 0);
  return { x: sum([a.x, b.x, c.x, d.x]), y: sum([a.y, b.y, c.y, d.y]) };
}

/**
 * @param {Point} from
 * @param {{to: Point, radius: number, clockwise: boolean, large: boolean}} arc
 * @param {number} t
 * @returns {Point}
 */
function arcPoint(from, { to, radius, clockwise, large }, t) {
  const half = distance(from, to) / 2;
  if (!(half > 0)) return to;
  const r = Math.max(Math.abs(radius), half);
  // Going clockwise, the way short of a half circle has its centre to the right of the chord.
  const offset = Math.sqrt(r * r - half * half) * (clockwise === large ? -1 : 1);
  const right = { x: (to.y - from.y) / (2 * half), y: (from.x - to.x) / (2 * half) };
  const centre = along(between(from, to, 0.5), right, offset);
  const bearing = (/** @type {Point} */ p) => Math.atan2(p.x - centre.x, p.y - centre.y);
  const whole = 2 * Math.PI;
  const swept = ((bearing(to) - bearing(from)) % whole + whole) % whole;
  const angle = bearing(from) + (clockwise ? swept : swept - whole) * t;
  return along(centre, { x: Math.sin(angle), y: Math.cos(angle) }, r);
}

/**
 * Half of the smaller side of the bounding box: the room a figure may fill.
 * @param {Outline} outline
 */
export function innerReach(outline) {
  if (outline.kind === 'circle') return outline.radius;
  const points = corners(outline);
  return Math.min(Math.max(0, ...points.map((p) => Math.abs(p.x))), Math.max(0, ...points.map((p) => Math.abs(p.y))));
}

/**
 * The outline drawn in towards the middle of its corners.
 * @param {Outline} outline @param {number} share
 * @returns {Point[]}
 */
export function shrunk(outline, share) {
  const points = corners(outline);
  const middle = { x: 0, y: 0 };
  for (const p of points) {
    middle.x += p.x / points.length;
    middle.y += p.y / points.length;
  }
  return points.map((p) => between(p, middle, share));
}

/**
 * @param {Point[]} polygon
 * @returns {[Point, Point][]}
 */
export const edges = (polygon) => polygon.map((p, i) => [p, polygon[(i + 1) % polygon.length]]);

/** @param {Point[]} polygon @param {Point} p */
export function contains(polygon, p) {
  return edges(polygon).reduce((inside, [a, b]) => {
    const crosses = (a.y > p.y) !== (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x;
    return inside !== crosses;
  }, false);
}

/** @param {Point} p @param {Point} a @param {Point} b */
function toSegment(p, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const squared = dx * dx + dy * dy;
  const share = squared > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared : 0;
  return distance(p, between(a, b, Math.min(1, Math.max(0, share))));
}

/**
 * @param {number} from @param {number} to
 * @returns {Sector}
 */
export function sector(from, to) {
  const span = ((to - from) % 360 + 360) % 360;
  return { from, span: span < 1e-6 ? 360 : span };
}

/**
 * What of the polygon lies in the sector seen from the centre; the whole polygon for half circles and more.
 * @param {Point[]} polygon @param {Point} centre @param {Sector} sector
 * @returns {Point[]}
 */
export function clipped(polygon, centre, { from, span }) {
  if (span >= 180) return polygon;
  /** @param {Point[]} points @param {number} bearing @param {number} keep */
  const cut = (points, bearing, keep) => {
    const ahead = heading(bearing);
    const side = (/** @type {Point} */ p) => keep * ((p.x - centre.x) * ahead.y - (p.y - centre.y) * ahead.x);
    return edges(points).flatMap(([a, b]) => {
      const [da, db] = [side(a), side(b)];
      const kept = da >= 0 ? [a] : [];
      return (da >= 0) === (db >= 0) ? kept : [...kept, between(a, b, da / (da - db))];
    });
  };
  return cut(cut(polygon, from, 1), from + span, -1);
}

/**
 * The edge of everything in the sector that is at most `reach` from the footprint.
 * @param {Point[]} footprint @param {Point} centre @param {Sector} sector @param {number} reach
 * @returns {Point[]}
 */
export function band(footprint, centre, sector, reach) {
  const source = clipped(footprint, centre, sector);
  const sides = edges(source);
  const far = (/** @type {Point} */ p) =>
    (contains(source, p) ? 0 : Math.min(...sides.map(([a, b]) => toSegment(p, a, b))));
  const size = Math.max(...footprint.map((p) => distance(p, centre)));
  const steps = Math.min(120, Math.max(2, Math.ceil(sector.span / 2)));
  const edge = sector.span > 359.9 ? [] : [centre];
  for (let step = 0; step <= steps; step++) {
    const ahead = heading(sector.from + sector.span * step / steps);
    let [low, high] = [0, size + reach];
    for (let i = 0; i < 14; i++) {
      const middle = (low + high) / 2;
      if (far(along(centre, ahead, middle)) <= reach) low = middle;
      else high = middle;
    }
    edge.push(along(centre, ahead, low));
  }
  return edge;
}
