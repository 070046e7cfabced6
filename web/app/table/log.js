// @ts-check
// The story so far, one event a line; a line leads back to its moment on the board.

import { clear, h } from '../dom.js';
import { drawDice } from '../draw/dice.js';
import { set, setting } from '../settings.js';
import { t } from '../words.js';
import { sideKey, sideMark } from './names.js';

/** @typedef {import('../../types/protocol.js').LogLine} LogLine */
/** @typedef {import('../../types/protocol.js').LogPart} LogPart */
/** @typedef {import('../../types/protocol.js').Side} Side */
/** @typedef {import('./table.js').Desk} Desk */

/** Scrolling goes on for so long after a hand has started it. */
const BY_HAND = 1500;

export class Log {
  /**
   * @param {HTMLElement} host
   * @param {Desk} desk
   */
  constructor(host, desk) {
    this.desk = desk;
    /** @type {LogLine[]} */
    this.lines = [];
    /** How many lines came before these and were not sent. */
    this.before = 0;
    /** @type {Side[]} */
    this.sides = [];
    const touch = () => {
      this.touched = Date.now();
    };
    this.list = h('div', {
      class: 'log-lines', role: 'log', 'aria-live': 'polite', tabindex: 0,
      onscroll: () => this.scrolled(), onwheel: touch, ontouchmove: touch, onkeydown: touch, onpointerdown: touch,
    });
    this.earlier = h('button', { class: 'plain small log-earlier', type: 'button', hidden: true, onclick: () => void this.goBack() });
    this.latest = h('button', { class: 'button small log-latest', type: 'button', hidden: true, onclick: () => this.toEnd() });
    this.host = host;
    this.title = h('h2', { class: 'caption' });
    this.details = h('button', { class: 'plain small log-details', type: 'button', onclick: () => this.fold(setting('details')) });
    clear(host, h('div', { class: 'log-head' }, this.title, this.details), this.earlier, this.list, this.latest);
    // The end stays in sight while the panel grows and shrinks.
    this.follows = true;
    /** @type {Record<string, string>} titles of rules by id */
    this.titles = {};
    /** When somebody last scrolled by hand; every other scrolling comes of new lines and new sizes. */
    this.touched = 0;
    this.frame = 0;
    this.sized = new ResizeObserver(() => this.scrolled());
    this.sized.observe(this.list);
    this.words();
    this.fold(!setting('details'));
  }

  /** Whether only what matters most is told. @param {boolean} folded */
  fold(folded) {
    if (setting('details') === folded) set('details', !folded);
    this.host.classList.toggle('brief', folded);
    this.details.setAttribute('aria-pressed', String(!folded));
    this.scrolled();
  }

  words() {
    this.title.textContent = t('table.log');
    this.list.setAttribute('aria-label', t('table.log'));
    this.list.dataset.empty = t('log.empty');
    this.earlier.textContent = `↑ ${t('log.earlier')}`;
    this.latest.textContent = `↓ ${t('log.latest')}`;
    this.details.textContent = t('log.details');
    this.details.title = t('log.details.hint');
  }

  /**
   * Takes over new lines; those from there on are replaced.
   * @param {LogPart} part
   * @param {Side[]} sides
   */
  add(part, sides) {
    // What begins before or after the lines that are here is the log of somebody else, or all of it anew.
    if (part.from < this.before || part.from > this.before + this.lines.length) this.before = part.from;
    const from = part.from - this.before;
    const keeps = this.lines.length > from;
    this.lines.length = Math.min(this.lines.length, from);
    while (this.list.children.length > from) this.list.lastElementChild?.remove();
    this.sides = sides;
    this.earlier.hidden = this.before === 0;
    // What is only told anew is not read out again.
    if (keeps) this.list.setAttribute('aria-live', 'off');
    Object.assign(this.titles, part.titles);
    for (const line of part.lines) {
      this.lines.push(line);
      this.list.append(this.line(line, sides));
    }
    if (keeps) requestAnimationFrame(() => this.list.setAttribute('aria-live', 'polite'));
    // The whole table changes with new lines: it is measured once, when all of it has.
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.scrolled());
  }

  /** Brings lines from before those that are here. */
  async goBack() {
    this.earlier.setAttribute('aria-busy', 'true');
    try {
      const before = this.before;
      const part = await this.desk.earlier(before);
      // Meanwhile everything may have been told anew.
      if (this.before !== before || part.from + part.lines.length !== before) return;
      this.before = part.from;
      this.lines.unshift(...part.lines);
      Object.assign(this.titles, part.titles);
      this.follows = false;
      const height = this.list.scrollHeight - this.list.scrollTop;
      this.list.setAttribute('aria-live', 'off');
      this.list.prepend(...part.lines.map((line) => this.line(line, this.sides)));
      this.list.scrollTop = this.list.scrollHeight - height;
      requestAnimationFrame(() => this.list.setAttribute('aria-live', 'polite'));
      this.earlier.hidden = this.before === 0;
      if (this.earlier.hidden) this.list.focus({ preventScroll: true });
    } finally {
      this.earlier.removeAttribute('aria-busy');
    }
  }

  /** @param {LogLine} line @param {Side[]} sides */
  line(line, sides) {
    const side = line.side === null ? null : sides[line.side]?.color ?? line.side;
    const moment = line.moment;
    const dice = line.dice.filter((group) => group.dice.length > 0);
    return h('div', { class: side === null ? 'log-line plain-line' : 'log-line', 'data-side': sideKey(side), 'data-moment': moment, 'data-weight': line.weight },
      sideMark(side),
      h('div', null,
        moment === null
          ? h('span', null, line.text)
          : h('button', { class: 'plain log-text', type: 'button', title: t('log.show'), onclick: () => void this.desk.showMoment(Number(moment)) }, line.text),
        // Whose effect it is, unless the sentence says so.
        line.cause && !line.text.includes(line.cause) && h('span', { class: 'log-cause' }, line.cause),
        dice.length > 0 && h('span', { class: 'log-dice' }, dice.map(drawDice))),
      h('span', { class: 'log-rules' }, line.rules.map((rule) =>
        h('a', { class: 'rule-link', href: `/rules/${rule}`, title: this.titles[rule] ?? rule, 'aria-label': t('log.rule', { rule: this.titles[rule] ?? rule }) }, '§'))));
  }

  /** The line that belongs to the moment on the board. @param {number | null} moment */
  mark(moment) {
    for (const line of this.list.children) line.classList.toggle('shown', moment !== null && line.getAttribute('data-moment') === String(moment));
  }

  atEnd() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
  }

  scrolled() {
    if (Date.now() - this.touched < BY_HAND) this.follows = this.atEnd();
    else if (this.follows) this.list.scrollTop = this.list.scrollHeight;
    this.latest.hidden = this.follows;
  }

  toEnd() {
    this.follows = true;
    this.touched = 0;
    this.scrolled();
  }

  focus() {
    this.list.focus();
  }
}
