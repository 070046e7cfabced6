// @ts-check
// Small pieces that several pages are made of: copying, saving, failures and faults.

import { h } from './dom.js';
import { ApiError } from './api.js';
import { addWords, lang, t } from './words.js';

/** So many phases leave little room for anything else in a bar. */
export const MANY_PHASES = 6;

/** @typedef {import('../types/protocol.js').FaultInfo} FaultInfo */

addWords({
  en: { 'parts.copyFailed': 'Copying is not allowed here; select and copy: ', 'parts.rule': 'Rule {id}', 'parts.didYouMean': 'Did you mean {names}?' },
  de: { 'parts.copyFailed': 'Kopieren ist hier nicht erlaubt; markiere und kopiere: ', 'parts.rule': 'Regel {id}', 'parts.didYouMean': 'Meintest du {names}?' },
});

/**
 * Whether a click on a link means "here", not "in a new tab".
 * @param {MouseEvent} event
 */
export const isPlainClick = (event) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/**
 * Whether the keys pressed there belong to a field.
 * @param {EventTarget | null} target
 */
export const isField = (target) =>
  target instanceof HTMLElement && (target.matches('input:not([type=range]):not([type=radio]), textarea, select') || target.isContentEditable);

/**
 * A button that copies a text and says so.
 * @param {string} label
 * @param {() => string | Promise<string>} text
 * @param {string} [className]
 * @param {(error: unknown) => void} [failed] the text could not be had
 */
export function copyButton(label, text, className = 'button', failed = () => {}) {
  const button = h('button', { type: 'button', class: className, onclick: copy }, label);
  async function copy() {
    let copied;
    try {
      copied = await text();
    } catch (error) {
      return failed(error);
    }
    const ok = await toClipboard(copied);
    if (!ok) window.prompt(t('parts.copyFailed'), copied);
    button.textContent = ok ? `✓ ${t('copied')}` : label;
    setTimeout(() => { button.textContent = label; }, 1600);
  }
  return button;
}

/** @param {string} text */
async function toClipboard(text) {
  try {
    // Only there on pages that came over TLS or from this machine.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Has the browser save a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * What went wrong, with the rule if one says so, and a way to try again.
 * @param {unknown} error
 * @param {(() => void) | null} [again]
 */
export function failure(error, again) {
  const refusal = error instanceof ApiError ? error.refusal : null;
  return h('div', { class: 'failure', role: 'alert' },
    h('p', null, refusal?.text ?? String(error)),
    refusal?.rule ? ruleLink(refusal.rule, refusal.rule_title) : null,
    refusal?.faults?.length ? faultList(refusal.faults) : null,
    again ? h('button', { type: 'button', class: 'button', onclick: again }, t('retry')) : null);
}

/** A reason as a sentence of its own. @param {string} text */
export const sentence = (text) => text.charAt(0).toLocaleUpperCase(lang()) + text.slice(1);

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';

/**
 * @param {string} id
 * @param {string | null} [title]
 * @param {(id: string) => void} [show] shows the rule in place instead of opening its page
 */
export function ruleLink(id, title, show) {
  /** @param {MouseEvent} event */
  const onclick = (event) => {
    if (!show || !isPlainClick(event)) return;
    event.preventDefault();
    show(id);
  };
  const label = t('parts.rule', { id });
  return h('a', { class: 'rule-link', href: `/rules/${encodeURIComponent(id)}`, 'aria-label': title ?? label, title: title ?? label, onclick },
    `§\u00a0${title ?? id.slice(id.indexOf('.') + 1)}`);
}

/**
 * Faults one by one: where, what, and which rule says so.
 * @param {FaultInfo[]} faults
 * @param {(id: string) => void} [show]
 * @param {(place: string) => void} [find] goes to the place of a fault
 */
export function faultList(faults, show, find) {
  return h('ul', { class: 'faults' }, faults.map((fault) => h('li', null,
    fault.place && find
      ? h('button', { type: 'button', class: 'plain link fault-place', onclick: () => find(fault.place) }, fault.place)
      : fault.place ? h('span', { class: 'fault-place' }, fault.place) : null,
    h('span', null, sentence(fault.text), fault.near.length ? h('em', { class: 'fault-near' }, ` ${t('parts.didYouMean', { names: fault.near.join(', ') })}`) : null, ' ', fault.rule ? ruleLink(fault.rule, fault.rule_title, show) : null))));
}
