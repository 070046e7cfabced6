// @ts-check
// The sheet over the rosters: a rule, a search for rules, help. Board and decision stay in sight.

import { get } from '../api.js';
import { clear, h } from '../dom.js';
import { failure } from '../parts.js';
import { part } from '../upgrade.js';
import { t } from '../words.js';

/** @typedef {import('../../types/protocol.js').RuleHits} RuleHits */

export class Sheet {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {HTMLElement | null} */
    this.before = null;
    /** What is shown, to be shown anew in another language. @type {(() => void) | null} */
    this.again = null;
  }

  /**
   * @param {string} title
   * @param {...import('../dom.js').Child} content
   */
  open(title, ...content) {
    if (this.host.hidden) this.before = /** @type {HTMLElement | null} */ (document.activeElement);
    this.host.hidden = false;
    this.host.setAttribute('aria-label', title);
    const close = h('button', { class: 'button quiet icon small', type: 'button', 'aria-label': t('close'), title: `${t('close')} (Esc)`, onclick: () => this.close() }, '✕');
    clear(this.host, h('header', { class: 'sheet-head' }, h('h2', { class: 'caption' }, title), close), h('div', { class: 'sheet-content' }, ...content));
    close.focus();
  }

  /** @returns {boolean} whether it was open */
  close() {
    if (this.host.hidden) return false;
    this.host.hidden = true;
    this.again = null;
    clear(this.host);
    if (this.before?.isConnected) this.before.focus({ preventScroll: true });
    return true;
  }

  /** @param {string} id */
  async rule(id) {
    const { ruleSheet } = await part(() => import('../rules.js'));
    this.open(t('sheet.rule'), ruleSheet(id));
    this.again = null;
  }

  /** @param {string} game */
  rules(game) {
    const hits = h('div', { class: 'rule-hits', 'aria-live': 'polite' });
    let asked = 0;
    const search = async () => {
      const mine = ++asked;
      try {
        /** @type {RuleHits} */
        const found = await get(`/api/rules?q=${encodeURIComponent(field.value)}&game=${encodeURIComponent(game)}&limit=40`);
        if (mine !== asked) return;
        clear(hits,
          h('p', { class: 'muted small' }, t('sheet.found', { n: found.total }), found.complete ? '' : ` · ${t('sheet.nearest')}`),
          h('ul', null, found.hits.map((hit) => h('li', null,
            h('button', { class: 'plain hit', type: 'button', onclick: () => void this.rule(hit.id) }, h('b', null, hit.title), h('span', { class: 'muted small' }, hit.text))))));
      } catch (error) {
        clear(hits, failure(error, () => void search()));
      }
    };
    const field = h('input', { type: 'search', placeholder: t('sheet.search'), 'aria-label': t('sheet.search'), oninput: () => void search() });
    this.open(t('menu.rules'), field, hits);
    this.again = () => this.rules(game);
    field.focus();
    void search();
  }

  help() {
    /** @type {[string, string][]} */
    const keys = [
      ['1–9', 'numbers'], ['← → ↑ ↓', 'arrows'], ['⏎', 'enter'], ['N', 'next'], ['Z', 'z'], ['D', 'd'], ['B', 'b'], ['L', 'l'],
      ['R', 'r'], ['A', 'a'], ['+ − 0', 'zoom'], ['Esc', 'escape'], ['?', 'help'],
    ];
    this.open(t('help.title'),
      h('p', null, t('help.text')),
      h('h3', { class: 'for-keys' }, t('help.keys')),
      h('dl', { class: 'help-keys for-keys' }, keys.map(([key, what]) => h('div', null, h('dt', null, h('kbd', null, key)), h('dd', null, t(`help.key.${what}`))))));
    this.again = () => this.help();
  }
}
