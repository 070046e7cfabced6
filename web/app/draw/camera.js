// @ts-check
// Which part of the table the window shows: fitting, zooming, panning by drag, pinch, wheel and keys.

import { on } from '../dom.js';
import { eased, tween } from './motion.js';

/** @typedef {import('../../types/protocol.js').Point} Point */
/** Pixels per millimetre, and where the south-west corner of the board is. @typedef {{scale: number, x: number, y: number}} View */
/** Something that takes a drag for itself. @typedef {{move: (event: PointerEvent) => void}} Grip */
/**
 * @typedef {object} Hooks
 * @property {() => void} moved the view has changed
 * @property {() => void} settled the view has come to rest
 * @property {() => boolean} reduced
 * @property {(event: PointerEvent) => Grip | null} grip
 * @property {(event: PointerEvent) => void} held a finger rests on something
 * @property {(event: WheelEvent) => boolean} wheeled whether somebody else used the wheel
 */

/** Free space around the board: for the buttons and the scale at the left, for the scale below. */
const MARGIN = { left: 64, right: 16, top: 16, bottom: 26 };
/** Room for the label of something that is to be seen. */
const ROOM = 24;
/** Pixels a pointer may tremble before it drags. */
const STILL = 5;
const HOLD_MS = 450;

export class Camera {
  /** @type {View} */
  view = { scale: 1, x: 0, y: 0 };
  size = { width: 1, height: 1 };
  board = { width: 1, height: 1 };
  /** The view follows the window until somebody moves it. */
  fitted = true;
  /** A drag has just ended: the click that follows it means nothing. */
  dragged = false;

  /** @type {Map<number, Point>} */
  #pointers = new Map();
  /** @type {import('./motion.js').Motion | null} */
  #motion = null;
  /** @type {(() => void)[]} */
  #off = [];

  /**
   * @param {SVGSVGElement} svg
   * @param {Hooks} hooks
   */
  constructor(svg, hooks) {
    this.svg = svg;
    this.hooks = hooks;
    const resized = new ResizeObserver(() => this.resize());
    resized.observe(svg);
    this.#off = [
      () => resized.disconnect(),
      on(svg, 'pointerdown', (event) => this.#down(event)),
      on(svg, 'wheel', (event) => this.#wheel(event), { passive: false }),
      on(svg, 'keydown', (event) => this.#key(event)),
    ];
  }

  destroy() {
    this.#motion?.finish();
    this.#off.forEach((off) => off());
  }

  resize() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (!width || !height || (width === this.size.width && height === this.size.height)) return;
    const middle = this.toBoard({ x: this.size.width / 2, y: this.size.height / 2 });
    this.size = { width, height };
    if (this.fitted) this.fit();
    else this.#set(this.#centred(middle, this.view.scale));
    this.hooks.settled();
  }

  /** @param {{width: number, height: number}} board */
  setBoard({ width, height }) {
    if (this.board.width === width && this.board.height === height) return;
    this.board = { width, height };
    this.fit();
  }

  /** @param {Point} p millimetres @returns {Point} pixels of the window */
  toScreen(p) {
    return { x: this.view.x + p.x * this.view.scale, y: this.view.y - p.y * this.view.scale };
  }

  /** @param {Point} p @returns {Point} */
  toBoard(p) {
    return { x: (p.x - this.view.x) / this.view.scale, y: (this.view.y - p.y) / this.view.scale };
  }

  /** Where on the window an event happened. @param {{clientX: number, clientY: number}} event @returns {Point} */
  at(event) {
    const { left, top } = this.svg.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  get #least() {
    const { width, height } = this.size;
    const [wide, high] = [width - MARGIN.left - MARGIN.right, height - MARGIN.top - MARGIN.bottom];
    return Math.min(Math.max(40, wide) / this.board.width, Math.max(40, high) / this.board.height);
  }

  /** @param {Point} middle millimetres @param {number} scale @returns {View} */
  #centred(middle, scale) {
    return { scale, x: this.size.width / 2 - middle.x * scale, y: this.size.height / 2 + middle.y * scale };
  }

  /** Shows the whole board. @param {boolean} [smooth] */
  fit(smooth = false) {
    this.fitted = true;
    const scale = this.#least;
    const view = this.#centred({ x: this.board.width / 2, y: this.board.height / 2 }, scale);
    view.x = Math.max(view.x, MARGIN.left);
    view.y += (MARGIN.top - MARGIN.bottom) / 2;
    if (smooth) this.#glide(view);
    else this.#set(view);
  }

  /** Moves the view as little as it takes to see these places, if they fit into it. @param {Point[]} places millimetres */
  reveal(places) {
    if (!places.length) return;
    const seen = places.map((place) => this.toScreen(place));
    const shift = (/** @type {number[]} */ at, /** @type {number} */ size, /** @type {number} */ near, /** @type {number} */ far) => {
      const [least, most] = [Math.min(...at), Math.max(...at)];
      if (most - least > size - near - far) return 0;
      return least < near ? near - least : most > size - far ? size - far - most : 0;
    };
    const dx = shift(seen.map((p) => p.x), this.size.width, MARGIN.left, MARGIN.right + ROOM);
    const dy = shift(seen.map((p) => p.y), this.size.height, MARGIN.top + ROOM, MARGIN.bottom + ROOM);
    if (!dx && !dy) return;
    this.fitted = false;
    this.#glide({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  /** @param {number} factor @param {Point} [about] @param {boolean} [smooth] */
  zoomBy(factor, about = { x: this.size.width / 2, y: this.size.height / 2 }, smooth = true) {
    const least = this.#least;
    const scale = Math.min(Math.max(least * 8, 6), Math.max(least * 0.7, this.view.scale * factor));
    const p = this.toBoard(about);
    this.fitted = false;
    const view = { scale, x: about.x - p.x * scale, y: about.y + p.y * scale };
    if (smooth) this.#glide(view);
    else this.#set(view);
  }

  /** @param {number} dx @param {number} dy */
  panBy(dx, dy) {
    this.fitted = false;
    this.#set({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  /** @param {View} view */
  #glide(view) {
    this.#motion?.finish();
    const from = this.view;
    const to = this.#bounded(view);
    const part = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ t) => a + (b - a) * t;
    const motion = tween(this.hooks.reduced() ? 0 : 180, (share) => {
      const t = eased(share);
      this.#set({ scale: part(from.scale, to.scale, t), x: part(from.x, to.x, t), y: part(from.y, to.y, t) });
    });
    this.#motion = motion;
    void motion.done.then(() => this.hooks.settled());
  }

  /** Some of the board always stays in sight. @param {View} view @returns {View} */
  #bounded({ scale, x, y }) {
    const [w, h] = [this.board.width * scale, this.board.height * scale];
    const [sparex, sparey] = [Math.min(w, this.size.width) * 0.4, Math.min(h, this.size.height) * 0.4];
    return {
      scale,
      x: Math.min(this.size.width - sparex, Math.max(sparex - w, x)),
      y: Math.min(this.size.height - sparey + h, Math.max(sparey, y)),
    };
  }

  /** @param {View} view */
  #set(view) {
    this.view = this.#bounded(view);
    this.hooks.moved();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    this.#motion?.finish();
    if (!this.#pointers.size) this.dragged = false;
    const start = this.at(event);
    const grip = this.#pointers.size ? null : this.hooks.grip(event);
    if (!grip) this.#pointers.set(event.pointerId, start);
    const hold = event.pointerType === 'mouse' ? 0 : setTimeout(() => {
      if (!this.dragged) this.hooks.held(event);
      this.dragged = true;
    }, HOLD_MS);
    const moved = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== event.pointerId) return;
      const at = this.at(now);
      if (!this.dragged && Math.hypot(at.x - start.x, at.y - start.y) < STILL && this.#pointers.size < 2) return;
      clearTimeout(hold);
      if (!this.dragged) this.svg.setPointerCapture(event.pointerId);
      this.dragged = true;
      if (grip) grip.move(now);
      else this.#drag(event.pointerId, at);
    };
    const ended = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== event.pointerId) return;
      clearTimeout(hold);
      off.forEach((stop) => stop());
      this.#pointers.delete(event.pointerId);
      this.svg.classList.remove('dragging');
      if (this.dragged) this.hooks.settled();
    };
    const off = [on(window, 'pointermove', moved), on(window, 'pointerup', ended), on(window, 'pointercancel', ended)];
  }

  /** One pointer pans, two pan and zoom. @param {number} id @param {Point} at */
  #drag(id, at) {
    const before = this.#pointers.get(id) ?? at;
    const other = [...this.#pointers].find(([key]) => key !== id)?.[1];
    this.#pointers.set(id, at);
    this.svg.classList.add('dragging');
    if (!other) return this.panBy(at.x - before.x, at.y - before.y);
    const spread = (/** @type {Point} */ p) => Math.max(20, Math.hypot(p.x - other.x, p.y - other.y));
    this.panBy((at.x - before.x) / 2, (at.y - before.y) / 2);
    this.zoomBy(spread(at) / spread(before), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }, false);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    if (this.hooks.wheeled(event)) return;
    this.#motion?.finish();
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), this.at(event), false);
    clearTimeout(this.#wheeling);
    this.#wheeling = setTimeout(() => this.hooks.settled(), 160);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #wheeling;

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 160 : 60;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.#step(step, 0),
      ArrowRight: () => this.#step(-step, 0),
      ArrowUp: () => this.#step(0, step),
      ArrowDown: () => this.#step(0, -step),
      '+': () => this.zoomBy(1.3),
      '=': () => this.zoomBy(1.3),
      '-': () => this.zoomBy(1 / 1.3),
      0: () => this.fit(true),
    };
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  /** @param {number} dx @param {number} dy */
  #step(dx, dy) {
    this.fitted = false;
    this.#glide({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }
}
