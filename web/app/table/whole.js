// @ts-check
// A question with parts that are set freely and answered as a whole. It begins as suggested, so that the usual answer is one
// click; whatever is changed is judged at once. Parts that are places stay as they are suggested.

import { clear, h } from '../dom.js';
import { t } from '../words.js';
import { kept } from './names.js';
import { Probing } from './probing.js';
import { whyLine } from './rule.js';

/** @typedef {import('../../types/protocol.js').Question} Question */
/** @typedef {import('../../types/protocol.js').PartInfo} PartInfo */
/** @typedef {import('../../types/protocol.js').Refusal} Refusal */
/** @typedef {import('../../types/protocol.js').Reply} Reply */
/** @typedef {import('../../types/protocol.js').Form} Form */
/** @typedef {import('./decision.js').Draft} Draft */
/** @typedef {import('./decision.js').FormHost} FormHost */

/** A part with options, its place among the picks of the plan, and what shows it. @typedef {{part: PartInfo, place: number, control: HTMLElement, value: HTMLElement, less: HTMLButtonElement | null, more: HTMLButtonElement | null}} Row */

export class WholeForm {
  /**
   * @param {Question} question
   * @param {Draft} draft
   * @param {FormHost} host
   */
  constructor(question, draft, host) {
    const form = /** @type {Extract<Form, {kind: 'whole'}>} */ (question.form);
    this.question = question;
    this.draft = draft;
    this.host = host;
    this.form = form;
    /** @type {import('./probing.js').Verdict} */
    this.verdict = 'ok';
    this.probing = new Probing(host.probe, (verdict, reason) => this.judge(verdict, reason));
    const begun = draft.picks;
    this.picks = draft.picks ??= [...form.plan.picks];
    const parts = form.parts.filter((part) => part.options.length > 0);
    this.rows = parts.map((part, place) => this.row(part, place));
    this.sum = h('p', { class: 'whole-sum' });
    this.state = h('div', { class: 'verdict' });
    this.reset = h('button', { class: 'button small', type: 'button', onclick: () => this.suggested() }, t('whole.reset'));
    this.element = h('div', { class: 'choices whole', role: 'group', 'aria-label': question.text },
      h('p', { class: 'muted small' }, t('whole.hint')),
      h('div', { class: 'option-list' }, this.rows.map((row) => row.control.closest('.part') ?? row.control)),
      h('div', { class: 'whole-foot' }, h('div', { 'aria-live': 'polite' }, this.sum, this.state), this.reset));
    this.show();
    if (begun) this.probing.ask(this.reply());
    else this.judge('ok', null);
  }

  /** @param {PartInfo} part @param {number} place @returns {Row} */
  row(part, place) {
    const number = place < 9 && h('kbd', { class: 'for-keys', 'aria-hidden': 'true' }, place + 1);
    const name = h('span', { class: 'option-text' }, kept(part.text));
    const value = h('b', { class: 'part-value' });
    const look = { onpointerenter: () => this.look(place), onfocus: () => this.look(place), onpointerleave: () => this.look(null) };
    if (part.options.length <= 2) {
      const control = h('button', {
        class: 'option part', type: 'button', role: 'checkbox', ...look, onclick: () => this.turn(place, 1),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== 'Enter' || event.repeat) return;
          event.preventDefault();
          event.stopPropagation();
          this.host.confirm();
        },
      }, h('span', { class: 'tick', 'aria-hidden': 'true' }), number, name, value);
      return { part, place, control, value, less: null, more: null };
    }
    /** @param {number} by @param {string} key @param {string} sign */
    const step = (by, key, sign) => h('button', {
      class: 'button small step', type: 'button', tabindex: -1, 'aria-label': t(key, { what: part.text }), onclick: () => this.set(place, this.picks[place] + by),
    }, sign);
    const [less, more] = [step(-1, 'whole.less', '−'), step(1, 'whole.more', '+')];
    const control = h('span', {
      class: 'part-spin', role: 'spinbutton', tabindex: 0, 'aria-label': part.text, 'aria-valuemin': 0, 'aria-valuemax': part.options.length - 1, onfocus: look.onfocus,
    }, value);
    h('div', { class: 'option part', ...look, onfocus: null }, number, name, less, control, more);
    return { part, place, control, value, less, more };
  }

  /** @param {number} place @param {number} to */
  set(place, to) {
    const { part } = this.rows[place];
    if (to < 0 || to >= part.options.length || to === this.picks[place]) return;
    this.picks[place] = to;
    this.show();
    this.look(place);
    this.probing.ask(this.reply());
  }

  /** Goes on to the next option, and after the last to the first. @param {number} place @param {number} by */
  turn(place, by) {
    const count = this.rows[place].part.options.length;
    this.set(place, (this.picks[place] + by + count) % count);
  }

  suggested() {
    this.picks.splice(0, this.picks.length, ...this.form.plan.picks);
    this.show();
    this.probing.stop();
    this.judge('ok', null);
    this.look(null);
  }

  show() {
    for (const { part, place, control, value, less, more } of this.rows) {
      const pick = this.picks[place];
      clear(value, part.options[pick]);
      (control.closest('.part') ?? control).classList.toggle('set', pick > 0);
      if (less && more) {
        control.setAttribute('aria-valuenow', String(pick));
        control.setAttribute('aria-valuetext', part.options[pick]);
        less.disabled = pick === 0;
        more.disabled = pick === part.options.length - 1;
      } else {
        control.setAttribute('aria-checked', String(pick > 0));
        control.setAttribute('aria-label', `${part.text}: ${part.options[pick]}`);
      }
    }
    const { sum } = this.form;
    this.sum.hidden = sum === null;
    const n = this.rows.reduce((total, { part, place }) => total + part.adds[this.picks[place]], 0);
    if (sum !== null) clear(this.sum, t('whole.sum', { n, sum }));
    this.reset.hidden = this.picks.every((pick, place) => pick === this.form.plan.picks[place]);
  }

  /** @param {import('./probing.js').Verdict} verdict @param {Refusal | null} reason */
  judge(verdict, reason) {
    this.verdict = verdict;
    clear(this.state,
      verdict === 'ok' && h('p', { class: 'good' }, `✓ ${t('whole.ok')}`),
      verdict === 'unknown' && h('p', { class: 'muted' }, reason?.text ?? t('place.checking')),
      verdict === 'bad' && reason && whyLine({ text: reason.text, rule: reason.rule ?? '', rule_title: reason.rule_title ?? '' }));
    this.host.changed();
  }

  /** Shows what a part is about; without one, everything that is set. @param {number | null} place */
  look(place) {
    const shown = this.rows.filter((row) => (place === null ? this.picks[row.place] > 0 : row.place === place));
    this.host.preview({ detail: '', pieces: shown.flatMap(({ part }) => part.about.pieces), marks: [] });
  }

  preview() {
    this.look(null);
  }

  /** @returns {Reply} */
  reply() {
    return { plan: { picks: [...this.picks], places: this.form.plan.places } };
  }

  label() {
    return t('whole.confirm');
  }

  ready() {
    return this.verdict !== 'bad';
  }

  /** @returns {string[]} */
  pieces() {
    return this.rows.flatMap(({ part }) => part.about.pieces);
  }

  /** @param {string} id */
  pick(id) {
    const row = this.rows.find(({ part }) => part.about.pieces.includes(id));
    if (row) this.turn(row.place, 1);
    return row !== undefined;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = this.rows.findIndex(({ control }) => control === document.activeElement);
    const along = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (along !== undefined) this.rows[at < 0 ? 0 : Math.max(0, Math.min(at + along, this.rows.length - 1))]?.control.focus();
    else if (by !== undefined && at >= 0) this.set(at, this.picks[at] + by);
    else if (/^[1-9]$/.test(event.key) && this.rows[Number(event.key) - 1]) {
      this.rows[Number(event.key) - 1].control.focus();
      this.turn(Number(event.key) - 1, 1);
    } else return false;
    return true;
  }

  stop() {
    this.probing.stop();
  }
}
