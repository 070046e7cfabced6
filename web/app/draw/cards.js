// @ts-check
// Cards, backs and piles, and the table they lie on. Of a hidden card nothing is shown but its back.

import { clear, h } from '../dom.js';
import { drawGlyph } from './glyphs.js';
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
/** How wide a card that lies across is, an open pile, and a gap, measured by the upright card or closed pile. */
const WIDE = 1.22;
const OPEN = 1.35;
const GAP = 0.15;

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
      h('h4', { class: 'card-title' }, card.title),
      card.state ? h('p', { class: 'card-state' }, card.state) : null,
      card.subtitle ? h('p', { class: 'card-kind' }, card.subtitle) : null,
      card.lines.map((line) => h('p', { class: 'card-line' }, line)),
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

/** The rows of a card game. */
export class CardTable {
  rows = h('div', { class: 'card-rows' });
  root = h('div', { class: 'card-table', hidden: true }, this.rows);
  /** Cards and piles by id. @type {Map<string, HTMLElement>} */
  nodes = new Map();

  /** @param {string} id */
  find(id) {
    return this.nodes.get(id);
  }

  /** Brings one of these cards into view, unless one is. @param {Set<string>} ids */
  reveal(ids) {
    const { top, bottom } = this.root.getBoundingClientRect();
    const nodes = [...ids].flatMap((id) => this.nodes.get(id) ?? []);
    const inView = (/** @type {HTMLElement} */ node) => node.getBoundingClientRect().top >= top && node.getBoundingClientRect().bottom <= bottom;
    if (!nodes.some(inView)) nodes.at(-1)?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * @param {Scene} scene @param {boolean} animate
   * @returns {Promise<void>}
   */
  async show(scene, animate) {
    const before = new Map([...this.nodes].map(([id, node]) => [id, node.getBoundingClientRect()]));
    const focused = document.activeElement?.getAttribute('data-id') ?? '';
    this.nodes.clear();
    const weight = scene.rows.reduce((sum, row) => sum + (row.slim ? SLIM : 1), 0);
    this.rows.style.setProperty('--rows', String(weight));
    this.rows.style.setProperty('--count', String(scene.rows.length));
    this.rows.style.setProperty('--piled', String(scene.rows.filter((row) => row.slots.some((slot) => slot.kind === 'pile') || row.note).length));
    clear(this.rows, scene.rows.map((row) => this.#row(row, scene)));
    this.nodes.get(focused)?.focus({ preventScroll: true });
    if (animate) await Promise.all([...this.nodes].map(([id, node]) => arrive(node, before.get(id))));
  }

  /** @param {CardRow} row @param {Scene} scene @returns {HTMLElement} */
  #row(row, scene) {
    const side = sideColour(scene.sides, row.side);
    const piles = row.slots.filter((slot) => slot.kind === 'pile');
    const cards = row.slots.slice(0, row.slots.findLastIndex((slot) => slot.kind === 'card') + 1).filter((slot) => slot.kind !== 'pile');
    const node = h('section', { class: row.slim ? 'card-row slim' : 'card-row', 'data-side': side, 'aria-label': row.name },
      h('h3', { class: 'row-name' }, row.side === null ? null : h('i', { class: 'side-mark', 'data-side': side }), row.name),
      h('div', { class: 'slots' }, cards.map((slot) => this.#slot(slot, side))),
      row.note ? h('p', { class: 'row-note' }, row.note) : null,
      piles.length ? h('div', { class: 'piles' }, piles.map((slot) => this.#slot(slot, side))) : null);
    const width = (/** @type {Slot} */ slot) => (slot.kind === 'gap' ? GAP : slot.kind === 'pile' ? (slot.top ? OPEN : 1) : slot.turned ? WIDE : 1);
    node.style.setProperty('--cards', String(cards.reduce((sum, slot) => sum + width(slot), 0) || 1));
    node.style.setProperty('--piles', String(piles.reduce((sum, slot) => sum + width(slot), 0)));
    return node;
  }

  /** @param {Slot} slot @param {string} side @returns {HTMLElement} */
  #slot(slot, side) {
    if (slot.kind === 'gap') return h('div', { class: 'slot gap' });
    const node = slot.kind === 'pile' ? drawPile(slot, side) : drawCard(slot, { side });
    for (const one of [node, ...node.querySelectorAll('[data-id]')]) {
      const id = one.getAttribute('data-id');
      if (!id) continue;
      one.setAttribute('tabindex', '0');
      one.setAttribute('role', 'button');
      one.setAttribute('aria-label', nameOf(slot, one === node ? '' : one.textContent ?? ''));
      this.nodes.set(id, /** @type {HTMLElement} */ (one));
    }
    return h('div', { class: slot.kind === 'card' && slot.turned ? 'slot wide' : 'slot' }, node);
  }
}

/** What a screen reader says of a slot. @param {Exclude<Slot, {kind: 'gap'}>} slot @param {string} attached */
function nameOf(slot, attached) {
  if (attached) return attached;
  if (slot.kind === 'pile') return `${slot.name}, ${slot.count}`;
  const values = slot.values.map(({ label, value }) => `${label} ${value}`);
  return slot.hidden ? '?' : [slot.title, slot.state, slot.subtitle, ...values].filter(Boolean).join(', ');
}

/**
 * A card slides from where it lay; a new one appears.
 * @param {HTMLElement} node @param {DOMRect | undefined} before
 */
async function arrive(node, before) {
  const now = node.getBoundingClientRect();
  const [dx, dy] = before ? [before.left - now.left, before.top - now.top] : [0, 0];
  if (before && Math.hypot(dx, dy) < 1) return;
  const from = before ? { transform: `translate(${dx}px, ${dy}px)` } : { opacity: 0, transform: 'translateY(-0.6rem)' };
  await node.animate([from, { opacity: 1, transform: 'none' }], { duration: pace(MOVE_MS), easing: 'ease-in-out' }).finished.catch(() => {});
}
