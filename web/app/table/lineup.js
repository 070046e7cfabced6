// @ts-check
// A question that comes again and again while others answer in between: several options can be lined up, to be answered one
// after the other. What is lined up stays on this page until its turn comes.

import { h } from '../dom.js';
import { t } from '../words.js';
import { Choices } from './choices.js';

/** @typedef {import('../../types/protocol.js').Question} Question */
/** @typedef {import('../../types/protocol.js').Reply} Reply */
/** @typedef {import('./choices.js').Item} Item */
/** @typedef {import('./decision.js').Draft} Draft */
/** @typedef {import('./decision.js').FormHost} FormHost */

export class Lineup extends Choices {
  /**
   * @param {Question} question
   * @param {Draft} draft
   * @param {FormHost} host
   */
  constructor(question, draft, host) {
    super(question, draft, host);
    const { options, passive } = question;
    /** What ends the row. */
    this.end = passive === null ? '' : options[passive].text;
    this.ends = h('input', { type: 'checkbox', onchange: () => {
      draft.ends = this.ends.checked;
      this.host.changed();
    } });
    this.after = h('label', { class: 'check' }, this.ends, t('lineup.then', { what: this.end }));
    this.element.classList.add('lineup');
    this.element.setAttribute('role', 'group');
    this.element.prepend(h('p', { class: 'muted small' }, t('lineup.hint')));
    this.detail.before(this.after);
    this.refresh();
  }

  /** @param {Item} item */
  button(item) {
    const button = super.button(item);
    if (button.tagName === 'DIV') return button;
    button.setAttribute('role', 'checkbox');
    button.append(h('span', { class: 'in-line', 'aria-hidden': 'true' }));
    return button;
  }

  /** Whether the row ends with passing: if nothing else was said, when there is one. */
  passes() {
    return this.end !== '' && (this.draft.ends ?? this.draft.order.length > 1);
  }

  /** @param {Item} item */
  click(item) {
    if (item.index === null) this.look(item);
    else this.choose(item);
  }

  /** @param {Item} item */
  enter(item) {
    if (this.draft.order.length === 0) this.choose(item);
  }

  /** @param {Item} item */
  choose(item) {
    if (item.index === null) return this.look(item);
    const { draft } = this;
    const { passive } = this.question;
    const at = draft.order.indexOf(item.index);
    if (item.index === passive) draft.order = at < 0 ? [item.index] : [];
    else if (at >= 0) draft.order.splice(at, 1);
    else draft.order = [...draft.order.filter((index) => index !== passive), item.index];
    this.refresh();
    this.look(item);
    this.host.changed();
  }

  /** Without anything to look at, everything that is lined up. @param {Item | null} item */
  look(item) {
    super.look(item);
    if (item) return;
    const lined = this.draft.order.map((index) => this.question.options[index]);
    this.host.preview({ detail: '', pieces: lined.flatMap((option) => option.about.pieces), marks: [] });
  }

  /** @returns {Item | undefined} */
  chosen() {
    return this.items.find((item) => item.index !== null && item.index === this.draft.order[0]);
  }

  refresh() {
    const { order } = this.draft;
    const { passive } = this.question;
    const entry = this.chosen() ?? this.items.find((item) => item.index !== null);
    for (const item of this.items) {
      const { button, index } = item;
      if (index === null) continue;
      const at = order.indexOf(index);
      button.setAttribute('aria-checked', String(at >= 0));
      button.setAttribute('aria-label', at >= 0 && index !== passive ? `${at + 1}. ${item.text}` : item.text);
      button.tabIndex = item === entry || order.length > 0 ? 0 : -1;
      const place = button.querySelector('.in-line');
      if (place) place.textContent = at >= 0 && index !== passive ? `${at + 1}.` : '';
    }
    // While the row of options is built, what ends it is not there yet.
    if (!this.after) return;
    this.after.hidden = this.end === '' || order.length === 0 || order[0] === passive;
    this.ends.checked = this.passes();
  }

  /** @returns {Reply | null} */
  reply() {
    const [first] = this.draft.order;
    return first === undefined ? null : { one: first };
  }

  /** What is answered after that, in the words of the options. @returns {string[]} */
  rest() {
    const [first, ...others] = this.draft.order;
    if (first === undefined || first === this.question.passive) return [];
    const texts = others.map((index) => this.question.options[index].text);
    return this.passes() ? [...texts, this.end] : texts;
  }

  label() {
    const n = this.draft.order.length;
    const chosen = this.chosen();
    if (!chosen) return t('decide.choose');
    const what = n > 1 ? t('lineup.row', { n }) : chosen.text;
    const ends = this.passes() && chosen.index !== this.question.passive;
    return t(ends ? 'lineup.confirm.end' : 'decide.confirm', { what, end: this.end });
  }

  /** @param {string} id */
  pick(id) {
    const found = this.pieces().includes(id) && this.items.find((item) => item.index !== null && item.about.pieces.includes(id));
    if (found) this.choose(found);
    return Boolean(found);
  }

  /** @param {Item | undefined} item @param {boolean} [again] */
  go(item, again = false) {
    item?.button.focus();
    if (item && again) this.click(item);
    return item !== undefined;
  }
}
