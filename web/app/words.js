// @ts-check
// The client's own words in both languages. What the server says arrives in the language that was asked for.

/** @typedef {'en' | 'de'} Lang */
/** @typedef {Record<string, string>} Words */

/** @type {Record<Lang, Words>} */
const words = {
  en: {
    'app.name': 'Sandtable',
    'nav.games': 'Games',
    'nav.rules': 'Rules',
    'nav.lists': 'Lists',
    'nav.label': 'Pages',
    'nav.skip': 'Skip to the content',
    'nav.account': 'Account',
    'settings': 'Settings',
    'settings.language': 'Language',
    'settings.theme': 'Colors',
    'settings.theme.auto': 'Match system',
    'settings.theme.dark': 'Dark',
    'settings.theme.light': 'Light',
    'settings.motion': 'Animations',
    'settings.motion.normal': 'Normal',
    'settings.motion.fast': 'Fast',
    'settings.motion.off': 'None',
    'settings.sound.label': 'A short tone when you must decide',
    'settings.passing.label': 'Pass automatically when there is nothing else to do',
    'cancel': 'Cancel',
    'close': 'Close',
    'back': 'Back',
    'ok': 'OK',
    'copy': 'Copy',
    'copied': 'Copied',
    'loading': 'Loading…',
    'retry': 'Try again',
    'you': 'You',
    'and': 'and',
    'rule': 'Rule',
    'readonly': 'View only',
    'readonly.text': 'This server is read-only; nothing can be changed.',
    'error.offline': 'The server does not answer. Check the connection and try again.',
    'error.status': 'The server answered with an error ({status}).',
    'error.page': 'This page does not exist.',
    'error.module': 'This page could not be loaded.',
  },
  de: {
    'app.name': 'Sandtable',
    'nav.games': 'Spiele',
    'nav.rules': 'Regeln',
    'nav.lists': 'Listen',
    'nav.label': 'Seiten',
    'nav.skip': 'Zum Inhalt',
    'nav.account': 'Konto',
    'settings': 'Einstellungen',
    'settings.language': 'Sprache',
    'settings.theme': 'Farben',
    'settings.theme.auto': 'Wie im System',
    'settings.theme.dark': 'Dunkel',
    'settings.theme.light': 'Hell',
    'settings.motion': 'Animationen',
    'settings.motion.normal': 'Normal',
    'settings.motion.fast': 'Schnell',
    'settings.motion.off': 'Keine',
    'settings.sound.label': 'Kurzer Ton, wenn du entscheiden musst',
    'settings.passing.label': 'Automatisch passen, wenn es nichts anderes zu tun gibt',
    'cancel': 'Abbrechen',
    'close': 'Schließen',
    'back': 'Zurück',
    'ok': 'OK',
    'copy': 'Kopieren',
    'copied': 'Kopiert',
    'loading': 'Lädt…',
    'retry': 'Noch einmal versuchen',
    'you': 'Du',
    'and': 'und',
    'rule': 'Regel',
    'readonly': 'Nur ansehen',
    'readonly.text': 'Dieser Server ist schreibgeschützt; nichts kann geändert werden.',
    'error.offline': 'Der Server antwortet nicht. Prüfe die Verbindung und versuche es noch einmal.',
    'error.status': 'Der Server hat mit einem Fehler geantwortet ({status}).',
    'error.page': 'Diese Seite gibt es nicht.',
    'error.module': 'Diese Seite ließ sich nicht laden.',
  },
};

const STORE = 'sandtable.lang';

/** @type {Set<(lang: Lang) => void>} */
const listeners = new Set();

let current = first();
document.documentElement.lang = current;

/** @returns {Lang} */
function first() {
  const wanted = stored() ?? navigator.language.slice(0, 2);
  return wanted === 'de' ? 'de' : 'en';
}

/** Nobody points at anything there, nor presses keys. */
const touch = matchMedia('(hover: none) and (pointer: coarse)');

/** @returns {string | null} */
function stored() {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return null;
  }
}

/** @returns {Lang} */
export function lang() {
  return current;
}

/** @param {Lang} wanted */
export function setLang(wanted) {
  if (wanted === current) return;
  current = wanted;
  document.documentElement.lang = wanted;
  try {
    localStorage.setItem(STORE, wanted);
  } catch {
    // Without storage the choice holds until the page is left.
  }
  for (const listener of [...listeners]) listener(wanted);
}

/**
 * Calls back after every change of the language, until the returned function is called.
 * @param {(lang: Lang) => void} callback
 * @returns {() => void}
 */
export function onLang(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** @param {{en: Words, de: Words}} more */
export function addWords(more) {
  Object.assign(words.en, more.en);
  Object.assign(words.de, more.de);
}

/**
 * The words for a key, `{name}` replaced by the variable of that name. With a variable `n` of 1, the key with `.one` is
 * preferred, and on a screen for fingers the one with `.touch`.
 * @param {string} key
 * @param {Record<string, string | number>} [vars]
 * @returns {string}
 */
export function t(key, vars) {
  const own = words[current];
  const text = (vars?.n === 1 ? own[`${key}.one`] : undefined) ?? (touch.matches ? own[`${key}.touch`] : undefined) ?? own[key] ?? words.en[key] ?? key;
  return vars ? text.replace(/\{(\w+)\}/g, (whole, name) => String(vars[name] ?? whole)) : text;
}

/**
 * How long ago, in words: "5 minutes ago".
 * @param {number} time milliseconds since 1970
 * @returns {string}
 */
export function ago(time) {
  const seconds = Math.min(0, (time - Date.now()) / 1000);
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
  const [unit, size] = units.find(([, length]) => -seconds >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(current, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}
