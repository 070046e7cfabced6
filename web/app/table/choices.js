// @ts-check
// A question answered by choosing among options: one or several, as a list or as a grid such as a dial.

import { clear, h } from '../dom.js';
import { drawSign } from '../draw/shape.js';
import { t } from '../words.js';
import { kept } from './names.js';
import { whyLine } from './rule.js';

/** @typedef {import('../../types/protocol.js').Question} Question */
/** @typedef {import('../../types/protocol.js').About} About */
/** @typedef {import('../../types/protocol.js').Why} Why */
/** @typedef {import('../../types/protocol.js').Reply} Reply */
/** @typedef {import('./decision.js').Draft} Draft */
/** @typedef {import('./decision.js').FormHost} FormHost */

/**
 * An option, or one that the rules refuse and that then has no index. Row and column say where it lies among the others, for
 * the arrow keys; what is not in the grid lies below it.
 * @typedef {{text: string, about: About, index: number | null, refused: number | null, why: Why | null, row: number, column: number, number: number, button: HTMLElement}} Item
 */

/** Refused options beyond this number are folded away. */
const UNFOLDED = 2;

export class Choices {
  /**
   * @param {Question} question
   * @param {Draft} draft
   * @param {FormHost} host
   */
  constructor(question, draft, host) {
    this.question = question;
    this.draft = draft;
    this.host = host;
    const form = question.form;
    this.min = form.kind === 'some' ? form.min : 1;
    this.max = form.kind === 'some' ? form.max : 1;
    this.several = form.kind === 'some';
    this.items = this.arrange();
    /** What is looked at. @type {Item | null} */
    this.shown = null;
    this.detail = h('div', { class: 'detail', 'aria-live': 'polite' });
    /** How high that has been. */
    this.room = 0;
    this.element = this.build();
    this.refresh();
  }

  /** @returns {Item[]} in the order in which they are shown */
  arrange() {
    const { options, refused, passive } = this.question;
    /** @type {Item[]} */
    const all = [
      ...options.map((option, index) => ({ ...option, index, refused: null, why: null })),
      ...refused.map((option, index) => ({ ...option, index: null, refused: index })),
    ].map((item) => ({ row: 0, column: 0, number: 0, button: h('button'), ...item }));
    const inGrid = all.filter((item) => item.about.cell);
    for (const item of inGrid) {
      item.row = item.about.cell?.row ?? 0;
      item.column = item.about.cell?.column ?? 0;
    }
    const middle = Math.max(0, ...inGrid.map((item) => item.column)) / 2;
    const inList = all.filter((item) => !item.about.cell);
    inList.sort((a, b) => rank(a) - rank(b));
    inList.forEach((item, place) => Object.assign(item, { row: -1 - place, column: middle, number: item.index === null ? 0 : place + 1 }));
    return [...inGrid, ...inList];

    /** @param {Item} item */
    function rank(item) {
      return item.index === null ? 2 : item.index === passive ? 1 : 0;
    }
  }

  build() {
    for (const item of this.items) item.button = this.button(item);
    const grid = this.items.filter((item) => item.about.cell);
    const list = this.items.filter((item) => !item.about.cell && item.index !== null);
    const refused = this.items.filter((item) => !item.about.cell && item.index === null);
    return h('div', { class: grid.length > 0 ? 'choices with-dial' : 'choices', role: this.several ? 'group' : 'radiogroup', 'aria-label': this.question.text, onpointerleave: () => this.look(null) },
      this.several && h('p', { class: 'muted small' }, t(this.min === this.max ? 'decide.some.exact' : 'decide.some.range', { min: this.min, max: this.max })),
      grid.length > 0 && this.grid(grid),
      list.length > 0 && h('div', { class: `option-list ${crowding(list)}` }, list.map((item) => item.button)),
      this.detail,
      refused.length > 0 && this.refusals(refused));
  }

  /** @param {Item[]} items */
  grid(items) {
    const columns = Math.max(...items.map((item) => item.column)) + 1;
    const rows = [...new Set(items.map((item) => item.row))].sort((a, b) => b - a);
    const cells = rows.flatMap((row) => {
      const label = items.find((item) => item.row === row && item.about.cell?.row_label)?.about.cell?.row_label ?? '';
      return [
        h('span', { class: 'dial-label', 'aria-hidden': 'true' }, label),
        ...Array.from({ length: columns }, (_, column) =>
          items.find((item) => item.row === row && item.column === column)?.button ?? h('span', { class: 'dial-gap' })),
      ];
    });
    return h('div', { class: 'dial', style: { '--columns': columns } }, cells);
  }

  /** @param {Item[]} items */
  refusals(items) {
    const lines = items.map((item) => {
      item.button.append(whyLine(/** @type {Why} */ (item.why)));
      return item.button;
    });
    if (items.length <= UNFOLDED) return h('div', { class: 'option-list' }, lines);
    return h('details', { class: 'fold' },
      h('summary', null, t('decide.refused.some', { n: items.length })),
      h('div', { class: 'option-list' }, lines));
  }

  /** @param {Item} item */
  button(item) {
    const { cell, sign, tone } = item.about;
    const refused = item.index === null;
    // What is refused carries a link to its rule, which a button may not contain.
    const tag = refused && !cell ? 'div' : 'button';
    return h(/** @type {'button'} */ (tag), {
      class: `option${cell ? ' cell' : ''}${refused ? ' refused' : ''}${item.index === this.question.passive ? ' passive' : ''}`,
      type: tag === 'button' ? 'button' : null,
      role: tag === 'div' ? null : this.several ? 'checkbox' : 'radio',
      'aria-checked': tag === 'div' ? null : false,
      'aria-disabled': tag === 'button' && refused ? true : null,
      'aria-label': cell ? item.text : null,
      title: cell ? item.text : null,
      tabindex: tag === 'div' ? null : -1,
      'data-tone': tone,
      // A finger is no pointer that hovers: it looks by choosing.
      onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && this.look(item),
      onfocus: () => this.look(item),
      onclick: () => this.click(item),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.repeat || refused) return;
        this.enter(item);
        this.host.confirm();
      },
    },
    this.several && !refused && h('span', { class: 'tick', 'aria-hidden': 'true' }),
    !this.several && !cell && item.number > 0 && item.number < 10 && h('kbd', { class: 'for-keys', 'aria-hidden': 'true' }, item.number),
    sign && drawSign(sign),
    (!cell || !sign) && h('span', { class: 'option-text' }, kept(item.text)));
  }

  /** @param {Item} item */
  click(item) {
    if (item.index === null) this.look(item);
    else if (!this.several && this.draft.chosen === item.index) this.host.confirm();
    else this.choose(item);
  }

  /** Enter confirms what is chosen, and where only one can be, it chooses. @param {Item} item */
  enter(item) {
    if (!this.several) this.choose(item);
  }

  /** @param {Item} item */
  choose(item) {
    if (item.index === null) return this.look(item);
    if (!this.several) {
      this.draft.chosen = item.index;
    } else if (!this.draft.set.delete(item.index)) {
      if (this.max === 1) this.draft.set.clear();
      if (this.draft.set.size < this.max) this.draft.set.add(item.index);
    }
    this.refresh();
    this.look(item);
    this.host.changed();
  }

  /** @returns {Item | undefined} */
  chosen() {
    return this.several ? undefined : this.items.find((item) => item.index !== null && item.index === this.draft.chosen);
  }

  refresh() {
    const entry = this.chosen() ?? this.items.find((item) => item.index !== null);
    for (const item of this.items) {
      if (item.button.tagName === 'DIV') continue;
      const picked = item.index !== null && (this.several ? this.draft.set.has(item.index) : this.draft.chosen === item.index);
      item.button.setAttribute('aria-checked', String(picked));
      item.button.tabIndex = item === entry || (this.several && item.index !== null) ? 0 : -1;
    }
  }

  /** Shows what an option leads to; without one, what the chosen option leads to. @param {Item | null} item */
  look(item) {
    const shown = item ?? this.chosen() ?? null;
    this.shown = shown;
    if (!shown) {
      this.host.preview(null);
      clear(this.detail);
      return;
    }
    const hint = this.host.hint(shown, () => this.shown === shown && this.look(shown));
    this.host.preview(hint ?? { detail: '', pieces: shown.about.pieces, marks: [] });
    if (shown.why) clear(this.detail, name(shown), shown.about.cell && whyLine(shown.why));
    else clear(this.detail, name(shown), hint?.detail && h('p', { class: 'muted' }, hint.detail));
    this.keepRoom();
  }

  /** The room that a hint has taken it keeps: what stands below it and is pointed at would slip away from the pointer for ever. */
  keepRoom() {
    const { height } = this.detail.getBoundingClientRect();
    // On a small screen it has a height of its own and scrolls.
    if (height <= this.room || getComputedStyle(this.detail).overflowY === 'auto') return;
    this.room = height;
    this.detail.style.minHeight = `${height}px`;
  }

  preview() {
    this.look(null);
  }

  /** @returns {Reply | null} */
  reply() {
    if (!this.several) return this.draft.chosen === null ? null : { one: this.draft.chosen };
    const size = this.draft.set.size;
    return size < this.min || size > this.max ? null : { some: [...this.draft.set].sort((a, b) => a - b) };
  }

  label() {
    if (!this.several) {
      const chosen = this.chosen();
      return chosen ? t('decide.confirm', { what: chosen.text }) : t('decide.choose');
    }
    const n = this.draft.set.size;
    return n === 0 ? t(this.min === 0 ? 'decide.some.none' : 'decide.choose') : t('decide.some', { n });
  }

  /** Pieces that tell options apart. @returns {string[]} */
  pieces() {
    const { options } = this.question;
    const all = new Set(options.flatMap((option) => option.about.pieces));
    return [...all].filter((id) => options.length === 1 || !options.every((option) => option.about.pieces.includes(id)));
  }

  /** @param {string} id */
  pick(id) {
    if (!this.pieces().includes(id)) return false;
    const fitting = this.items.filter((item) => item.index !== null && item.about.pieces.includes(id));
    const at = fitting.findIndex((item) => item.index === this.draft.chosen);
    if (!this.several && at >= 0 && fitting.length === 1) this.host.confirm();
    else if (fitting.length > 0) this.choose(fitting[(at + 1) % fitting.length]);
    return fitting.length > 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (step) return this.move(step[0], step[1]);
    if (/^[1-9]$/.test(event.key)) return this.number(event.key);
    return false;
  }

  /** @param {number} right @param {number} up */
  move(right, up) {
    const from = this.items.find((item) => item.button === document.activeElement) ?? this.chosen();
    if (!from) return this.go(this.items.find((item) => item.index !== null));
    if (!this.items.some((item) => item.about.cell)) [right, up] = [0, up - right];
    let best;
    let least = Infinity;
    for (const item of this.items) {
      if (item.button.tagName === 'DIV') continue;
      const [x, y] = [item.column - from.column, item.row - from.row];
      const ahead = x * right + y * up;
      const distance = ahead + 4 * Math.abs(x * up + y * right);
      if (ahead > 0 && distance < least) [best, least] = [item, distance];
    }
    return this.go(best);
  }

  /** The option with that number, or in a grid the row with that label. @param {string} digit */
  number(digit) {
    const row = this.items.filter((item) => item.index !== null && item.about.cell?.row_label === digit);
    if (row.length === 0) return this.go(this.items.find((item) => String(item.number) === digit), true);
    const wanted = this.chosen()?.column ?? Math.max(...this.items.map((item) => item.column)) / 2;
    row.sort((a, b) => Math.abs(a.column - wanted) - Math.abs(b.column - wanted));
    return this.go(row[0]);
  }

  /** @param {Item | undefined} item @param {boolean} [again] the same once more confirms */
  go(item, again = false) {
    if (!item) return false;
    item.button.focus();
    if (again) this.click(item);
    else if (!this.several) this.choose(item);
    return true;
  }

  stop() {}
}

/** What a cell of a grid is called; in a list the option says so itself. @param {Item} item */
const name = (item) => item.about.cell && h('p', { class: 'detail-name' }, h('b', null, item.text));

/** How a list of many options is laid out: short texts side by side, long ones close together. @param {Item[]} items */
function crowding(items) {
  if (items.length <= 8) return '';
  return items.every((item) => item.text.length <= 16) ? 'dense' : 'tight';
}
