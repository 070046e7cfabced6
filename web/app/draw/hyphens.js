// @ts-check
// Where long words may be broken. Browsers know that only of languages that they have a dictionary for, so every scene says it of its words.

const WORD = /\p{L}{7,}/gu;
/** In a title, which is a name, only a word that may be wider than its card. */
const LONG = /\p{L}{10,}/gu;
const SOFT_HYPHEN = '\u00ad';

/** Words with soft hyphens, by the words. @type {Map<string, string>} */
const breaks = new Map();

/** Words as a scene breaks them; those of the scenes before stay known. @param {string[]} words */
export function learn(words) {
  for (const word of words) breaks.set(word.replaceAll(SOFT_HYPHEN, ''), word);
}

/** A text with soft hyphens, which nobody sees where a line goes on. @param {string} text @param {RegExp} [words] those that may be broken */
export function hyphenated(text, words = WORD) {
  return text.replace(words, (word) => breaks.get(word) ?? word);
}

/** The same of a title. @param {string} title */
export const titled = (title) => hyphenated(title, LONG);
