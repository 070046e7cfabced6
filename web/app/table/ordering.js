// @ts-check
// A question answered by putting all options in an order.

import { clear, h } from '../dom.js';
import { t } from '../words.js';

/** @typedef {import('../../types/protocol.js').Question} Question */
/** @typedef {import('../../types/protocol.js').Reply} Reply */
/** @typedef {import('./decision.js').Draft} Draft */
/** @typedef {import('./decision.js').FormHost} FormHost */

export class Ordering {
  /**
   * @param {Question} question
   * @param {Draft} draft
   * @param {FormHost} host
   */
  constructor(question, draft, host) {
    this.question = question;
    this.draft = draft;
    this.host = host;
    if (draft.order.length !== question.options.length) draft.order = question.options.map((_, index) => index);
    /** The entry that is looked at. @type {number | null} */
    this.shown = null;
    this.list = h('ol', { class: 'option-list ordering' });
    this.element = h('div', { class: 'choices' }, h('p', { class: 'muted small' }, t('decide.order.hint')), this.list);
    this.fill();
  }

  fill() {
    clear(this.list, this.draft.order.map((index, place) => {
      const { text, about } = this.question.options[index];
      /** @param {number} by @param {string} key @param {string} sign */
      const mover = (by, key, sign) => h('button', {
        class: 'button small', type: 'button', 'aria-label': t(key, { what: text }),
        disabled: place + by < 0 || place + by >= this.draft.order.length, onclick: () => this.shift(place, by),
      }, sign);
      return h('li', {
        class: 'option', tabindex: 0, 'data-place': place, 'data-tone': about.tone,
        onpointerenter: () => this.look(index), onfocus: () => this.look(index),
      }, h('kbd', null, place + 1), h('span', { class: 'option-text' }, text), mover(-1, 'decide.up', '↑'), mover(1, 'decide.down', '↓'));
    }));
  }

  /** Shows what an entry leads to. @param {number | null} index */
  look(index) {
    this.shown = index;
    if (index === null) return this.host.preview(null);
    const { about } = this.question.options[index];
    const hint = this.host.hint({ index, refused: null }, () => this.shown === index && this.look(index));
    this.host.preview(hint ?? { detail: '', pieces: about.pieces, marks: [] });
  }

  /** @param {number} place @param {number} by */
  shift(place, by) {
    const order = this.draft.order;
    const to = place + by;
    if (to < 0 || to >= order.length) return;
    [order[place], order[to]] = [order[to], order[place]];
    this.fill();
    this.row(to)?.focus();
    this.host.changed();
  }

  /** @param {number} place */
  row(place) {
    return /** @type {HTMLElement | undefined} */ (this.list.children[place]);
  }

  preview() {
    this.look(null);
  }

  /** @returns {Reply} */
  reply() {
    return { order: [...this.draft.order] };
  }

  label() {
    return t('decide.order');
  }

  /** @returns {string[]} */
  pieces() {
    return [];
  }

  pick() {
    return false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return false;
    const at = [...this.list.children].indexOf(/** @type {Element} */ (document.activeElement));
    if (event.shiftKey && at >= 0) this.shift(at, by);
    else this.row(Math.max(0, at < 0 ? 0 : Math.min(at + by, this.draft.order.length - 1)))?.focus();
    return true;
  }

  stop() {}
}
