// @ts-check
// The table itself: felt, stars, zones, a grid as fine as the zoom allows and a scale in centimetres.

import { clear, s, setProps } from '../dom.js';
import { sideColour } from './pieces.js';
import { outlineData, stand } from './shape.js';

/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** @typedef {import('./camera.js').Camera} Camera */

/** Distances between lines of the grid, in millimetres. */
const STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

export class Ground {
  layer = s('g', { class: 'ground' });
  scale = s('g', { class: 'scale', 'aria-hidden': 'true' });
  #table = s('rect', { rx: 4 });
  defs = s('defs', null,
    s('clipPath', { id: 'table' }, this.#table),
    s('radialGradient', { id: 'felt', cx: 0.5, cy: 0.55, r: 0.75 },
      s('stop', { offset: 0, class: 'felt-0' }), s('stop', { offset: 1, class: 'felt-1' })),
    s('radialGradient', { id: 'globe', cx: 0.36, cy: 0.68, r: 0.8 },
      s('stop', { offset: 0, class: 'globe-0' }), s('stop', { offset: 1, class: 'globe-1' })));
  #grid = s('path', { class: 'grid' });
  #step = 0;
  #look = '';

  /** @param {Scene} scene */
  draw({ board, sides, pieces }) {
    if (!board) return;
    const space = pieces.some((piece) => piece.kind === 'ship' || piece.kind === 'squadron');
    const look = JSON.stringify([board, sides, space]);
    if (look === this.#look) return;
    this.#look = look;
    this.#step = 0;
    const size = { width: board.width, height: board.height };
    setProps(this.#table, size);
    clear(this.layer,
      s('rect', { class: 'felt', rx: 4, ...size }),
      space ? stars(size) : null,
      this.#grid,
      board.zones.map((zone) => s('path', {
        class: 'zone', 'data-side': sideColour(sides, zone.side), d: outlineData(zone.outline), transform: stand(zone.at, 0),
      })),
      s('rect', { class: 'rim', rx: 4, ...size }));
  }

  /**
   * Grid and numbers for the present view; the numbers stay at the edge of the window.
   * @param {Camera} camera
   * @param {number} unit pixels per unit of type
   * @param {HTMLElement} tools the buttons at the upper left, which no number shall lie under
   */
  measure({ view, size, board }, unit, tools) {
    const step = STEPS.find((mm) => mm * view.scale >= 44 * unit) ?? 10000;
    const marks = (/** @type {number} */ length) => Array.from({ length: Math.ceil(length / step) - 1 }, (_, i) => (i + 1) * step);
    const [columns, rows] = [marks(board.width), marks(board.height)];
    if (step !== this.#step) {
      this.#step = step;
      const lines = [...columns.map((x) => `M${x} 0V${board.height}`), ...rows.map((y) => `M0 ${y}H${board.width}`)];
      this.#grid.setAttribute('d', lines.join(''));
    }
    const left = Math.max(view.x - 6 * unit, 26 * unit);
    const bottom = Math.min(view.y + 15 * unit, size.height - 6 * unit);
    const top = left < tools.offsetWidth + 12 ? tools.offsetHeight + 20 : 0;
    const text = (/** @type {string} */ words, /** @type {number} */ x, /** @type {number} */ y, anchor = 'end') =>
      s('text', { x, y, 'text-anchor': anchor }, words);
    clear(this.scale,
      columns.map((mm) => [mm, view.x + mm * view.scale]).filter(([, x]) => x > left + 12 * unit)
        .map(([mm, x]) => text(String(mm / 10), x, bottom, 'middle')),
      rows.map((mm) => [mm, view.y - mm * view.scale]).filter(([, y]) => y > top && y < bottom - 16 * unit)
        .map(([mm, y]) => text(String(mm / 10), left, y + 4 * unit)),
      text('cm', left, bottom));
  }
}

/** The same stars every time. @param {{width: number, height: number}} size */
function stars({ width, height }) {
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const dots = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => `M${(random() * width).toFixed(1)} ${(random() * height).toFixed(1)}h0`).join('');
  const many = Math.min(260, Math.round(width * height / 9000));
  return s('g', { class: 'stars' }, s('path', { class: 'faint', d: dots(many) }), s('path', { d: dots(Math.round(many / 4)) }));
}
