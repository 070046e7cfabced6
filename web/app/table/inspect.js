// @ts-check
// A closer look at a piece or card: everything that is known of it, beside it, without a click.

import { clear, h } from '../dom.js';
import { sideKey, sideMark } from './names.js';
import { cardDetails, cardFacts } from './rosters.js';

/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** @typedef {import('../../types/protocol.js').Card} Card */
/** @typedef {import('../../types/protocol.js').Pile} Pile */
/** @typedef {{colour: number | null, parts: import('../dom.js').Child[]}} Content */

const AFTER = 350;
const MARGIN = 12;

export class Inspector {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.timer = 0;
  }

  /**
   * @param {Scene | null} scene
   * @param {string | null} id
   * @param {DOMRect | null} rect
   */
  look(scene, id, rect) {
    clearTimeout(this.timer);
    const content = scene && id !== null ? contentOf(scene, id) : null;
    if (!content || !rect) this.host.hidden = true;
    else this.timer = setTimeout(() => this.show(content, rect), this.host.hidden ? AFTER : 0);
  }

  close() {
    clearTimeout(this.timer);
    this.host.hidden = true;
  }

  /** @param {Content} content @param {DOMRect} rect */
  show({ colour, parts }, rect) {
    this.host.dataset.side = sideKey(colour);
    clear(this.host, ...parts);
    this.host.hidden = false;
    const { width, height } = this.host.getBoundingClientRect();
    const [right, left] = [rect.right + MARGIN, rect.left - MARGIN - width];
    const [below, above] = [rect.bottom + MARGIN, rect.top - MARGIN - height];
    const beside = right + width < innerWidth ? right : left >= 0 ? left : null;
    const x = beside ?? Math.min(rect.left, innerWidth - width - MARGIN);
    const y = beside !== null ? Math.min(rect.top, innerHeight - height - MARGIN) : below + height < innerHeight ? below : above;
    this.host.style.left = `${Math.max(MARGIN, x)}px`;
    this.host.style.top = `${Math.max(MARGIN, y)}px`;
  }
}

/**
 * What is told of a piece, card or pile; nothing of what is hidden.
 * @param {Scene} scene
 * @param {string} id
 * @returns {Content | null}
 */
function contentOf(scene, id) {
  /** @param {number | null} side */
  const colour = (side) => (side === null ? null : scene.sides[side]?.color ?? side);
  const groups = [
    ...scene.rosters.map(({ side, entries }) => ({ side, cards: entries, piles: [] })),
    ...scene.rows.map(({ side, slots }) => ({ side, cards: slots.filter((slot) => slot.kind === 'card'), piles: slots.filter((slot) => slot.kind === 'pile') })),
  ];
  for (const { side, cards, piles } of groups) {
    const card = within(cards, id);
    const pile = piles.find((one) => one.id === id);
    if (card) return card.hidden ? null : { colour: colour(side), parts: ofCard(card, colour(side)) };
    if (pile) return pile.cards.length > 0 ? { colour: colour(side), parts: ofPile(pile, colour(side)) } : null;
  }
  return null;
}

/** @param {Card} card @param {number | null} colour */
const ofCard = (card, colour) => [
  h('p', { class: 'inspector-title' }, sideMark(colour), h('b', null, card.title), card.state && h('span', { class: 'muted small' }, card.state)),
  card.subtitle && h('p', { class: 'muted small' }, card.subtitle),
  cardFacts(card),
  card.chips.length > 0 && h('p', { class: 'small' }, card.chips.map((chip) => chip.title || chip.text).join(' · ')),
  cardDetails(card),
];

/** What lies in a pile, the top first. @param {Pile} pile @param {number | null} colour */
const ofPile = (pile, colour) => [
  h('p', { class: 'inspector-title' }, sideMark(colour), h('b', null, pile.name), h('span', { class: 'muted small' }, String(pile.count))),
  h('ol', { class: 'pile-list small' }, pile.cards.map((name) => h('li', null, name))),
];

/** @param {Card[]} cards @param {string} id @returns {Card | null} */
function within(cards, id) {
  for (const card of cards) {
    const found = card.id === id ? card : within(card.attached, id);
    if (found) return found;
  }
  return null;
}
