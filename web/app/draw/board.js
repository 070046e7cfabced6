// @ts-check
// The board: draws a scene as SVG, moves pieces from the last scene to the next, lets people look, pick and place.
// It knows no rules and no game; a scene without a board is shown as a card table.

import { clear, h, on, s } from '../dom.js';
import { addWords } from '../words.js';
import { Camera } from './camera.js';
import { CardTable } from './cards.js';
import { Ground } from './ground.js';
import { eased, moveTime, tween, way } from './motion.js';
import { drawMark, drawPiece, onGround, pieceName, sideColour } from './pieces.js';
import { PlacingPiece } from './placing.js';
import { placedCorners, stand } from './shape.js';
import { Tags } from './tags.js';

/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** @typedef {import('../../types/protocol.js').Piece} Piece */
/** @typedef {import('../../types/protocol.js').Mark} Mark */
/** @typedef {import('../../types/protocol.js').Place} Place */
/** @typedef {import('../../types/protocol.js').Placing} Placing */
/** @typedef {import('./placing.js').Verdict} Verdict */
/** @typedef {{node: SVGGElement, look: string, place: Place}} Standing a piece as it is drawn */
/** @typedef {{id: string, from: Place, to: Place, half: number}} Move */
/** @typedef {'ranges' | 'arcs' | 'none'} Overlay */
/**
 * @typedef {object} Placement what is being placed
 * @property {(place: Place, verdict: Verdict, why?: string) => void} set
 * @property {(change: Partial<Place>) => void} move as far as the board goes
 * @property {() => void} follow brings it into sight
 * @property {() => void} stop
 */

addWords({
  en: {
    'board.label': 'Board',
    'board.tools': 'View',
    'board.in': 'Zoom in',
    'board.out': 'Zoom out',
    'board.fit': 'Whole board',
    'board.ranges': 'Ranges',
    'board.arcs': 'Firing arcs',
    'board.place': 'Arrow keys move it, Q and E turn it',
  },
  de: {
    'board.label': 'Spielfeld',
    'board.tools': 'Ansicht',
    'board.in': 'Vergrößern',
    'board.out': 'Verkleinern',
    'board.fit': 'Ganzes Spielfeld',
    'board.ranges': 'Reichweiten',
    'board.arcs': 'Feuerwinkel',
    'board.place': 'Pfeiltasten verschieben, Q und E drehen',
  },
});

const FADE_MS = 350;

/** @type {Record<string, string>} */
const ICONS = {
  in: 'M10 4V16M4 10H16',
  out: 'M4 10H16',
  fit: 'M4 8V4H8M12 4H16V8M16 12V16H12M8 16H4V12',
  ranges: 'M10 9.5V10.5M6.5 10A3.5 3.5 0 1 0 13.5 10 3.5 3.5 0 1 0 6.5 10M3 10A7 7 0 1 0 17 10 7 7 0 1 0 3 10',
  arcs: 'M10 17 3.5 5.5Q10 1.5 16.5 5.5Z',
};

export class Board {
  /** @type {Scene | null} */
  scene = null;
  /** What of ranges and arcs is shown. @type {Overlay} */
  overlayKind = 'none';

  /** @type {Map<string, Standing>} */
  #pieces = new Map();
  #ground = new Ground();
  #tags = new Tags();
  /** @type {Mark[]} */
  #previewed = [];
  /** @type {Mark[]} */
  #overlaid = [];
  /** @type {PlacingPiece | null} */
  #placing = null;
  /** @type {import('./motion.js').Motion | null} */
  #motion = null;
  /** @type {Set<string>} */
  #highlighted = new Set();
  /** @type {Set<string>} */
  #selectable = new Set();
  /** @type {string | null} */
  #looked = null;
  /** @type {string | undefined} */
  #overlayId;
  /** @type {(id: string) => void} */
  #pick = () => {};
  /** @type {(id: string | null, rect: DOMRect | null) => void} */
  #inspect = () => {};
  #touched = false;
  /** What the buttons showed when they were last drawn. */
  #toolsDrawn = '';
  #off = () => {};
  #frame = 0;
  /** Labels may glide to better places at the next refresh. */
  #settling = false;
  /** The scale that labels were laid out for. */
  #laidAt = 0;

  /**
   * @param {HTMLElement} host
   * @param {{reduced: () => boolean, label: (key: string) => string}} options
   */
  constructor(host, options) {
    this.options = options;
    const layer = (/** @type {string} */ name) => s('g', { class: name });
    this.layers = { low: layer('low'), under: layer('under'), high: layer('high'), over: layer('over'), placing: layer('placings') };
    const { low, under, high, over, placing } = this.layers;
    this.world = s('g', { class: 'world' }, this.#ground.layer, low, under, high, over);
    // What is being placed lies over the labels, so that its handle is always free.
    this.top = s('g', { class: 'world' }, placing);
    this.paper = s('g', null, this.#tags.leaders, this.#tags.layer);
    this.svg = s('svg', { class: 'board-svg', tabindex: 0, role: 'group' }, this.#ground.defs, this.world, this.#ground.scale, this.paper, this.top);
    this.cards = new CardTable();
    this.tools = h('div', { class: 'board-tools', role: 'toolbar' });
    this.root = h('div', { class: 'board' }, this.svg, this.cards.root, this.tools);
    host.append(this.root);
    this.camera = new Camera(this.svg, {
      moved: () => this.#refresh(),
      settled: () => this.#refresh(true),
      reduced: options.reduced,
      grip: (event) => this.#placing?.grip(event) ?? null,
      held: (event) => this.#look(idOf(event)),
      wheeled: (event) => {
        if (!event.shiftKey || !this.#placing) return false;
        this.#placing.turn(Math.sign(event.deltaY || event.deltaX) * 5);
        return true;
      },
    });
    on(this.root, 'click', (event) => this.#click(event));
    on(this.root, 'keydown', (event) => this.#key(event));
    on(this.root, 'pointerover', (event) => { if (event.pointerType === 'mouse' && !event.buttons) this.#look(idOf(event)); });
    on(this.root, 'pointerleave', (event) => { if (event.pointerType === 'mouse') this.#look(null); });
    // A finger cannot point: a tap on a card shows it, one anywhere else ends that.
    on(this.cards.root, 'click', (event) => { if (this.#touched) this.#look(idOf(event) === this.#looked ? null : idOf(event)); });
    this.#off = on(document, 'pointerdown', (event) => {
      this.#touched = event.pointerType !== 'mouse';
      if (this.#touched && !this.cards.root.contains(event.target)) this.#look(null);
    });
    on(this.root, 'focusin', (event) => { if (event.target.matches(':focus-visible')) this.#look(idOf(event)); });
    on(this.root, 'focusout', (event) => { if (idOf(event) === this.#looked) this.#look(null); });
  }

  destroy() {
    this.#motion?.finish();
    cancelAnimationFrame(this.#frame);
    this.#off();
    this.camera.destroy();
    this.root.remove();
  }

  /** @param {(id: string) => void} callback */
  onPick(callback) {
    this.#pick = callback;
  }

  /** @param {(id: string | null, rect: DOMRect | null) => void} callback */
  onInspect(callback) {
    this.#inspect = callback;
  }

  /**
   * Shows a scene; done when everything has come to rest. A second call finishes the first at once.
   * @param {Scene} scene
   * @param {{animate: boolean}} how
   * @returns {Promise<void>}
   */
  async show(scene, how) {
    this.#motion?.finish();
    const animate = how.animate && this.scene !== null && !this.options.reduced();
    this.scene = scene;
    this.#drawTools();
    this.svg.classList.toggle('gone', !scene.board);
    this.cards.root.hidden = !!scene.board;
    if (!scene.board) {
      const shown = this.cards.show(scene, animate);
      this.#dress();
      return shown;
    }
    this.svg.setAttribute('aria-label', this.options.label('board.label'));
    this.#ground.draw(scene);
    this.camera.setBoard(scene.board);
    const { moves, come, gone } = this.#setPieces(scene, animate);
    this.#drawOverlay();
    this.#drawMarks();
    const before = this.#tags.all;
    this.#layLabels();
    if (!moves.length && !come.length && !gone.length) return;
    await this.#play(moves, come, gone, before);
  }

  /** What an option would lead to. @param {Mark[] | null} marks */
  preview(marks) {
    this.#previewed = marks ?? [];
    // A part of the board follows to where the piece would end; the whole of it shows that anyway.
    const ends = this.#previewed.flatMap((mark) => (mark.kind === 'ghost' ? placedCorners(mark.base, mark.at, mark.facing) : []));
    if (!this.camera.fitted) this.camera.reveal(ends);
    this.#drawMarks();
    this.#layLabels(true);
  }

  /** @param {string[]} ids */
  highlight(ids) {
    this.#highlighted = new Set(ids);
    this.#dress();
  }

  /** @param {string[]} ids */
  selectable(ids) {
    this.#selectable = new Set(ids);
    this.#dress();
    this.cards.reveal(this.#selectable);
  }

  /**
   * Lets somebody place something; every move is reported, the verdict comes back through `set`.
   * @param {Placing} placing
   * @param {Place} start
   * @param {(place: Place) => void} onMove
   * @returns {Placement}
   */
  place(placing, start, onMove) {
    this.#placing?.stop();
    const { width, height } = this.scene?.board ?? { width: 0, height: 0 };
    const piece = new PlacingPiece({
      layer: this.layers.placing,
      sides: this.scene?.sides ?? [],
      board: { width, height },
      locate: (event) => this.camera.toBoard(this.camera.at(event)),
      explain: () => this.#refresh(true),
      follow: () => this.#follow(),
      label: [placing.label, this.options.label('board.place')].filter(Boolean).join('. '),
    }, placing, start, onMove);
    this.#placing = piece;
    const at = this.camera.toScreen(start);
    const { width: wide, height: high } = this.camera.size;
    if (at.x < 0 || at.y < 0 || at.x > wide || at.y > high) this.fit();
    this.#drawMarks();
    this.#dress();
    this.#refresh(true);
    return {
      set: (place, verdict, why) => piece.set(place, verdict, why),
      move: (change) => piece.move(change),
      follow: () => this.#follow(),
      stop: () => {
        piece.stop();
        if (this.#placing !== piece) return;
        this.#placing = null;
        this.#drawMarks();
        this.#dress();
        this.#layLabels(true);
      },
    };
  }

  /** Keeps what is being placed in sight while keys move it. */
  #follow() {
    if (!this.#placing) return;
    const { place, placing } = this.#placing;
    this.camera.reveal(placedCorners(placing.base, place, place.facing));
  }

  /**
   * Range bands or firing arcs: of one piece, or of the one somebody looks at.
   * @param {Overlay} kind
   * @param {string} [id]
   */
  overlay(kind, id) {
    this.overlayKind = kind;
    this.#overlayId = id;
    this.#drawTools();
    this.#drawOverlay();
    this.#drawMarks();
    this.#layLabels(true);
  }

  fit() {
    this.camera.fit(true);
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.camera.zoomBy(factor);
  }

  /** Brings a piece or card into view and points at it. @param {string} id */
  focus(id) {
    const piece = this.scene?.pieces.find((one) => one.id === id);
    if (piece && this.scene?.board) this.camera.reveal(placedCorners(piece.base, piece.at, piece.facing));
    const node = this.#pieces.get(id)?.node ?? this.cards.find(id);
    if (!node) return;
    if (!this.scene?.board) node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    node.classList.remove('found');
    void node.getBoundingClientRect();
    node.classList.add('found');
  }

  // ---- drawing ----

  #drawTools() {
    const { label } = this.options;
    /** @param {string} name @param {() => void} act @param {boolean} [pressed] */
    const button = (name, act, pressed) => h('button', {
      type: 'button', class: 'board-tool', title: label(`board.${name}`), 'aria-label': label(`board.${name}`), 'aria-pressed': pressed, onclick: act,
    }, s('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] })));
    const toggle = (/** @type {'ranges' | 'arcs'} */ kind) =>
      button(kind, () => this.overlay(this.overlayKind === kind ? 'none' : kind), this.overlayKind === kind);
    this.tools.hidden = !this.scene?.board;
    const now = this.overlayKind + label('board.tools');
    if (now === this.#toolsDrawn) return;
    this.#toolsDrawn = now;
    const focused = [...this.tools.children].indexOf(/** @type {Element} */ (document.activeElement));
    this.tools.setAttribute('aria-label', label('board.tools'));
    clear(this.tools, button('in', () => this.zoomBy(1.4)), button('out', () => this.zoomBy(1 / 1.4)),
      button('fit', () => this.fit()), toggle('ranges'), toggle('arcs'));
    /** @type {HTMLElement | undefined} */ (this.tools.children[focused])?.focus();
  }

  /**
   * @param {Scene} scene @param {boolean} animate
   * @returns {{moves: Move[], come: SVGGElement[], gone: SVGGElement[]}}
   */
  #setPieces(scene, animate) {
    const old = this.#pieces;
    this.#pieces = new Map();
    const moves = [];
    const come = [];
    const height = (/** @type {Piece} */ piece) => (piece.flags.active ? 1e6 : 0) + piece.flags.height;
    for (const piece of [...scene.pieces].sort((a, b) => height(a) - height(b))) {
      const { at, facing, ...rest } = piece;
      const place = { ...at, facing };
      const look = JSON.stringify([rest, scene.sides]);
      const known = old.get(piece.id);
      const node = known?.node ?? s('g', { 'data-id': piece.id, role: 'button' });
      if (known?.look !== look) {
        node.dataset.side = sideColour(scene.sides, piece.side);
        node.setAttribute('aria-label', pieceName(piece, scene.sides));
        clear(node, drawPiece(piece));
      }
      node.setAttribute('class', `piece ${piece.kind}${piece.flags.active ? ' active' : ''}${piece.flags.faded ? ' faded' : ''}`);
      node.setAttribute('transform', stand(place, facing));
      const layer = onGround(piece) ? this.layers.low : this.layers.high;
      // Moving a node takes the focus from it.
      if (document.activeElement !== node || node.parentNode !== layer) layer.append(node);
      if (known && animate && moveTime(known.place, place)) moves.push({ id: piece.id, from: known.place, to: place, half: halfOf(piece.base) });
      if (!known && animate) come.push(node);
      this.#pieces.set(piece.id, { node, look, place });
    }
    const gone = [...old].filter(([id]) => !this.#pieces.has(id)).map(([, { node }]) => node);
    if (!animate) gone.forEach((node) => node.remove());
    return { moves, come, gone: animate ? gone : [] };
  }

  /**
   * Lets pieces fly to their new places, the lost fade and the new appear.
   * @param {Move[]} moves
   * @param {SVGGElement[]} come
   * @param {SVGGElement[]} gone
   * @param {Map<string, import('./tags.js').Tag>} before
   */
  async #play(moves, come, gone, before) {
    const flights = moves.map(({ id, from, to, half }) => {
      const tag = this.#tags.all.get(`piece ${id}`);
      const was = before.get(`piece ${id}`)?.label.box;
      return { id, from, to, tag, was, at: way(from, to, half) };
    });
    const ms = Math.max(come.length || gone.length ? FADE_MS : 0, ...moves.map(({ from, to }) => moveTime(from, to)));
    const motion = tween(ms, (share) => {
      const { scale } = this.camera.view;
      const rest = 1 - eased(share);
      for (const { id, from, to, tag, was, at } of flights) {
        const place = share < 1 ? at(share) : to;
        this.#pieces.get(id)?.node.setAttribute('transform', stand(place, place.facing));
        if (!tag) continue;
        // The label flies with its piece and on the way changes to where it will hang.
        const { x, y } = tag.label.box;
        const shift = was ? { x: was.x - x - (from.x - to.x) * scale, y: was.y - y + (from.y - to.y) * scale } : { x: 0, y: 0 };
        this.#tags.hang(tag, x + (place.x - to.x) * scale + shift.x * rest, y - (place.y - to.y) * scale + shift.y * rest);
      }
      for (const node of come) node.style.opacity = share < 1 ? String(share) : '';
      for (const node of gone) node.style.opacity = String(1 - share);
    });
    this.#motion = motion;
    this.#tags.leaders.classList.add('moving');
    await motion.done;
    gone.forEach((node) => node.remove());
    this.#tags.leaders.classList.remove('moving');
    this.#refresh(true);
  }

  #drawOverlay() {
    const { scene, overlayKind: kind } = this;
    this.#overlaid = [];
    // A board without a ruler is one that nobody may measure on.
    if (!scene?.board?.ruler.length || kind === 'none') return;
    const wanted = this.#overlayId ?? this.#looked;
    const one = scene.pieces.filter((piece) => piece.id === wanted && !onGround(piece));
    const active = scene.pieces.filter((piece) => piece.flags.active && !onGround(piece));
    const yours = scene.pieces.filter((piece) => piece.side !== null && scene.sides[piece.side]?.you);
    const all = scene.pieces.filter((piece) => piece.arcs.length);
    const targets = one.length ? one : active.length ? active : kind === 'arcs' ? all : (yours.length ? yours : all).slice(0, 1);
    const sections_mm = scene.board.ruler;
    this.#overlaid = targets.flatMap((piece) => {
      const arcs = kind === 'ranges' ? [null] : piece.arcs.map((arc) => /** @type {[number, number]} */ ([arc.from_deg, arc.to_deg]));
      return arcs.map((arc) => /** @type {Mark} */ ({
        kind: 'range_bands', footprint: piece.base, at: piece.at, facing: piece.facing, arc, sections_mm, side: piece.side,
      }));
    });
  }

  /** @returns {Mark[]} */
  get #marks() {
    return [...this.scene?.marks ?? [], ...this.#overlaid, ...this.#placing?.placing.marks ?? [], ...this.#previewed];
  }

  #drawMarks() {
    const sides = this.scene?.sides ?? [];
    const order = ['range_bands', 'area', 'template', 'ghost'];
    const lying = this.#marks.filter((mark) => mark.kind !== 'line').sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
    clear(this.layers.under, lying.map((mark) => drawMark(mark, sides)));
    clear(this.layers.over, this.#marks.filter((mark) => mark.kind === 'line').map((mark) => drawMark(mark, sides)));
  }

  // ---- labels and scale ----

  /** Draws what depends on the view, once a frame. @param {boolean} [settle] labels may glide to better places */
  #refresh(settle = false) {
    this.#settling ||= settle;
    const { view } = this.camera;
    for (const world of [this.world, this.top]) world.setAttribute('transform', `translate(${view.x} ${view.y}) scale(${view.scale} ${-view.scale})`);
    this.paper.setAttribute('transform', `translate(${view.x} ${view.y})`);
    this.#placing?.zoomed(view.scale);
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      // A board that was taken away while something moved on it has no size of type any more.
      if (!this.scene?.board || !this.root.isConnected) return;
      this.#ground.measure(this.camera, unit(this.root), this.tools);
      const zoomed = this.camera.view.scale !== this.#laidAt;
      if (this.#settling || zoomed) this.#layLabels(!zoomed);
      this.#settling = false;
    });
  }

  /** @param {boolean} [glide] */
  #layLabels(glide = false) {
    const { scene, camera } = this;
    if (!scene?.board) return;
    const { view, size } = camera;
    const board = { x: 0, y: -scene.board.height * view.scale, width: scene.board.width * view.scale, height: scene.board.height * view.scale };
    const seen = { x: 4 - view.x, y: 4 - view.y, width: size.width - 8, height: size.height - 8 };
    const tools = { x: -view.x, y: -view.y, width: this.tools.offsetWidth + 14, height: this.tools.offsetHeight + 14 };
    const room = {
      x: Math.min(board.x, seen.x), y: Math.min(board.y, seen.y),
      width: Math.max(board.x + board.width, seen.x + seen.width) - Math.min(board.x, seen.x),
      height: Math.max(board.y + board.height, seen.y + seen.height) - Math.min(board.y, seen.y),
    };
    this.#tags.layer.classList.toggle('gliding', glide && !this.options.reduced());
    this.#tags.lay(scene, [...this.#marks, ...this.#placingMark()], { scale: view.scale, unit: unit(this.root), board, room, seen, tools });
    this.#laidAt = view.scale;
    this.#dress();
  }

  /** Why something may not be placed where it is, as a label at it. @returns {Mark[]} */
  #placingMark() {
    if (!this.#placing) return [];
    const { place, placing, why } = this.#placing;
    return [{ kind: 'ghost', piece: null, base: placing.base, figure: null, at: place, facing: place.facing, label: why }];
  }

  // ---- looking and picking ----

  /** Marks what is highlighted and what can be picked. */
  #dress() {
    const labelled = new Set([...this.#tags.all.values()].map(({ label }) => label.owner));
    const dress = (/** @type {Element} */ node, /** @type {string} */ id) => {
      node.classList.toggle('highlighted', this.#highlighted.has(id));
      node.classList.toggle('selectable', this.#selectable.has(id));
      node.classList.toggle('moved', this.#placing?.placing.piece === id);
    };
    for (const [id, { node }] of this.#pieces) {
      dress(node, id);
      node.setAttribute('tabindex', this.#selectable.has(id) || labelled.has(id) ? '0' : '-1');
    }
    for (const { node, label } of this.#tags.all.values()) if (label.owner) dress(node, label.owner);
    for (const [id, node] of this.cards.nodes) dress(node, id);
  }

  /** @param {string | null} id */
  #look(id) {
    if (id === this.#looked) return;
    this.#looked = id;
    for (const { node, label } of this.#tags.all.values()) node.classList.toggle('looked', !!id && label.owner === id);
    if (this.overlayKind !== 'none' && !this.#overlayId && id) this.overlay(this.overlayKind);
    const node = id === null ? undefined : this.#pieces.get(id)?.node ?? this.cards.find(id);
    this.#inspect(node ? id : null, node?.getBoundingClientRect() ?? null);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.camera.dragged && event.detail) return;
    const id = idOf(event);
    if (id !== null) this.#pick(id);
    else if (this.#placing && this.svg.contains(/** @type {Node} */ (event.target))) {
      if (!this.#placing.root.contains(/** @type {Node} */ (event.target))) this.#placing.move(this.camera.toBoard(this.camera.at(event)));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const id = idOf(event);
    if (id === null || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    event.stopPropagation();
    this.#pick(id);
  }
}

/** From the middle of a base to its front. @param {import('../../types/protocol.js').Outline} base */
const halfOf = (base) => (base.kind === 'rect' ? base.height / 2 : base.kind === 'circle' ? base.radius : 0);

/** The piece, card or pile an event is about. @param {Event} event */
const idOf = (event) => /** @type {Element} */ (event.target).closest?.('[data-id]')?.getAttribute('data-id') ?? null;

/** Type grows with the window, never below its ordinary size. @param {Element} element */
const unit = (element) => Math.max(1, parseFloat(getComputedStyle(element).fontSize) / 16);
