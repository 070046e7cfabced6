// @ts-check
// A question answered by a place on the board: one of the suggestions, or anywhere that the rules allow.

import { clear, h } from '../dom.js';
import { t } from '../words.js';
import { Probing } from './probing.js';
import { whyLine } from './rule.js';

/** @typedef {import('../../types/protocol.js').Question} Question */
/** @typedef {import('../../types/protocol.js').Place} Place */
/** @typedef {import('../../types/protocol.js').Reply} Reply */
/** @typedef {import('../../types/protocol.js').Form} Form */
/** @typedef {import('./decision.js').Draft} Draft */
/** @typedef {import('./decision.js').FormHost} FormHost */

export class PlacingForm {
  /**
   * @param {Question} question
   * @param {Draft} draft
   * @param {FormHost} host
   */
  constructor(question, draft, host) {
    const form = /** @type {Extract<Form, {kind: 'place'}>} */ (question.form);
    this.draft = draft;
    this.host = host;
    this.placing = form.placing;
    this.candidates = form.candidates;
    /** @type {import('./probing.js').Verdict} */
    this.verdict = 'unknown';
    this.probing = new Probing(host.probe, (verdict, reason) => this.judge(verdict, reason));
    draft.place ??= this.start();
    this.state = h('div', { class: 'detail', 'aria-live': 'polite' });
    this.count = h('span', { class: 'number' });
    this.inputs = {
      x: this.input('x', 1),
      y: this.input('y', 1),
      facing: this.input('facing', 5),
    };
    this.element = this.build();
    this.handle = host.place(this.placing, draft.place, (place) => this.moved(place));
    this.moved(draft.place, draft.candidate);
  }

  /** @returns {Place} */
  start() {
    if (this.candidates.length > 0) {
      this.draft.candidate = 0;
      return { ...this.candidates[0] };
    }
    return this.host.centre(this.placing.piece);
  }

  build() {
    const total = this.candidates.length;
    return h('div', { class: 'choices placing-form' },
      h('p', { class: 'muted small' }, t(this.placing.turns ? 'place.hint' : 'place.hint.still')),
      total > 0 && h('div', { class: 'stepper' },
        h('button', { class: 'button small', type: 'button', 'aria-label': t('place.previous'), onclick: () => this.step(-1) }, '←'),
        this.count,
        h('button', { class: 'button small', type: 'button', 'aria-label': t('place.next'), onclick: () => this.step(1) }, '→')),
      this.state,
      h('details', { class: 'fold' },
        h('summary', null, t('place.exact')),
        h('div', { class: 'exact' },
          h('label', { class: 'field' }, h('span', null, t('place.x')), this.inputs.x),
          h('label', { class: 'field' }, h('span', null, t('place.y')), this.inputs.y),
          this.placing.turns && h('label', { class: 'field' }, h('span', null, t('place.facing')), this.inputs.facing))));
  }

  /** @param {'x' | 'y' | 'facing'} key @param {number} step */
  input(key, step) {
    return h('input', {
      type: 'number', step, inputmode: 'decimal',
      onchange: (/** @type {any} */ event) => {
        this.moved({ .../** @type {Place} */ (this.draft.place), [key]: Number(event.target.value) || 0 });
        this.handle.follow();
      },
    });
  }

  /** @param {number} by */
  step(by) {
    const total = this.candidates.length;
    const at = this.draft.candidate === null ? (by > 0 ? -1 : 0) : this.draft.candidate;
    this.suggest((at + by + total) % total);
  }

  /** @param {number} index */
  suggest(index) {
    this.moved({ ...this.candidates[index] }, index);
    this.handle.follow();
  }

  nearest() {
    const here = /** @type {Place} */ (this.draft.place);
    let best = 0;
    let least = Infinity;
    this.candidates.forEach((place, index) => {
      const turn = Math.abs(((place.facing - here.facing + 540) % 360) - 180);
      const distance = Math.hypot(place.x - here.x, place.y - here.y) + (this.placing.turns ? turn / 2 : 0);
      if (distance < least) [best, least] = [index, distance];
    });
    this.suggest(best);
  }

  /**
   * The piece is somewhere else now.
   * @param {Place} place
   * @param {number | null} [candidate] the suggestion that this place is
   */
  moved(place, candidate = null) {
    this.draft.place = place;
    this.draft.candidate = candidate;
    this.inputs.x.value = String(Math.round(place.x * 10) / 10);
    this.inputs.y.value = String(Math.round(place.y * 10) / 10);
    this.inputs.facing.value = String(Math.round(place.facing * 10) / 10);
    this.count.textContent = t('place.suggestion', { n: candidate === null ? '–' : candidate + 1, total: this.candidates.length });
    this.probing.stop();
    if (candidate !== null) return this.judge('ok', null);
    this.probing.ask(/** @type {Reply} */ (this.reply()));
  }

  /** @param {import('./probing.js').Verdict} verdict @param {import('../../types/protocol.js').Refusal | null} reason */
  judge(verdict, reason) {
    this.verdict = verdict;
    this.handle.set(/** @type {Place} */ (this.draft.place), verdict, reason?.text);
    clear(this.state,
      verdict === 'ok' && h('p', { class: 'good' }, `✓ ${t('place.ok')}`),
      verdict === 'unknown' && h('p', { class: 'muted' }, reason?.text ?? t('place.checking')),
      verdict === 'bad' && reason && whyLine({ text: reason.text, rule: reason.rule ?? '', rule_title: reason.rule_title ?? '' }),
      verdict === 'bad' && this.candidates.length > 0 && h('button', { class: 'button small', type: 'button', onclick: () => this.nearest() }, t('place.nearest')));
    this.host.changed();
  }

  preview() {
    this.host.preview(null);
  }

  /** @returns {Reply | null} */
  reply() {
    if (this.draft.candidate !== null) return { candidate: this.draft.candidate };
    return this.draft.place && { place: this.draft.place };
  }

  label() {
    return t('place.confirm');
  }

  ready() {
    return this.verdict !== 'bad';
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
    const place = this.draft.place;
    if (!place) return false;
    const far = event.shiftKey ? 10 : 1;
    const step = { ArrowUp: [0, far], ArrowDown: [0, -far], ArrowLeft: [-far, 0], ArrowRight: [far, 0] }[event.key];
    if (step) this.handle.move({ x: place.x + step[0], y: place.y + step[1] });
    else if (this.placing.turns && /^[qe]$/i.test(event.key)) {
      const turn = (event.shiftKey ? 1 : 5) * (event.key.toLowerCase() === 'q' ? -1 : 1);
      this.handle.move({ facing: place.facing + turn });
    } else return false;
    this.handle.follow();
    return true;
  }

  stop() {
    this.probing.stop();
    this.handle.stop();
  }
}
