// @ts-check
// The bar at the top: the brand, the pages, the language and the settings.

import { clear, h, s } from './dom.js';
import { readOnly } from './server.js';
import { settingsForm } from './settings.js';
import { lang, setLang, t } from './words.js';

/**
 * The bar of ordinary pages; the table fills it with its own.
 * @param {HTMLElement} bar
 * @param {string} current the path of the page that is open
 */
export function fillBar(bar, current) {
  /** @param {string} href @param {string} key */
  const link = (href, key) => h('a', { href, 'aria-current': href === current ? 'page' : null }, t(key));
  clear(bar,
    brand(),
    h('nav', { 'aria-label': t('nav.label') }, link('/', 'nav.games'), link('/rules', 'nav.rules'), link('/lists', 'nav.lists')),
    h('div', { class: 'bar-end' },
      readOnlySign(),
      langSwitch(),
      h('a', { class: 'button quiet small', href: '/account' }, t('nav.account')),
      h('button', { class: 'button quiet small', type: 'button', popovertarget: 'settings', 'aria-label': t('settings') },
        h('span', { class: 'wide-word' }, t('settings')), h('span', { class: 'narrow-sign', 'aria-hidden': 'true' }, '⚙'))),
    h('div', { id: 'settings', class: 'menu', popover: 'auto' }, settingsForm()));
}

/** @returns {HTMLElement} */
export function brand() {
  return h('a', { class: 'brand', href: '/', title: t('nav.games') },
    s('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true' },
      s('path', { d: 'M7 22A11 11 0 0 1 20 9', fill: 'none', stroke: 'var(--decision)', 'stroke-width': 3, 'stroke-linecap': 'round', 'stroke-dasharray': '1 5' }),
      s('path', { d: 'M25 6L23.5 15L16.5 8Z', fill: 'var(--decision)' }),
      s('circle', { cx: 8.5, cy: 23.5, r: 4, fill: 'var(--side-0)' })),
    h('span', null, t('app.name')));
}

/** Says that nothing can be changed here, if that is so. @returns {HTMLElement} */
export function readOnlySign() {
  const sign = h('span', { class: 'readonly-sign', title: t('readonly.text'), hidden: true }, t('readonly'));
  void readOnly().then((only) => {
    sign.hidden = !only;
  });
  return sign;
}

/** @returns {HTMLElement} */
export function langSwitch() {
  /** @param {'en' | 'de'} code @param {string} name */
  const button = (code, name) => h('button', {
    class: 'plain', type: 'button', lang: code, title: name, 'aria-label': `${code.toUpperCase()} ${name}`, 'aria-pressed': lang() === code, onclick: () => setLang(code),
  }, code.toUpperCase());
  return h('span', { class: 'lang-switch', role: 'group', 'aria-label': t('settings.language') }, button('de', 'Deutsch'), button('en', 'English'));
}
