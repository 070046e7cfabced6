// @ts-check
// What options lead to: asked for the one that is looked at and a few beside it, and kept while the question is open.

import { lang } from '../words.js';

/** @typedef {import('../../types/protocol.js').Hint} Hint */
/** @typedef {import('../../types/protocol.js').HintsInfo} HintsInfo */
/** @typedef {import('../../types/protocol.js').HintsRequest} HintsRequest */
/** @typedef {import('../../types/protocol.js').Question} Question */

/** An option, or one that the rules refuse. @typedef {{index: number | null, refused: number | null}} Looked */

/** So many options are asked about that somebody may look at next. */
const AHEAD = 6;

export class Hints {
  /** @param {(request: HintsRequest) => Promise<HintsInfo>} ask */
  constructor(ask) {
    this.ask = ask;
    /** By question, language and option; null while it is asked for. @type {Map<string, Hint | null>} */
    this.known = new Map();
    /** Whoever looks at something that is not known yet. */
    this.waiting = { key: '', then: () => {} };
  }

  /** Forgets what belongs to questions that are not open any more. @param {Question[]} questions */
  keep(questions) {
    const open = questions.map(nameOf);
    for (const key of this.known.keys()) if (!open.some((name) => key.startsWith(name))) this.known.delete(key);
  }

  /**
   * What an option leads to; if it is not known yet, `then` is called when it is.
   * @param {Question} question
   * @param {Looked} looked
   * @param {() => void} then
   * @returns {Hint | null}
   */
  of(question, looked, then) {
    const key = keyOf(question, looked);
    const known = this.known.get(key);
    if (known) return known;
    this.waiting = { key, then };
    if (known === undefined) void this.fetch(question, looked);
    return null;
  }

  /** @param {Question} question @param {Looked} looked */
  async fetch(question, looked) {
    const { seat, track, id } = question;
    const around = looked.index === null ? [] : near(looked.index, question.options.length);
    const options = around.filter((index) => !this.known.has(keyOf(question, { index, refused: null })));
    const refused = looked.refused === null ? [] : [looked.refused];
    const keys = [...options.map((index) => keyOf(question, { index, refused: null })), ...refused.map((one) => keyOf(question, { index: null, refused: one }))];
    for (const key of keys) this.known.set(key, null);
    try {
      const hints = await this.ask({ seat, track, question: id, options, refused });
      [...hints.options, ...hints.refused].forEach((hint, place) => this.known.set(keys[place], hint));
    } catch {
      // The table has moved on, or the line is lost: whoever looks again asks again.
      for (const key of keys) this.known.delete(key);
      return;
    }
    if (keys.includes(this.waiting.key)) this.waiting.then();
  }
}

/** An option and those beside it. @param {number} index @param {number} count */
function near(index, count) {
  const from = Math.max(0, Math.min(index - 1, count - 1 - AHEAD));
  return Array.from({ length: Math.min(count, AHEAD + 1) }, (_, place) => from + place).filter((place) => place < count);
}

/** @param {Question} question */
function nameOf(question) {
  return `${question.seat}/${question.track ?? ''}/${question.id}/`;
}

/** @param {Question} question @param {Looked} looked */
function keyOf(question, looked) {
  return `${nameOf(question)}${lang()}/${looked.index ?? `no ${looked.refused}`}`;
}
