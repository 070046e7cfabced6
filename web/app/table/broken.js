// @ts-check
// The notice over a table that cannot be played on: what happened, and the ways on from there.

import { ApiError } from '../api.js';
import { clear, h } from '../dom.js';
import { lang, t } from '../words.js';

/** @typedef {import('./socket.js').Look} Look */
/** @typedef {import('../../types/protocol.js').Broken} Broken */
/** @typedef {import('./table.js').Desk} Desk */

export class BrokenNotice {
  /** @param {HTMLElement} host @param {Desk} desk */
  constructor(host, desk) {
    this.host = host;
    this.desk = desk;
    /** @type {Look | null} */
    this.look = null;
    /** Whether the player is asked to confirm the end. */
    this.ending = false;
    this.error = h('p', { class: 'bad', role: 'alert' });
    /** What the notice showed when it was last drawn. */
    this.drawn = '';
  }

  /** @param {Look} look */
  show(look) {
    const news = this.host.hidden && look.broken !== null;
    this.look = look;
    this.host.hidden = look.broken === null;
    this.render();
    if (news) this.desk.announce(`${t('broken.title')} ${look.broken?.text}`);
  }

  render() {
    const look = this.look;
    if (!look?.broken) return;
    const sign = JSON.stringify([lang(), look.broken, look.rematch, look.yours, look.read_only, this.ending]);
    if (sign === this.drawn) return;
    this.drawn = sign;
    const plays = look.yours.length > 0 && !look.read_only;
    clear(this.host, h('div', { class: 'broken-card panel', role: 'group', 'aria-label': t('broken.title') },
      h('h2', null, t('broken.title')),
      h('p', null, look.broken.text),
      h('p', { class: 'muted small' }, stillPlayed(look.broken)),
      this.error,
      this.ending && plays ? this.confirmation(look) : this.ways(look, plays)));
  }

  /** @param {Look} look @param {boolean} plays */
  ways(look, plays) {
    return h('div', { class: 'broken-ways' },
      plays && (look.rematch
        ? h('a', { class: 'button main', href: `/table/${look.rematch}` }, t('broken.next'))
        : h('button', { class: 'button main', type: 'button', onclick: () => void this.attempt(() => this.desk.rematch()) }, t('broken.rematch'))),
      h('a', { class: 'button', href: `/replay/${look.id}` }, t('broken.replay')),
      plays && h('button', { class: 'button quiet', type: 'button', onclick: () => this.askEnd(true) }, t('broken.end')));
  }

  /** @param {Look} look */
  confirmation(look) {
    return h('div', { class: 'broken-ways' },
      h('p', null, t('broken.end.ask')),
      h('button', { class: 'button', type: 'button', onclick: () => this.askEnd(false) }, t('broken.end.no')),
      h('button', { class: 'button danger', type: 'button', onclick: () => void this.attempt(() => this.end(look)) }, t('broken.end.yes')));
  }

  /** @param {boolean} ending */
  askEnd(ending) {
    this.ending = ending;
    this.render();
    this.host.querySelector('button')?.focus();
  }

  /** A game ends for every seat of this browser; the last ones may find that it has ended already. @param {Look} look */
  async end(look) {
    for (const seat of look.yours) {
      await this.desk.say({ do: 'concede', seat }).catch((error) => {
        if (!(error instanceof ApiError) || error.refusal.code !== 'over') throw error;
      });
    }
  }

  /** @param {() => Promise<void>} what */
  async attempt(what) {
    clear(this.error);
    try {
      await what();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      clear(this.error, error.message);
    }
  }
}

/** @param {Broken} broken */
function stillPlayed({ answers }) {
  return answers > 0 ? t('broken.answers', { n: answers }) : t('broken.answers.none');
}
