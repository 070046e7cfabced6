// @ts-check
// Where long words may be broken. Browsers know that only of languages that they have a dictionary for, so every scene says it of its words.

const WORD = /\p{L}{7,}/gu;
const SOFT_HYPHEN = '\u00ad';

/** Words with soft hyphens, by the words. @type {Map<string, string>} */
const breaks = new Map();

/** Words as a scene breaks them; those of the scenes before stay known. @param {string[]} words */
export function learn(words) {
  for (const word of words) breaks.set(word.replaceAll(SOFT_HYPHEN, ''), word);
}

/** A text with soft hyphens, which nobody sees where a line goes on. @param {string} text */
export function hyphenated(text) {
  return text.replace(WORD, (word) => breaks.get(word) ?? word);
}
