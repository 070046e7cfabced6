// @ts-check
// What holds for the whole server, asked once: whether it only shows games.

import { get } from './api.js';

/** @type {Promise<boolean> | null} */
let asked = null;

/** @returns {Promise<boolean>} whether nothing can be changed here */
export function readOnly() {
  asked ??= get('/api/lobby').then((view) => view.read_only).catch(() => {
    asked = null;
    return false;
  });
  return asked;
}
