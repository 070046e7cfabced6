// @ts-check
// Signs for values on cards.

import { s } from '../dom.js';

/** @typedef {import('../../types/protocol.js').Glyph} Glyph */

/** Filled shapes in a square of 16. @type {Record<Glyph, string>} */
const SHAPES = {
  blade: 'M13.8 1.2 14.8 2.2 7.6 10.6 9 12 7.9 13.1 6 11.2 3.4 13.8Q4 14.6 3.2 15.2L.8 12.8Q1.4 12 2.2 12.6L4.8 10 2.9 8.1 4 7 5.4 8.4Z',
  rings: 'M8 1A7 7 0 1 1 8 15 7 7 0 1 1 8 1ZM8 3.2A4.8 4.8 0 1 0 8 12.8 4.8 4.8 0 1 0 8 3.2ZM8 5.6A2.4 2.4 0 1 1 8 10.4 2.4 2.4 0 1 1 8 5.6Z',
  burst: 'M8 .4 9.6 4.6 13.4 2.6 11.4 6.4 15.6 8 11.4 9.6 13.4 13.4 9.6 11.4 8 15.6 6.4 11.4 2.6 13.4 4.6 9.6.4 8 4.6 6.4 2.6 2.6 6.4 4.6Z',
  swirl: 'M8 1A7 7 0 0 1 8 15 3.5 3.5 0 0 0 8 8 3.5 3.5 0 0 1 8 1ZM8 1A7 7 0 0 0 8 15V13.8A5.8 5.8 0 0 1 8 2.2ZM8 10.4A1.1 1.1 0 1 1 8 12.6 1.1 1.1 0 1 1 8 10.4Z',
  crystal: 'M8 .8 13 5.2 8 15.2 3 5.2ZM8 2.6 5 5.2H11Z',
  coin: 'M8 1.2A6.8 6.8 0 1 1 8 14.8 6.8 6.8 0 1 1 8 1.2ZM8 3A5 5 0 1 0 8 13 5 5 0 1 0 8 3ZM7.2 4.6H8.8V11.4H7.2Z',
  hash: 'M5.6 1.6H7.2L6.8 5H9.8L10.2 1.6H11.8L11.4 5H14V6.6H11.2L10.9 9.4H13.6V11H10.7L10.3 14.4H8.7L9.1 11H6.1L5.7 14.4H4.1L4.5 11H2V9.4H4.7L5 6.6H2.4V5H5.2ZM6.6 6.6 6.3 9.4H9.3L9.6 6.6Z',
};

/**
 * @param {Glyph} glyph
 * @returns {SVGSVGElement}
 */
export function drawGlyph(glyph) {
  return s('svg', { class: 'glyph', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, s('path', { d: SHAPES[glyph] ?? '', 'fill-rule': 'evenodd' }));
}
