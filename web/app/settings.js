// @ts-check
// What a person has chosen for this browser: colours, movement, sound, the name they play under.

import { h } from './dom.js';
import { lang, setLang, t } from './words.js';

/** @typedef {'auto' | 'dark' | 'light'} Theme */
/** @typedef {'normal' | 'fast' | 'off'} Motion */
/** @typedef {{theme: Theme, motion: Motion, sound: boolean, passing: boolean, details: boolean, name: string}} Settings */

const STORE = 'sandtable.settings';

/** @type {Settings} */
const settings = { theme: 'auto', motion: 'normal', sound: false, passing: true, details: true, name: '', ...stored() };

/** @type {Set<() => void>} */
const listeners = new Set();

const light = matchMedia('(prefers-color-scheme: light)');
const still = matchMedia('(prefers-reduced-motion: reduce)');
light.addEventListener('change', apply);
still.addEventListener('change', apply);
apply();

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}');
  } catch {
    return {};
  }
}

function apply() {
  const theme = settings.theme === 'auto' ? (light.matches ? 'light' : 'dark') : settings.theme;
  document.documentElement.dataset.theme = theme;
  // Everything that moves asks this attribute how fast, in scripts and in style sheets.
  document.documentElement.dataset.motion = reduced() ? 'off' : settings.motion;
}

/**
 * @template {keyof Settings} K
 * @param {K} key
 * @returns {Settings[K]}
 */
export function setting(key) {
  return settings[key];
}

/**
 * @template {keyof Settings} K
 * @param {K} key
 * @param {Settings[K]} value
 */
export function set(key, value) {
  settings[key] = value;
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // Without storage the choice holds until the page is left.
  }
  apply();
  for (const listener of [...listeners]) listener();
}

/**
 * @param {() => void} callback
 * @returns {() => void}
 */
export function onSettings(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Whether things shall simply be where they belong, without being shown moving there. */
export function reduced() {
  return settings.motion === 'off' || still.matches;
}

/** @returns {HTMLElement} the controls for all settings */
export function settingsForm() {
  return h('div', { class: 'settings' },
    segments('lang', t('settings.language'), [['en', 'English'], ['de', 'Deutsch']], lang(), setLang),
    segments('theme', t('settings.theme'), named('settings.theme', /** @type {Theme[]} */ (['auto', 'dark', 'light'])), settings.theme, (value) => set('theme', value)),
    segments('motion', t('settings.motion'), named('settings.motion', /** @type {Motion[]} */ (['normal', 'fast', 'off'])), settings.motion, (value) => set('motion', value)),
    h('label', { class: 'check' },
      h('input', { type: 'checkbox', checked: settings.sound, onchange: (/** @type {any} */ event) => set('sound', event.target.checked) }),
      t('settings.sound.label')),
    h('label', { class: 'check' },
      h('input', { type: 'checkbox', checked: settings.passing, onchange: (/** @type {any} */ event) => set('passing', event.target.checked) }),
      t('settings.passing.label')));
}

/**
 * @template {string} V
 * @param {string} key
 * @param {V[]} values
 * @returns {[V, string][]}
 */
function named(key, values) {
  return values.map((value) => [value, t(`${key}.${value}`)]);
}

let groups = 0;

/**
 * A choice between a few values as one control.
 * @template {string} V
 * @param {string} name
 * @param {string} label
 * @param {[V, string][]} values
 * @param {V} chosen
 * @param {(value: V) => void} choose
 * @returns {HTMLElement}
 */
export function segments(name, label, values, chosen, choose) {
  const group = `${name}-${groups++}`;
  return h('fieldset', { class: 'field' },
    h('legend', { class: 'label' }, label),
    h('div', { class: 'segments' }, values.map(([value, text]) =>
      h('label', null,
        h('input', { type: 'radio', name: group, value, checked: value === chosen, onchange: () => choose(value) }),
        text))));
}

/** Browsers allow a page only a few of them. @type {AudioContext | null} */
let audio = null;

/** A short tone, if the person wants sound. */
export function chime() {
  if (!settings.sound) return;
  try {
    audio ??= new AudioContext();
    void audio.resume();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.08, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.35);
  } catch {
    // A browser without sound plays on in silence.
  }
}
