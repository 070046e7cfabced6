// @ts-check
// Below the board: the order of activation, how long this decision takes, and whether everything is saved.

import { clear, h } from '../dom.js';
import { lang, t } from '../words.js';
import { clock, sideKey, sideMark } from './names.js';

/** @typedef {import('./socket.js').Look} Look */
/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** @typedef {import('./socket.js').LineState} LineState */
/** @typedef {import('./table.js').Desk} Desk */

export class Order {
  /**
   * @param {HTMLElement} host
   * @param {Desk} desk
   */
  constructor(host, desk) {
    this.host = host;
    host.classList.add('none');
    /** What the list showed when it was last drawn. */
    this.drawn = '';
    this.desk = desk;
    this.list = h('ol', { class: 'order-list' });
    this.answers = h('span', { class: 'number' });
    this.time = h('span', { class: 'number' });
    this.saved = h('span', { class: 'saved', role: 'status' });
    this.since = Date.now();
    this.asked = '';
    /** @type {LineState} */
    this.state = 'connecting';
    this.count = 0;
    clear(host, this.list, h('p', { class: 'foot' }, this.answers, this.time, this.saved));
    this.timer = setInterval(() => this.tick(), 1000);
  }

  stop() {
    clearInterval(this.timer);
  }

  /** @param {Look} look @param {Scene} scene */
  show(look, scene) {
    this.count = look.answers;
    const asked = look.stage === 'playing' ? look.waiting.join() + look.questions.map((question) => question.id).join() : '';
    if (asked !== this.asked) {
      this.asked = asked;
      this.since = Date.now();
    }
    this.host.classList.toggle('none', scene.order.length === 0);
    this.list.setAttribute('aria-label', scene.captions.order || t('table.order'));
    this.draw(scene);
    this.tick();
  }

  /** @param {Scene} scene */
  draw(scene) {
    const now = JSON.stringify([scene.order, scene.sides, lang()]);
    if (now === this.drawn) return;
    this.drawn = now;
    const focused = this.list.contains(document.activeElement) ? document.activeElement?.getAttribute('data-id') : null;
    clear(this.list, scene.order.map((entry) => {
      const colour = entry.side === null ? null : scene.sides[entry.side]?.color ?? entry.side;
      return h('li', null, h('button', {
        class: `order-entry ${entry.state}`, type: 'button', 'data-id': entry.id, 'data-side': sideKey(colour), title: `${entry.name}: ${t(`order.${entry.state}`)}`,
        'aria-current': entry.state === 'active' ? 'step' : null,
        onpointerenter: () => this.desk.highlight([entry.id]), onpointerleave: () => this.desk.highlight([]), onclick: () => this.desk.find(entry.id),
      },
      entry.value ? h('span', { class: 'order-badge', 'data-side': sideKey(colour) }, entry.value) : sideMark(colour),
      h('span', { class: 'order-name' }, entry.name),
      entry.state === 'done' && h('span', { 'aria-label': t('order.done') }, '✓')));
    }));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-id="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
    this.list.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }

  /** @param {LineState} state */
  line(state) {
    this.state = state;
    this.tick();
  }

  tick() {
    this.answers.textContent = t('foot.answers', { n: this.count });
    this.time.textContent = this.asked ? clock(Date.now() - this.since) : '';
    this.time.title = t('foot.clock');
    const key = { live: 'foot.saved', polling: 'foot.polling', connecting: 'foot.connecting', lost: 'foot.lost' }[this.state];
    if (this.saved.dataset.state !== this.state || this.saved.textContent !== t(key)) {
      this.saved.dataset.state = this.state;
      this.saved.textContent = t(key);
    }
  }
}
