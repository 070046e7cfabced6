// @ts-check
// Cards, backs and piles, and the table they lie on. Of a hidden card nothing is shown but its back.

import { clear, h, keep } from '../dom.js';
import { drawGlyph } from './glyphs.js';
import { hyphenated, learn, titled } from './hyphens.js';
import { pace } from './motion.js';
import { sideColour } from './pieces.js';

/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** @typedef {import('../../types/protocol.js').Card} Card */
/** @typedef {import('../../types/protocol.js').CardRow} CardRow */
/** @typedef {import('../../types/protocol.js').Chip} Chip */
/** @typedef {import('../../types/protocol.js').Pile} Pile */
/** @typedef {import('../../types/protocol.js').Pips} Pips */
/** @typedef {import('../../types/protocol.js').Slot} Slot */
/** @typedef {import('../../types/protocol.js').Value} Value */

const MOST_PIPS = 8;
const MOVE_MS = 380;
/** How high a slim row is, measured by others; the style sheet knows it too. */
const SLIM = 0.88;
/** With more rows than these, cards are so low that their text has to give way. */
const CROWDED = 5;
/** How wide a card that lies across is, an open pile, and a gap, measured by the upright card or closed pile. */
const WIDE = 1.22;
const OPEN = 1.35;
const GAP = 0.15;
/** So many cards in a row leave little room for markers. */
const MANY = 5;

/** A row as it is drawn. @typedef {{node: HTMLElement, slots: HTMLElement, note: HTMLElement, piles: HTMLElement}} Row */
/** A slot as it is drawn, with the cards and piles in it by id. @typedef {{node: HTMLElement, ids: Map<string, HTMLElement>}} Place */

/**
 * A card as it lies on the table.
 * @param {Card} card
 * @param {{side: string | number | null}} look the side's colour as `data-side` takes it
 * @returns {HTMLElement}
 */
export function drawCard(card, { side }) {
  const classes = ['card', card.hidden && 'back', card.active && 'active', card.faded && 'faded', card.turned && 'turned'];
  const props = { class: classes.filter(Boolean).join(' '), 'data-side': side ?? 'none', 'data-id': card.id || null };
  if (card.hidden) return h('article', props, h('div', { class: 'card-back' }));
  return h('article', props,
    h('div', { class: 'card-face' },
      h('h4', { class: 'card-title', lang: card.title_lang || null }, titled(card.title)),
      card.state ? h('p', { class: 'card-state' }, card.state) : null,
      card.subtitle ? h('p', { class: 'card-kind' }, card.subtitle) : null,
      card.lines.map((line) => h('p', { class: 'card-line' }, hyphenated(line))),
      h('div', { class: 'card-foot' },
        card.chips.length ? h('div', { class: 'card-chips' }, card.chips.map(drawChip)) : null,
        card.pips.map(drawPips),
        card.values.length ? h('dl', { class: 'card-values' }, card.values.map(drawValue)) : null)),
    card.attached.length ? h('ul', { class: 'attached' }, card.attached.map((under) => h('li', {
      class: under.hidden ? 'back' : null, 'data-id': under.id || null,
    }, under.hidden ? null : under.title))) : null);
}

/** A value with its name, or with the sign that stands for it. @param {Value} value @returns {HTMLElement} */
export function drawValue(value) {
  const label = value.glyph ? [drawGlyph(value.glyph), h('span', { class: 'hidden-text' }, value.label)] : value.label;
  return h('div', { 'data-tone': value.tone, title: value.glyph ? `${value.label} ${value.value}` : null }, h('dt', null, label), h('dd', { class: 'value' }, value.value));
}

/** @param {Chip} chip @returns {HTMLElement} */
export function drawChip(chip) {
  return h('span', { class: 'chip', 'data-tone': chip.tone, title: chip.title || null }, [...chip.text].slice(0, 3).join(''));
}

/**
 * Markers in a row, or as numbers if there are too many to count at a glance.
 * @param {Pips} pips
 * @returns {HTMLElement | null}
 */
export function drawPips(pips) {
  const count = pips.full + pips.spent + pips.empty;
  if (!count) return null;
  const text = `${pips.full} / ${count}`;
  const kinds = [['full', pips.full], ['spent', pips.spent], ['empty', pips.empty]];
  return h('div', { class: `card-pips ${pips.shape}`, 'data-tone': pips.tone, role: 'img', 'aria-label': `${pips.label} ${text}`.trim() },
    pips.label ? h('span', { class: 'muted' }, pips.label) : null,
    count > MOST_PIPS ? h('b', null, text)
      : kinds.flatMap(([kind, number]) => Array.from({ length: Number(number) }, () => h('i', { class: `pip ${kind}` }))));
}

/** @param {Pile} pile @param {string} side @returns {HTMLElement} */
function drawPile(pile, side) {
  const depth = pile.count < 2 ? pile.count : pile.count < 9 ? 2 : 3;
  const open = pile.top && !pile.hidden;
  const top = pile.top && open ? { ...pile.top, id: '' } : null;
  return h('div', { class: `pile depth-${depth}${pile.top ? ' open' : ''}`, 'data-side': side, 'data-id': pile.id || null },
    pile.count === 0 ? h('div', { class: 'card no-card' })
      : top ? drawCard(top, { side }) : h('div', { class: 'card back' }, h('div', { class: 'card-back' })),
    h('span', { class: 'pile-count' }, String(pile.count)),
    h('span', { class: 'pile-name', title: pile.name }, pile.name));
}

/**
 * Things that were drawn, by what they show: the same is not drawn twice.
 * @template T
 */
class Kept {
  /** @type {Map<string, T[]>} */
  #before = new Map();
  /** @type {Map<string, T[]>} */
  #now = new Map();

  /** What is not asked for until the next turn is forgotten. */
  turn() {
    this.#before = this.#now;
    this.#now = new Map();
  }

  /** @param {string} look @param {() => T} draw @returns {T} */
  get(look, draw) {
    const one = this.#before.get(look)?.shift() ?? draw();
    this.#now.set(look, [...this.#now.get(look) ?? [], one]);
    return one;
  }
}

/** The rows of a card game. */
export class CardTable {
  rows = h('div', { class: 'card-rows' });
  root = h('div', { class: 'card-table', hidden: true }, this.rows);
  /** Cards and piles by id. @type {Map<string, HTMLElement>} */
  nodes = new Map();
  /** @type {Kept<Row>} */
  #rows = new Kept();
  /** @type {Kept<Place>} */
  #places = new Kept();
  /** Cards on their way. @type {Animation[]} */
  #arriving = [];

  /** @param {string} id */
  find(id) {
    return this.nodes.get(id);
  }

  /** Brings one of these cards into view, unless one is. @param {Set<string>} ids */
  reveal(ids) {
    const nodes = [...ids].flatMap((id) => this.nodes.get(id) ?? []);
    if (nodes.length === 0) return;
    const { top, bottom } = this.root.getBoundingClientRect();
    const inView = (/** @type {HTMLElement} */ node) => node.getBoundingClientRect().top >= top && node.getBoundingClientRect().bottom <= bottom;
    if (!nodes.some(inView)) nodes.at(-1)?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * @param {Scene} scene @param {boolean} animate
   * @returns {Promise<void>}
   */
  async show(scene, animate) {
    learn(scene.breaks);
    const before = animate ? rects(this.nodes) : new Map();
    for (const one of this.#arriving) one.cancel();
    const focused = this.root.contains(document.activeElement) ? document.activeElement?.getAttribute('data-id') ?? '' : '';
    this.nodes.clear();
    this.#rows.turn();
    this.#places.turn();
    const weight = scene.rows.reduce((sum, row) => sum + (row.slim ? SLIM : 1), 0);
    this.rows.classList.toggle('crowded', weight > CROWDED);
    measure(this.rows, '--rows', weight);
    measure(this.rows, '--count', scene.rows.length);
    measure(this.rows, '--piled', scene.rows.filter((row) => row.slots.some((slot) => slot.kind === 'pile') || row.note).length);
    keep(this.rows, scene.rows.map((row) => this.#row(row, scene)));
    const active = this.nodes.get(focused);
    if (active && active !== document.activeElement) active.focus({ preventScroll: true });
    if (!animate) return;
    // All are measured before any is moved.
    const now = rects(this.nodes);
    this.#arriving = [...this.nodes].flatMap(([id, node]) => arrive(node, before.get(id), /** @type {DOMRect} */ (now.get(id))) ?? []);
    await Promise.all(this.#arriving.map((one) => one.finished.catch(() => {})));
  }

  /** @param {CardRow} row @param {Scene} scene @returns {HTMLElement} */
  #row(row, scene) {
    const side = sideColour(scene.sides, row.side);
    const piles = row.slots.filter((slot) => slot.kind === 'pile');
    const cards = row.slots.slice(0, row.slots.findLastIndex((slot) => slot.kind === 'card') + 1).filter((slot) => slot.kind !== 'pile');
    const drawn = this.#rows.get(JSON.stringify([row.name, side, row.side === null, row.slim, !!row.note, piles.length > 0]), () => drawRow(row, side, piles.length > 0));
    keep(drawn.slots, cards.map((slot) => this.#slot(slot, side)));
    drawn.slots.classList.toggle('many', cards.length >= MANY);
    if (drawn.note.textContent !== row.note) clear(drawn.note, row.note);
    keep(drawn.piles, piles.map((slot) => this.#slot(slot, side)));
    const width = (/** @type {Slot} */ slot) => (slot.kind === 'gap' ? GAP : slot.kind === 'pile' ? (slot.top ? OPEN : 1) : slot.turned ? WIDE : 1);
    measure(drawn.node, '--cards', cards.reduce((sum, slot) => sum + width(slot), 0) || 1);
    measure(drawn.node, '--piles', piles.reduce((sum, slot) => sum + width(slot), 0));
    return drawn.node;
  }

  /** @param {Slot} slot @param {string} side @returns {HTMLElement} */
  #slot(slot, side) {
    const { node, ids } = this.#places.get(JSON.stringify([slot, side]), () => drawSlot(slot, side));
    for (const [id, one] of ids) this.nodes.set(id, one);
    return node;
  }
}

/** A row with nothing in it yet. @param {CardRow} row @param {string} side @param {boolean} piled @returns {Row} */
function drawRow(row, side, piled) {
  const slots = h('div', { class: 'slots' });
  const note = h('p', { class: 'row-note' });
  const piles = h('div', { class: 'piles' });
  const node = h('section', { class: `card-row${row.slim ? ' slim' : ''}${row.note ? ' noted' : ''}`, 'data-side': side, 'aria-label': row.name },
    h('h3', { class: 'row-name' }, row.side === null ? null : h('i', { class: 'side-mark', 'data-side': side }), row.name),
    slots, row.note ? note : null, piled ? piles : null);
  return { node, slots, note, piles };
}

/** @param {Slot} slot @param {string} side @returns {Place} */
function drawSlot(slot, side) {
  /** @type {Place['ids']} */
  const ids = new Map();
  if (slot.kind === 'gap') return { node: h('div', { class: 'slot gap' }), ids };
  const node = slot.kind === 'pile' ? drawPile(slot, side) : drawCard(slot, { side });
  for (const one of [node, .../** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll('[data-id]'))]) {
    const id = one.getAttribute('data-id');
    if (!id) continue;
    one.setAttribute('tabindex', '0');
    one.setAttribute('role', 'button');
    one.setAttribute('aria-label', nameOf(slot, one === node ? '' : one.textContent ?? ''));
    ids.set(id, one);
  }
  return { node: h('div', { class: slot.kind === 'card' && slot.turned ? 'slot wide' : 'slot' }, node), ids };
}

/** Tells the style sheet a number; what has not changed is not told again. @param {HTMLElement} node @param {string} name @param {number} value */
function measure(node, name, value) {
  if (node.style.getPropertyValue(name) !== String(value)) node.style.setProperty(name, String(value));
}

/** @param {Map<string, HTMLElement>} nodes */
const rects = (nodes) => new Map([...nodes].map(([id, node]) => [id, node.getBoundingClientRect()]));

/** What a screen reader says of a slot. @param {Exclude<Slot, {kind: 'gap'}>} slot @param {string} attached */
function nameOf(slot, attached) {
  if (attached) return attached;
  if (slot.kind === 'pile') return `${slot.name}, ${slot.count}`;
  const values = slot.values.map(({ label, value }) => `${label} ${value}`);
  return slot.hidden ? '?' : [slot.title, slot.state, slot.subtitle, ...values].filter(Boolean).join(', ');
}

/**
 * A card slides from where it lay; a new one appears.
 * @param {HTMLElement} node @param {DOMRect | undefined} before @param {DOMRect} now
 * @returns {Animation | null}
 */
function arrive(node, before, now) {
  const [dx, dy] = before ? [before.left - now.left, before.top - now.top] : [0, 0];
  if (before && Math.hypot(dx, dy) < 1) return null;
  const from = before ? { transform: `translate(${dx}px, ${dy}px)` } : { opacity: 0, transform: 'translateY(-0.6rem)' };
  return node.animate([from, { opacity: 1, transform: 'none' }], { duration: pace(MOVE_MS), easing: 'ease-in-out' });
}
