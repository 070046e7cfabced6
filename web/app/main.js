// @ts-check
// The shell: finds the page for a path, opens it and closes it again.

import { fillBar } from './bar.js';
import { clear, h } from './dom.js';
import { followed, go } from './route.js';
import './settings.js';
import { part } from './upgrade.js';
import { onLang, t } from './words.js';

/** @typedef {Record<string, string>} Params */
/** @typedef {{open: (root: HTMLElement, params: Params) => (() => void) | void}} Page */

/**
 * Pattern of the path, the entry of the bar it belongs to, and the module that shows it.
 * @type {[RegExp, string, () => Promise<Page>][]}
 */
const routes = [
  [/^\/$/, '/', () => import('./lobby.js')],
  [/^\/new(?:\/(?<game>[\w-]+))?$/, '/', () => import('./lobby.js')],
  [/^\/table\/(?<id>[\w-]+)$/, 'table', () => import('./table/table.js')],
  [/^\/rules(?:\/(?<rule>.+))?$/, '/rules', () => import('./rules.js')],
  [/^\/replay(?:\/(?<id>[\w-]+))?$/, 'replay', () => import('./replay.js')],
  [/^\/lists(?:\/(?<game>[\w-]+)(?:\/(?<key>[\w-]+))?)?$/, '/lists', () => import('./lists.js')],
  [/^\/account$/, '/account', () => import('./account.js')],
];

const bar = /** @type {HTMLElement} */ (document.getElementById('bar'));
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const skip = document.getElementById('skip');

/** @type {(() => void) | null} */
let close = null;
let current = '';
/** Counts openings, so that a page that loads slowly does not cover a later one. */
let opened = 0;

async function show() {
  const path = decodeURI(location.pathname).replace(/(.)\/$/, '$1');
  const route = routes.find(([pattern]) => pattern.test(path));
  const first = opened === 0;
  const mine = ++opened;
  close?.();
  close = null;
  current = route?.[1] ?? '';
  document.title = t('app.name');
  document.body.dataset.page = current.replace('/', '') || (route ? 'lobby' : 'none');
  frame();
  try {
    const page = route && (await part(route[2]));
    if (mine !== opened) return;
    clear(main);
    if (page) close = page.open(main, { ...route?.[0].exec(path)?.groups }) ?? null;
    else main.append(notice(t('error.page')));
    if (!first) main.focus({ preventScroll: true });
  } catch (error) {
    console.error(error);
    if (mine === opened) clear(main, notice(t('error.module')));
  }
}

/** The words around a page. The table fills the bar itself. */
function frame() {
  if (skip) skip.textContent = t('nav.skip');
  if (current !== 'table') fillBar(bar, current);
}

/** @param {string} text */
function notice(text) {
  return h('div', { class: 'notice' }, h('p', null, text), h('p', null, h('a', { href: '/' }, t('nav.games'))));
}

addEventListener('popstate', () => void show());
addEventListener('click', (event) => {
  const path = followed(event);
  if (path === null) return;
  event.preventDefault();
  go(path);
});
onLang(frame);
void show();
