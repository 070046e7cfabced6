// @ts-check
// Placing a piece on the board: drag it, tap where it shall stand, or use the keys; a handle turns it.

import { on, s } from '../dom.js';
import { drawBody, sideColour } from './pieces.js';
import { corners, outlineData, stand } from './shape.js';

/** @typedef {import('../../types/protocol.js').Placing} Placing */
/** @typedef {import('../../types/protocol.js').Place} Place */
/** @typedef {import('../../types/protocol.js').Point} Point */
/** @typedef {import('../../types/protocol.js').Side} Side */
/** @typedef {'ok' | 'bad' | 'unknown'} Verdict */
/**
 * @typedef {object} Surface what a placement needs of the board
 * @property {SVGGElement} layer
 * @property {Side[]} sides
 * @property {{width: number, height: number}} board
 * @property {(event: {clientX: number, clientY: number}) => Point} locate millimetres under the pointer
 * @property {(place: Place, why: string) => void} explain
 * @property {() => void} follow brings the piece into sight
 * @property {string} label
 */

/** Pieces stand on tenths of a millimetre. @param {number} mm */
const tidy = (mm) => Math.round(mm * 10) / 10;

export class PlacingPiece {
  /** @type {Verdict} */
  verdict = 'unknown';
  why = '';

  /**
   * @param {Surface} surface
   * @param {Placing} placing
   * @param {Place} start
   * @param {(place: Place) => void} onMove
   */
  constructor(surface, placing, start, onMove) {
    this.surface = surface;
    this.placing = placing;
    this.onMove = onMove;
    this.place = start;
    this.front = Math.max(...corners(placing.base).map((p) => p.y));
    this.body = s('g', { class: 'piece placing', 'data-side': sideColour(surface.sides, placing.side) },
      s('path', { class: 'halo', d: outlineData(placing.base) }),
      ...drawBody({ kind: placing.turns ? 'ship' : 'token', ...placing }));
    // In pixels, so that a finger finds it at every zoom.
    this.handle = placing.turns
      ? s('g', { class: 'turner' }, s('path', { class: 'stem', d: 'M0 0V22' }), s('circle', { cy: 31, r: 9 }), s('circle', { class: 'touch', cy: 31, r: 22 }))
      : null;
    this.root = s('g', { class: 'placing-root', tabindex: 0, role: 'application', 'aria-label': surface.label }, this.body, this.handle);
    surface.layer.append(this.root);
    this.off = on(this.root, 'keydown', (event) => this.#key(event));
    this.set(start, 'unknown');
    if (!document.activeElement?.matches('input, textarea, select')) this.root.focus({ preventScroll: true });
  }

  /** @param {Place} place @param {Verdict} verdict @param {string} [why] */
  set(place, verdict, why = '') {
    this.place = place;
    this.verdict = verdict;
    this.why = why;
    this.root.setAttribute('transform', stand(place, place.facing));
    this.root.dataset.verdict = verdict;
    this.surface.explain(place, why);
  }

  /** @param {number} scale pixels per millimetre */
  zoomed(scale) {
    this.handle?.setAttribute('transform', `translate(0 ${this.front}) scale(${1 / scale})`);
  }

  stop() {
    this.off();
    this.root.remove();
  }

  /** @param {Partial<Place>} change */
  move(change) {
    const wanted = { ...this.place, ...change };
    const held = (/** @type {number} */ value, /** @type {number} */ most) => tidy(Math.min(most, Math.max(0, value)));
    const { width, height } = this.surface.board;
    const place = { x: held(wanted.x, width), y: held(wanted.y, height), facing: ((Math.round(wanted.facing) % 360) + 360) % 360 };
    this.set(place, 'unknown');
    this.onMove(place);
  }

  /** @param {number} degrees */
  turn(degrees) {
    if (this.placing.turns) this.move({ facing: this.place.facing + degrees });
  }

  /**
   * Takes a drag that begins on the piece or its handle.
   * @param {PointerEvent} event
   * @returns {import('./camera.js').Grip | null}
   */
  grip(event) {
    const target = /** @type {Element} */ (event.target);
    if (!this.root.contains(target)) return null;
    const { locate } = this.surface;
    if (this.handle?.contains(target)) return { move: (now) => this.#face(locate(now), now.shiftKey) };
    const grabbed = locate(event);
    const offset = { x: this.place.x - grabbed.x, y: this.place.y - grabbed.y };
    return {
      move: (now) => {
        const p = locate(now);
        this.move({ x: p.x + offset.x, y: p.y + offset.y });
      },
    };
  }

  /** Turns the front towards a point, in steps of 5° unless a fine turn is wanted. @param {Point} p @param {boolean} fine */
  #face(p, fine) {
    const bearing = Math.atan2(p.x - this.place.x, p.y - this.place.y) * 180 / Math.PI;
    const step = fine ? 1 : 5;
    this.move({ facing: Math.round(bearing / step) * step });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 10 : 1;
    const turn = event.shiftKey ? 1 : 5;
    const { x, y } = this.place;
    /** @type {Record<string, () => void>} */
    const keys = {
      arrowleft: () => this.move({ x: x - step }),
      arrowright: () => this.move({ x: x + step }),
      arrowup: () => this.move({ y: y + step }),
      arrowdown: () => this.move({ y: y - step }),
      q: () => this.turn(-turn),
      e: () => this.turn(turn),
    };
    const key = event.key.toLowerCase();
    if (!Object.hasOwn(keys, key)) return;
    event.preventDefault();
    event.stopPropagation();
    keys[key]();
    this.surface.follow();
  }
}
