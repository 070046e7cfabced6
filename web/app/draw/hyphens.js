// @ts-check
// Where long words may be broken. Browsers know that only of languages they have a dictionary for, and names are often of another.

const WORD = /\p{L}{7,}/gu;
/** Up to the consonants that a syllable begins with. */
const SYLLABLE = /[aeiouyäöü][^aeiouyäöü]*?(?=(?:sch[lmnrw]?|[bfgkp][lr]|[dt]r|ch|ck|ph|th|qu|(?<=[rs])s[pt]|[^aeiouyäöü])[aeiouyäöü])/giu;
/** So many letters stay together at both ends of a word. */
const LEAST = 3;

/** A text with soft hyphens, which nobody sees where a line goes on. @param {string} text */
export function hyphenated(text) {
  return text.replace(WORD, (word) => word.replace(SYLLABLE, (part, at) => {
    const end = at + part.length;
    return end < LEAST || word.length - end < LEAST ? part : `${part}\u00ad`;
  }));
}
