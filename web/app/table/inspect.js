// @ts-check
// A closer look at a piece or card: everything that is known of it, beside it, without a click.

import { clear, h } from '../dom.js';
import { sideKey, sideMark } from './names.js';
import { cardDetails, cardFacts } from './rosters.js';

/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** @typedef {import('../../types/protocol.js').Card} Card */

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
    const found = scene && id !== null ? cardOf(scene, id) : null;
    if (!found || !rect || found.card.hidden) this.host.hidden = true;
    else this.timer = setTimeout(() => this.show(found, rect), this.host.hidden ? AFTER : 0);
  }

  close() {
    clearTimeout(this.timer);
    this.host.hidden = true;
  }

  /** @param {{card: Card, colour: number | null}} found @param {DOMRect} rect */
  show({ card, colour }, rect) {
    this.host.dataset.side = sideKey(colour);
    clear(this.host,
      h('p', { class: 'inspector-title' }, sideMark(colour), h('b', null, card.title), card.state && h('span', { class: 'muted small' }, card.state)),
      card.subtitle && h('p', { class: 'muted small' }, card.subtitle),
      cardFacts(card),
      card.chips.length > 0 && h('p', { class: 'small' }, card.chips.map((chip) => chip.title || chip.text).join(' · ')),
      cardDetails(card));
    this.host.hidden = false;
    const { width, height } = this.host.getBoundingClientRect();
    const right = rect.right + MARGIN + width < innerWidth;
    const left = right ? rect.right + MARGIN : Math.max(MARGIN, rect.left - MARGIN - width);
    this.host.style.left = `${left}px`;
    this.host.style.top = `${Math.max(MARGIN, Math.min(rect.top, innerHeight - height - MARGIN))}px`;
  }
}

/**
 * The card of a piece, or the card or pile itself.
 * @param {Scene} scene
 * @param {string} id
 * @returns {{card: Card, colour: number | null} | null}
 */
function cardOf(scene, id) {
  /** @param {number | null} side */
  const colour = (side) => (side === null ? null : scene.sides[side]?.colour ?? side);
  for (const roster of scene.rosters) {
    const card = within(roster.entries, id);
    if (card) return { card, colour: colour(roster.side) };
  }
  for (const row of scene.rows) {
    const cards = row.slots.flatMap((slot) => (slot.kind === 'card' ? [slot] : slot.kind === 'pile' && slot.top ? [slot.top] : []));
    const card = within(cards, id);
    if (card) return { card, colour: colour(row.side) };
  }
  return null;
}

/** @param {Card[]} cards @param {string} id @returns {Card | null} */
function within(cards, id) {
  for (const card of cards) {
    const found = card.id === id ? card : within(card.attached, id);
    if (found) return found;
  }
  return null;
}
