// @ts-check
// Opening a replay file from disk, by a button or by dropping it on a page. The server plays it again before it is shown.

import { post } from './api.js';
import { clear, h, on } from './dom.js';
import { failure } from './parts.js';
import { go } from './route.js';
import { readOnly } from './server.js';
import { addWords, t } from './words.js';

addWords({
  en: { 'replay.open': 'Open a replay file' },
  de: { 'replay.open': 'Aufzeichnung aus Datei öffnen' },
});

/**
 * A button that opens a replay file from disk; it is not there where nothing can be changed.
 * @param {string} [className]
 * @returns {HTMLElement}
 */
export function fileButton(className = 'button') {
  const problem = h('div');
  /** @param {Event} event */
  const chosen = (event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) openFile(file, problem);
    // The same file can be chosen again.
    input.value = '';
  };
  const input = h('input', { type: 'file', accept: '.json,.replay,application/json', hidden: true, onchange: chosen });
  const button = h('div', { class: 'file-button', hidden: true },
    h('button', { type: 'button', class: className, onclick: () => input.click() }, t('replay.open')), input, problem);
  void readOnly().then((only) => {
    button.hidden = only;
  });
  return button;
}

/**
 * @param {File} file
 * @param {HTMLElement} problem where to say that it did not work
 */
async function openFile(file, problem) {
  clear(problem, t('loading'));
  try {
    const created = await post('/api/replays', await file.text());
    go(`/replay/${created.id}`);
  } catch (error) {
    clear(problem, failure(error));
  }
}

/**
 * Files dropped on the page are opened.
 * @param {HTMLElement} root
 */
export function acceptDrops(root) {
  const isFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
  const over = on(root, 'dragover', (event) => {
    if (isFile(event)) event.preventDefault();
  });
  const drop = on(root, 'drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    const problem = h('div', { class: 'drop-problem' });
    root.append(problem);
    openFile(file, problem);
  });
  return () => {
    over();
    drop();
  };
}
