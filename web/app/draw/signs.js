// @ts-check
// Signs that need no words: the arrows on maneuvers.

import { s } from '../dom.js';

/** @typedef {import('../../types/protocol.js').Sign} Sign */

/** Strokes in a square of 20, drawn for the right hand. @type {Record<string, string>} */
const STROKES = {
  ahead: 'M10 17V4M5.5 8 10 3.5 14.5 8',
  bank: 'M6 17V13Q6 10 8.2 7.8L14 4.6M8.6 3.6 14.6 4.2 13.4 10',
  turn: 'M5 17V10Q5 7 8 7H15.5M11.8 3 15.8 7 11.8 11',
  about: 'M6 17V8Q6 4 10 4T14 8V14.5M10.4 11.4 14 15 17.6 11.4',
  loop: 'M5 17V12Q5 4.5 10.5 4.5T15 10.5Q15 13.5 12 13.5H9.4M12.4 10 9 13.5 12.4 17',
  back: 'M10 3V16M5.5 12 10 16.5 14.5 12',
  stop: 'M6 6H14V14H6Z',
};

/** @type {Record<Sign, [string, boolean]>} which strokes, and whether they are mirrored */
const SIGNS = {
  ahead: ['ahead', false],
  bank_left: ['bank', true],
  bank_right: ['bank', false],
  turn_left: ['turn', true],
  turn_right: ['turn', false],
  about: ['about', false],
  loop_left: ['loop', true],
  loop_right: ['loop', false],
  back: ['back', false],
  stop: ['stop', false],
};

/**
 * @param {Sign} sign
 * @returns {SVGSVGElement}
 */
export function drawSign(sign) {
  const [strokes, mirrored] = SIGNS[sign] ?? SIGNS.stop;
  return s('svg', { class: 'sign', viewBox: '0 0 20 20', 'aria-hidden': 'true' },
    s('path', { d: STROKES[strokes], transform: mirrored ? 'translate(20 0) scale(-1 1)' : null }));
}
