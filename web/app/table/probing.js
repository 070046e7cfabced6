// @ts-check
// Whether an answer that is being put together would be taken: asked of the server a moment after it was last changed.

import { ApiError } from '../api.js';

/** @typedef {import('../../types/protocol.js').Refusal} Refusal */
/** @typedef {import('../../types/protocol.js').Reply} Reply */
/** @typedef {'ok' | 'bad' | 'unknown'} Verdict */

const PROBE_AFTER = 120;

export class Probing {
  /**
   * @param {(reply: Reply) => Promise<void>} probe
   * @param {(verdict: Verdict, reason: Refusal | null) => void} tell
   */
  constructor(probe, tell) {
    this.probe = probe;
    this.tell = tell;
    this.timer = 0;
    this.asked = 0;
  }

  /** @param {Reply} reply */
  ask(reply) {
    this.stop();
    this.tell('unknown', null);
    this.timer = setTimeout(() => void this.send(reply, this.asked), PROBE_AFTER);
  }

  /** @param {Reply} reply @param {number} asked */
  async send(reply, asked) {
    /** @type {ApiError | null} */
    let refused = null;
    try {
      await this.probe(reply);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused = error;
    }
    if (asked !== this.asked) return;
    if (refused === null) this.tell('ok', null);
    else this.tell(refused.status === 0 ? 'unknown' : 'bad', refused.refusal);
  }

  /** Whatever was asked is of no interest any more. */
  stop() {
    clearTimeout(this.timer);
    this.asked += 1;
  }
}
