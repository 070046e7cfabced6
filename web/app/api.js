// @ts-check
// Requests to the server: JSON in, JSON out, and one kind of error that carries the server's reason.

import { lang, t } from './words.js';

/** @typedef {import('../types/protocol.js').Refusal} Refusal */

/** Nobody is sent away for longer than this, whatever the server says. */
const LONGEST_WAIT = 300_000;

/** A request that was refused or did not get through; `status` is 0 if no server answered, `wait` how long it asks not to be tried again. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {Refusal} refusal
   * @param {number} [wait] milliseconds
   */
  constructor(status, refusal, wait = 0) {
    super(refusal.text);
    this.name = 'ApiError';
    this.status = status;
    this.refusal = refusal;
    this.wait = wait;
  }
}

/**
 * @template [T=any]
 * @param {string} path
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<T>}
 */
export function get(path, options) {
  return request(path, { method: 'GET', signal: options?.signal });
}

/**
 * @template [T=any]
 * @param {string} path
 * @param {unknown} [body] an object is sent as JSON, a string as it is
 * @returns {Promise<T>}
 */
export function post(path, body) {
  const text = typeof body === 'string';
  return request(path, {
    method: 'POST',
    headers: { 'content-type': text ? 'text/plain; charset=utf-8' : 'application/json' },
    body: text ? body : JSON.stringify(body ?? {}),
  });
}

/**
 * @param {string} path
 * @returns {string} the path with the language that answers shall have
 */
export function withLang(path) {
  return `${path}${path.includes('?') ? '&' : '?'}lang=${lang()}`;
}

/**
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<any>}
 */
async function request(path, init) {
  let response;
  try {
    response = await fetch(withLang(path), { credentials: 'same-origin', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, refusal('unavailable', t('error.offline')));
  }
  const text = await response.text();
  let body;
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    body = null;
  }
  if (response.ok && body !== null) return body;
  throw new ApiError(response.status, body?.refusal ?? refusal('unavailable', t('error.status', { status: response.status })), waitOf(response));
}

/** What `Retry-After` says, in seconds or as a date. @param {Response} response @returns {number} milliseconds */
function waitOf(response) {
  const text = response.headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return wait > 0 ? Math.min(wait, LONGEST_WAIT) : 0;
}

/**
 * @param {Refusal['code']} code
 * @param {string} text
 * @returns {Refusal}
 */
function refusal(code, text) {
  return { code, text, rule: null, rule_title: null, faults: [] };
}
