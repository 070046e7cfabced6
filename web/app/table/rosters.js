// @ts-check
// The forces of each side as a player looks for them: values, damage, tokens, cards, what is spent.

import { clear, h } from '../dom.js';
import { drawGlyph } from '../draw/glyphs.js';
import { t } from '../words.js';
import { clock, holderText, numbered, sideKey, sideMark } from './names.js';

/** @typedef {import('./socket.js').Look} Look */
/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** @typedef {import('../../types/protocol.js').Card} Card */
/** @typedef {import('../../types/protocol.js').Pips} Pips */
/** @typedef {import('./table.js').Desk} Desk */

/** So many units are shown in full; of more, names of values are left out until one is opened. */
const FEW = 6;
/** More markers in a row than this are counted for people, and more than that are not drawn. */
const COUNTED = 8;
const DRAWN = 16;

export class Rosters {
  /**
   * @param {HTMLElement} host
   * @param {Desk} desk
   */
  constructor(host, desk) {
    this.host = host;
    this.desk = desk;
    /** Entries whose cards are shown. @type {Set<string>} */
    this.unfolded = new Set();
  }

  /** @param {Look} look @param {Scene} scene */
  show(look, scene) {
    const focused = this.host.contains(document.activeElement) ? document.activeElement?.closest('[data-id]')?.getAttribute('data-id') : null;
    const rosters = scene.rosters.length > 0 ? scene.rosters : scene.sides.map((_, side) => ({ side, entries: [] }));
    const count = rosters.reduce((sum, roster) => sum + roster.entries.length, 0);
    this.host.classList.toggle('many', count > FEW);
    clear(this.host, rosters.map((roster) => this.roster(look, scene, roster.side, roster.entries)));
    if (focused) /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-id="${CSS.escape(focused)}"] button`))?.focus({ preventScroll: true });
  }

  /** @param {Look} look @param {Scene} scene @param {number} index @param {Card[]} entries */
  roster(look, scene, index, entries) {
    const side = scene.sides[index];
    const seat = look.seats[index];
    const colour = side?.color ?? index;
    const decides = look.waiting.includes(index);
    const who = !seat ? '' : look.yours.includes(index) ? (look.yours.length > 1 ? seat.player : t('you')) : holderText(seat) || seat.player;
    return h('section', { class: 'roster', 'data-side': sideKey(colour), 'aria-label': side?.name },
      h('h2', { class: 'caption' },
        sideMark(colour),
        h('span', { class: 'roster-name' }, side?.name, who && who !== side?.name && h('span', { class: 'who' }, ` · ${who}`)),
        seat?.holder === 'person' && !look.yours.includes(index) && h('span', { class: seat.present ? 'here' : 'here away', title: t(seat.present ? 'seats.present' : 'seats.absent') }),
        seat && seat.used_ms > 0 && h('span', { class: decides ? 'used number now' : 'used number' }, clock(seat.used_ms))),
      h('div', { class: 'units' }, entries.map((card) => this.unit(card, colour))));
  }

  /** @param {Card} card @param {number} colour */
  unit(card, colour) {
    if (card.hidden) return h('div', { class: 'unit back', 'data-side': sideKey(colour) }, h('span', { class: 'hidden-text' }, t('roster.hidden')));
    const open = this.unfolded.has(card.id);
    return h('article', {
      class: `unit${card.active ? ' active' : ''}${card.faded ? ' faded' : ''}${open ? ' open' : ''}`, 'data-id': card.id,
      onpointerenter: () => this.desk.highlight([card.id]), onpointerleave: () => this.desk.highlight([]),
    },
    h('button', {
      class: 'plain unit-head', type: 'button', 'aria-expanded': open, title: t('roster.details', { name: card.title }),
      onclick: () => {
        if (!this.unfolded.delete(card.id)) this.unfolded.add(card.id);
        this.desk.find(card.id);
        this.desk.redrawRosters();
      },
    },
    h('span', { class: 'unit-title' }, numbered(card.title)),
    card.state && h('span', { class: 'unit-state' }, card.state),
    card.subtitle && h('span', { class: 'unit-subtitle' }, card.subtitle)),
    cardFacts(card),
    !open && card.lines.length > 0 && h('p', { class: 'unit-lines' }, card.lines.join(' · ')),
    open && cardDetails(card));
  }
}

/**
 * Values, rows of markers and tokens of a card.
 * @param {Card} card
 */
export function cardFacts(card) {
  return [
    card.values.length > 0 && h('dl', { class: 'facts values' },
      card.values.map((value) => h('div', { 'data-tone': value.tone, title: value.label }, value.glyph && drawGlyph(value.glyph), h('dt', null, value.label), h('dd', { class: 'value' }, value.value)))),
    card.pips.length > 0 && h('dl', { class: 'facts' },
      card.pips.map((row) => h('div', { 'data-tone': row.tone }, h('dt', null, row.label, counted(row)), h('dd', null, pips(row))))),
    card.chips.length > 0 && h('ul', { class: 'chips' }, card.chips.map((chip) =>
      h('li', { class: 'chip', 'data-tone': chip.tone, title: chip.title },
        h('span', { 'aria-hidden': 'true' }, chip.text.slice(0, 3)), h('span', { class: 'hidden-text' }, chip.title || chip.text)))),
  ];
}

/** What is printed on a card and on what it carries. @param {Card} card */
export function cardDetails(card) {
  if (card.details.length === 0) return card.lines.length > 0 ? h('ul', { class: 'card-details' }, card.lines.map((line) => h('li', null, line))) : null;
  return h('ul', { class: 'card-details' }, card.details.map((detail) => h('li', null,
    h('p', null, h('b', null, detail.title), h('span', { class: 'muted small' }, [detail.kind, detail.state].filter(Boolean).map((word) => ` · ${word}`).join(''))),
    detail.text && h('p', { class: 'muted' }, detail.text))));
}

/** @param {Pips} row */
const all = (row) => row.full + row.spent + row.empty;

/** @param {Pips} row */
const counted = (row) => all(row) > COUNTED && all(row) <= DRAWN && h('span', { class: 'number', 'aria-hidden': 'true' }, ` ${row.full}/${all(row)}`);

/** @param {Pips} row */
function pips(row) {
  const total = all(row);
  const label = t(row.spent > 0 ? 'pips.spent' : 'pips', { label: row.label, full: row.full, total, spent: row.spent });
  if (total > DRAWN) return h('span', { class: 'value' }, `${row.full} / ${total}`);
  const some = (/** @type {number} */ count, /** @type {string} */ kind) => Array.from({ length: count }, () => h('i', { class: kind }));
  return h('span', { class: `pips ${row.shape}`, role: 'img', 'aria-label': label, title: label },
    some(row.full, 'full'), some(row.spent, 'spent'), some(row.empty, 'empty'));
}
