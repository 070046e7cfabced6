// @ts-check
// The one place where things are decided: who must decide what, the options, what is not possible and why, one main button.

import { ApiError } from '../api.js';
import { clear, h, on } from '../dom.js';
import { ruleLink } from '../parts.js';
import { chime, setting } from '../settings.js';
import { lang, t } from '../words.js';
import { Choices } from './choices.js';
import { Hints } from './hints.js';
import { Lineup } from './lineup.js';
import { kept, nameOf, namesOf, numbered, seatColour, sideMark } from './names.js';
import { Ordering } from './ordering.js';
import { PlacingForm } from './placing.js';
import { whyLine } from './rule.js';
import { seatsPanel } from './seats.js';
import { WholeForm } from './whole.js';

/** @typedef {import('./socket.js').Look} Look */
/** @typedef {import('../../types/protocol.js').Question} Question */
/** @typedef {import('../../types/protocol.js').Hint} Hint */
/** @typedef {import('../../types/protocol.js').Place} Place */
/** @typedef {import('../../types/protocol.js').Placing} Placing */
/** @typedef {import('../../types/protocol.js').Refusal} Refusal */
/** @typedef {import('../../types/protocol.js').Reply} Reply */
/** @typedef {import('./hints.js').Looked} Looked */
/** @typedef {import('./table.js').Desk} Desk */

/**
 * What has been chosen but not confirmed. It outlives a new look, so that nothing is lost while others decide.
 * @typedef {{chosen: number | null, set: Set<number>, order: number[], ends: boolean | null, picks: number[] | null, place: Place | null, candidate: number | null}} Draft
 */

/**
 * Answers that were lined up and are given one after the other: those that are left, how the others had left the table, and
 * the question that was answered last.
 * @typedef {{seat: number, rest: string[], mark: number | null, answered: string}} Plan
 */

/**
 * What a form may do.
 * @typedef {Object} FormHost
 * @property {() => void} changed what is chosen has changed
 * @property {() => void} confirm
 * @property {(looked: Looked, then: () => void) => Hint | null} hint what an option leads to; what is not known yet comes later
 * @property {(hint: Hint | null) => void} preview
 * @property {(reply: Reply) => Promise<void>} probe
 * @property {(placing: Placing, start: Place, moved: (place: Place) => void) => import('../draw/board.js').Placement} place
 * @property {(piece: string | null) => Place} centre where a piece is, or else the middle of the board
 */

/**
 * @typedef {Object} Form
 * @property {HTMLElement} element
 * @property {() => void} preview shows again what is chosen
 * @property {() => Reply | null} reply
 * @property {() => string} label for the main button
 * @property {() => boolean} [ready]
 * @property {() => string[]} pieces that can be clicked to answer
 * @property {(id: string) => boolean} pick
 * @property {(event: KeyboardEvent) => boolean} key
 * @property {() => void} stop
 */

/** An answer this soon after a question appeared was meant for the one before. */
const TOO_SOON = 250;
/** Where only passing is possible, the answer comes after a time that gives nothing away. */
const PASS_AFTER = [450, 1200];
/** So many lines of the log stand in a request to take something back. */
const FEW_LINES = 4;
/** So many letters fit into a line of the main button. */
const ONE_LINE = 24;

export class Decision {
  /**
   * @param {HTMLElement} host
   * @param {Desk} desk
   */
  constructor(host, desk) {
    this.host = host;
    this.desk = desk;
    /** @type {Look | null} */
    this.look = null;
    /** @type {Map<string, Draft>} */
    this.drafts = new Map();
    /** Which of the open questions is shown. */
    this.key = '';
    /** @type {Form | null} */
    this.form = null;
    /** @type {HTMLButtonElement | null} */
    this.main = null;
    this.hints = new Hints((request) => desk.say({ do: 'hints', ...request }));
    this.error = h('div', { class: 'refusal', role: 'alert' });
    /** How the game stands, where the bar has no room for it. */
    this.stand = h('p', { class: 'stand' });
    this.sending = false;
    /** @type {Plan | null} */
    this.plan = null;
    /** The question to which an answer that was lined up is on its way. */
    this.carried = '';
    /** Why what was lined up is not carried out any further. */
    this.planNews = '';
    /** @type {number | null} */
    this.conceding = null;
    this.since = 0;
    /** Passes where nothing else is possible. */
    this.passing = 0;
    this.wentBack = false;
    /** A seat was taken, and what its player may see is on its way. */
    this.joining = false;
    /** What the panel showed when it was last drawn. */
    this.drawn = '';
    /** What has become of a request to take something back that came from here. */
    this.undoNews = '';
    /** What was read out last. */
    this.spoken = '';
    /** Whether the keyboard was last in this panel: what it was on may be gone, but it is still meant to be here. */
    this.held = false;
    this.off = on(document, 'focusin', (event) => {
      this.held = host.contains(event.target);
    });
  }

  close() {
    clearTimeout(this.passing);
    this.off();
  }

  /** A question that leaves nothing but to pass is asked so that nobody learns who has a choice. @param {Question} question */
  isAlone(question) {
    return question.options.length === 1 && question.passive === 0 && question.form.kind === 'one' && !this.wentBack && setting('passing');
  }

  /** @param {Question} question */
  passAlone(question) {
    if (!this.isAlone(question)) return false;
    const key = keyOf(question);
    const [least, most] = PASS_AFTER;
    clearTimeout(this.passing);
    this.passing = setTimeout(() => {
      const open = this.look?.questions.some((one) => keyOf(one) === key);
      if (open && !this.sending && setting('passing')) void this.send(() => this.desk.say({ do: 'answer', seat: question.seat, track: question.track, question: question.id, reply: { one: 0 } }));
    }, least + Math.random() * (most - least));
    return true;
  }

  /** @param {Look} look */
  show(look) {
    const before = this.look;
    const asked = look.questions.length > 0;
    // Who has taken something back wants to be asked.
    this.wentBack = before !== null && look.answers < before.answers;
    if (asked && !before?.questions.length) {
      if (before) chime();
      this.since = performance.now();
    }
    this.noteUndo(before, look);
    this.look = look;
    this.carryOn(look);
    this.hints.keep(look.questions);
    this.stand.textContent = look.scene?.status ?? '';
    if (!look.questions.some((question) => keyOf(question) === this.key)) {
      // After one of several the next is shown; a question that is gone takes its error along.
      this.key = asked ? keyOf(look.questions[0]) : '';
      this.fold(false);
      this.since = performance.now();
      clear(this.error);
    }
    const kept = new Set(look.questions.map(keyOf));
    for (const key of this.drafts.keys()) if (!kept.has(key)) this.drafts.delete(key);
    if (look.stage === 'over') this.conceding = null;
    // Nobody is disturbed in the middle of a choice because somebody else has done something.
    if (this.sign(look) !== this.drawn) this.render();
    const heading = this.host.querySelector('h2')?.textContent ?? '';
    const news = this.key + heading;
    if (news === this.spoken) return;
    this.spoken = news;
    this.desk.announce(asked && this.key !== this.carried ? `${t('decide.yours')}: ${heading}` : heading);
  }

  /** Everything that the panel shows, to see whether it must be drawn anew. @param {Look} look */
  sign(look) {
    const { stage, questions, forced, undo, result, rematch, yours, read_only: readOnly } = look;
    const seats = look.seats.map(({ player, side, holder }) => [player, side, holder]);
    // While a question is open, who else decides is not shown, and what the rules settled before it stays in sight.
    const meanwhile = questions.length > 0 ? null : [look.waiting, forced];
    return JSON.stringify([lang(), this.key, this.conceding, stage, questions, undo.asked, this.undoNews, this.plan, this.carried, this.planNews, this.joining, result, rematch, yours, readOnly, seats, meanwhile]);
  }

  render() {
    const look = this.look;
    if (!look) return;
    this.drawn = this.sign(look);
    const active = document.activeElement;
    const nowhere = active === document.body || active === null;
    clearTimeout(this.passing);
    this.form?.stop();
    this.form = null;
    this.main = null;
    const question = look.questions.find((one) => keyOf(one) === this.key);
    const yours = (question !== undefined && this.key !== this.carried) || (look.stage === 'open' && !look.read_only && look.seats.some((seat) => seat.holder === 'nobody'));
    this.host.classList.toggle('asks', yours || this.conceding !== null);
    const inside = this.host.contains(active);
    clear(this.host, this.undoAsked(look), this.content(look, question));
    if (inside || (nowhere && (question || this.held))) this.host.focus({ preventScroll: true });
    this.again();
  }

  /** Shows on the board again what is chosen. */
  again() {
    this.desk.selectable([...(this.form?.pieces() ?? []), ...this.otherPieces()]);
    if (this.form) this.form.preview();
    else this.desk.preview(null, []);
  }

  /** @param {Look} look @param {Question | undefined} question */
  content(look, question) {
    if (this.conceding !== null) return this.concession(look, this.conceding);
    if (look.stage === 'open') return seatsPanel(look, this.desk);
    // What to do then stands over the board.
    if (look.stage === 'broken') return null;
    if (this.joining && look.yours.length === 0) return h('div', { class: 'decision-body' }, h('p', { class: 'muted' }, t('decide.sending')));
    if (look.result) return this.outcome(look, look.result);
    return question && this.key !== this.carried ? this.question(look, question) : this.waiting(look);
  }

  // ---- a question ------------------------------------------------------------------------------------------------------

  /** @param {Look} look @param {Question} question */
  question(look, question) {
    const key = keyOf(question);
    const draft = this.drafts.get(key) ?? noDraft();
    this.drafts.set(key, draft);
    this.main = h('button', { class: 'button main', type: 'button', onclick: () => void this.confirm() });
    const form = (this.form = this.makeForm(question, draft));
    this.changed();
    const choosing = form instanceof Choices;
    const grid = choosing && question.options.some((option) => option.about.cell);
    return [
      h('div', { class: 'decision-body' },
        h('p', { class: question.sealed ? 'caption accent long' : 'caption accent' },
          h('span', null, look.yours.length > 1 ? t('decide.yours.as', { name: nameOf(look, question.seat) }) : t('decide.yours')),
          question.sealed && h('span', { class: 'sealed' }, t('decide.sealed')),
          this.folder()),
        this.stand,
        this.tabs(look, question),
        h('h2', null, h('span', null, kept(question.text))),
        this.planNews && h('p', { class: 'plan-news', role: 'status' }, this.planNews),
        this.passAlone(question) && h('p', { class: 'muted small' }, t('decide.alone')),
        form.element,
        this.forced(look)),
      h('div', { class: 'decision-foot' },
        this.error,
        this.main,
        (choosing || form instanceof WholeForm) && h('p', { class: 'keys for-keys', 'aria-hidden': 'true' },
          t(grid || (choosing && form.several) ? 'decide.keys.grid' : 'decide.keys.list', { arrows: '← → ↑ ↓', numbers: '1–9', enter: '⏎', undo: 'Z' })
            .split(' · ').flatMap((one, index, all) => [h('span', null, index < all.length - 1 ? `${one} ·` : one), ' ']))),
    ];
  }

  /** @param {boolean} folded */
  fold(folded) {
    this.host.classList.toggle('folded', folded);
    this.desk.folds(folded);
  }

  /** On a small screen the panel can be folded to see more of the board. */
  folder() {
    const folded = () => this.host.classList.contains('folded');
    const button = h('button', {
      class: 'button quiet icon small fold-sheet', type: 'button', 'aria-label': t('decide.fold'), 'aria-expanded': !folded(),
      onclick: () => {
        this.fold(!folded());
        button.textContent = folded() ? '▴' : '▾';
        button.setAttribute('aria-expanded', String(!folded()));
      },
    }, folded() ? '▴' : '▾');
    return button;
  }

  /** @param {Question} question @param {Draft} draft @returns {Form} */
  makeForm(question, draft) {
    /** @type {FormHost} */
    const host = {
      changed: () => this.changed(),
      confirm: () => void this.confirm(),
      hint: (looked, then) => this.hints.of(question, looked, then),
      preview: (hint) => this.desk.preview(hint?.marks ?? null, hint?.pieces ?? common(question)),
      probe: (reply) => this.desk.say({ do: 'probe', seat: question.seat, track: question.track, question: question.id, reply }),
      place: (placing, start, moved) => this.desk.place(placing, start, moved),
      centre: (piece) => this.desk.centre(piece),
    };
    if (question.form.kind === 'place') return new PlacingForm(question, draft, host);
    if (question.form.kind === 'order') return new Ordering(question, draft, host);
    if (question.form.kind === 'whole') return new WholeForm(question, draft, host);
    // Several players at one screen would see what the others have lined up.
    if (question.sequence !== null && question.form.kind === 'one' && this.look?.yours.length === 1) return new Lineup(question, draft, host);
    return new Choices(question, draft, host);
  }

  /** Several questions at once, in any order. @param {Look} look @param {Question} shown */
  tabs(look, shown) {
    if (look.questions.length < 2) return null;
    return [
      h('div', { class: 'tracks', role: 'tablist', 'aria-label': t('decide.open', { n: look.questions.length }) },
        look.questions.map((question, index) => h('button', {
          class: 'track', type: 'button', role: 'tab', 'aria-selected': question === shown, title: question.text,
          onclick: () => this.turnTo(question),
        }, this.desk.pieceName(common(question)[0]) ?? String(index + 1)))),
      h('p', { class: 'muted small' }, t('decide.open', { n: look.questions.length })),
    ];
  }

  /** @param {Question} question */
  turnTo(question) {
    this.key = keyOf(question);
    clear(this.error);
    this.render();
    this.host.focus({ preventScroll: true });
  }

  changed() {
    if (!this.main || !this.form) return;
    const ready = this.form.reply() !== null && (this.form.ready?.() ?? true);
    // A disabled button cannot keep the focus; while an answer is on its way it only does nothing.
    if (!ready && document.activeElement === this.main) this.host.focus({ preventScroll: true });
    this.main.disabled = !ready;
    this.main.setAttribute('aria-disabled', String(this.sending));
    clear(this.main, h('span', { class: 'main-word' }, this.sending ? t('decide.sending') : whole(this.form.label()), ready && !this.sending && h('span', { class: 'for-keys', 'aria-hidden': 'true' }, '\u00a0⏎')));
  }

  async confirm() {
    const question = this.look?.questions.find((one) => keyOf(one) === this.key);
    const reply = this.form?.reply();
    if (!question || !reply || this.sending || this.main?.disabled || performance.now() - this.since < TOO_SOON) return;
    const rest = this.form instanceof Lineup ? this.form.rest() : [];
    this.planNews = '';
    this.plan = rest.length > 0 ? { seat: question.seat, rest, mark: question.sequence, answered: keyOf(question) } : null;
    await this.send(() => this.desk.say({ do: 'answer', seat: question.seat, track: question.track, question: question.id, reply }));
  }

  // ---- answers that were lined up --------------------------------------------------------------------------------------

  /** Gives the next of the answers that were lined up, unless somebody else has done something. @param {Look} look */
  carryOn(look) {
    if (this.wentBack || look.result) {
      this.plan = null;
      this.carried = '';
    }
    const { plan } = this;
    const mine = look.questions.filter((question) => question.seat === plan?.seat && keyOf(question) !== plan.answered && !this.isAlone(question));
    if (!plan || mine.length === 0) return;
    const [question] = mine;
    const next = question.options.findIndex((option) => option.text === plan.rest[0]);
    if (question.sequence === null || question.sequence !== plan.mark) return this.stopPlan(t('lineup.stopped.others'));
    if (next < 0) return this.stopPlan(t('lineup.stopped.gone', { what: plan.rest[0] }));
    const rest = plan.rest.slice(1);
    this.carried = keyOf(question);
    this.plan = rest.length > 0 ? { ...plan, rest, answered: this.carried } : null;
    void this.send(() => this.desk.say({ do: 'answer', seat: question.seat, track: question.track, question: question.id, reply: { one: next } }));
  }

  /** What is left of the row is lined up once more, for whoever wants to go on with it. @param {string} why */
  stopPlan(why) {
    const rest = this.plan?.rest ?? [];
    this.plan = null;
    this.carried = '';
    this.planNews = why;
    this.desk.announce(why);
    const question = this.look?.questions.find((one) => one.sequence !== null);
    if (!question) return;
    const { options, passive } = question;
    const left = rest.map((text) => options.findIndex((option) => option.text === text)).filter((index) => index >= 0);
    const order = left.filter((index) => index !== passive);
    this.drafts.set(keyOf(question), { ...noDraft(), order, ends: left.length > order.length });
  }

  /** @param {() => Promise<void>} what */
  async send(what) {
    this.sending = true;
    clear(this.error);
    this.changed();
    try {
      await what();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.plan || this.carried) {
        this.stopPlan(t('lineup.stopped.refused'));
        this.render();
      }
      // An outdated answer needs no words: the question that is open now is on its way.
      if (error.refusal.code !== 'outdated') this.refuse(error.refusal);
    } finally {
      this.sending = false;
      this.changed();
    }
  }

  /** @param {Refusal} refusal */
  refuse(refusal) {
    clear(this.error,
      whyLine({ text: refusal.text, rule: refusal.rule ?? '', rule_title: refusal.rule_title ?? '' }),
      (refusal.faults ?? []).map((fault) => h('p', { class: 'small' }, `${fault.place}: ${fault.text}`)));
    if (!this.error.isConnected) this.host.append(h('div', { class: 'decision-foot' }, this.error));
  }

  // ---- other states ----------------------------------------------------------------------------------------------------

  /** What happens on the way to the next question, which is not asked yet. @param {string} text */
  happens(text) {
    clearTimeout(this.passing);
    this.form?.stop();
    this.form = null;
    this.main = null;
    this.key = '';
    this.drawn = '';
    this.host.classList.remove('asks');
    clear(this.host,
      h('div', { class: 'decision-body waiting' }, h('p', { class: 'caption' }, t('decide.happens')), this.stand, h('h2', null, text)),
      h('div', { class: 'decision-foot' }, h('button', { class: 'button', type: 'button', onclick: () => this.desk.hurry() }, t('decide.skip'))));
    this.desk.selectable([]);
    this.desk.preview(null, []);
  }

  /** @param {Look} look */
  waiting(look) {
    const seats = look.waiting.map((seat) => look.seats[seat]).filter(Boolean);
    const agents = seats.length > 0 && seats.every((seat) => seat.holder !== 'person');
    const names = namesOf(look, look.waiting);
    const carried = look.questions.some((question) => keyOf(question) === this.carried);
    return [
      h('div', { class: 'decision-body waiting' },
        (look.yours.length === 0 || look.read_only) && h('p', { class: 'caption' }, t('decide.watching')),
        this.stand,
        h('h2', null,
          !carried && seats.map((seat) => sideMark(seatColour(look, seat.seat))),
          carried ? t('decide.sending') : names ? t(agents && seats.length === 1 && !look.read_only ? 'decide.waiting.agent' : 'decide.waiting', { names }) : t('decide.waiting.none'),
          !look.read_only && h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'))),
        this.plan && this.planned(this.plan),
        look.read_only ? h('p', { class: 'muted' }, t('readonly.text')) : !this.plan && h('p', { class: 'muted small' }, t('decide.wait.hint')),
        this.forced(look)),
      this.error.hasChildNodes() && h('div', { class: 'decision-foot' }, this.error),
    ];
  }

  /** What is still lined up. @param {Plan} plan */
  planned({ rest }) {
    return [
      h('p', { class: 'muted small' }, t('lineup.left')),
      h('ol', { class: 'planned' }, rest.map((text) => h('li', null, text))),
      h('p', { class: 'row' }, h('button', {
        class: 'button small', type: 'button', onclick: () => {
          this.plan = null;
          this.render();
        },
      }, t('lineup.stop'))),
    ];
  }

  /** What the rules decided because only one option was legal. @param {Look} look */
  forced(look) {
    if (look.forced.length === 0) return null;
    return h('details', { class: 'fold forced' },
      h('summary', null, t('decide.forced'), ': ', look.forced.map((one) => `${one.text} → ${one.option}`).join(' · ')),
      h('ul', null, look.forced.map((one) => h('li', null,
        h('p', null, `${one.text} → `, h('b', null, one.option)),
        one.refused.map((refused) => h('div', { class: 'small' }, h('span', { class: 'muted' }, refused.text), whyLine(refused.why)))))));
  }

  /**
   * A request that came from here is gone and nothing was taken back: the others have refused, or the game has gone on.
   * @param {Look | null} before
   * @param {Look} look
   */
  noteUndo(before, look) {
    const asked = before?.undo.asked;
    if (before && look.answers !== before.answers) this.undoNews = '';
    if (look.undo.asked) this.undoNews = '';
    if (!asked || look.undo.asked || look.stage !== 'playing' || !look.yours.includes(asked.by) || look.answers < before.answers) return;
    this.undoNews = look.answers > before.answers ? t('undo.overtaken') : t('undo.declined', { name: namesOf(look, asked.wanted) });
    this.desk.announce(this.undoNews);
  }

  /** @param {Look} look */
  undoAsked(look) {
    const asked = look.undo.asked;
    if (!asked) return this.undoNews ? h('div', { class: 'undo-asked', role: 'status' }, h('p', null, this.undoNews)) : null;
    const mine = look.yours.includes(asked.by);
    const asks = asked.wanted.filter((seat) => look.yours.includes(seat));
    /** @param {boolean} accept */
    const consent = (accept) => () => void this.send(async () => {
      for (const seat of asks) await this.desk.say({ do: 'consent', seat, accept });
    });
    return h('div', { class: 'undo-asked', role: 'status' },
      h('p', null, mine ? t('undo.asked') : t('undo.asks', { name: nameOf(look, asked.by) }), ': ', h('b', null, asked.what)),
      this.takenBack(asked.to),
      asks.length > 0
        ? h('p', { class: 'row' },
          h('button', { class: 'button main small', type: 'button', onclick: consent(true) }, t('undo.allow')),
          h('button', { class: 'button small', type: 'button', onclick: consent(false) }, t('undo.refuse')))
        : h('p', { class: 'muted small' }, t('undo.wanted', { names: namesOf(look, asked.wanted) })));
  }

  /** What of the log would be taken back, so that whoever is asked knows about what. @param {number} to */
  takenBack(to) {
    const lines = this.desk.linesAfter(to);
    const shown = lines.slice(0, FEW_LINES);
    return [
      shown.length > 0
        ? h('div', { class: 'small' }, h('p', { class: 'muted' }, t('undo.lines')), h('ul', { class: 'undo-lines' }, shown.map((line) => h('li', null, line.text)),
          lines.length > shown.length && h('li', { class: 'muted' }, t('undo.lines.more', { n: lines.length - shown.length }))))
        : h('p', { class: 'muted small' }, t('undo.lines.none')),
      h('p', { class: 'small' }, h('button', { class: 'plain link', type: 'button', onclick: () => void this.desk.showMoment(to) }, t('undo.look'))),
    ];
  }

  /** @param {number | null} seat */
  askConcede(seat) {
    this.conceding = seat;
    this.render();
    this.host.querySelector('button')?.focus();
  }

  /** @param {Look} look @param {number} seat */
  concession(look, seat) {
    return h('div', { class: 'decision-body' },
      h('p', { class: 'caption accent' }, t('concede')),
      h('h2', null, t('concede.ask')),
      h('p', null, look.yours.length > 1 ? t('concede.text', { name: nameOf(look, seat) }) : t('concede.text.you')),
      h('p', { class: 'row' },
        h('button', { class: 'button', type: 'button', onclick: () => this.askConcede(null) }, t('concede.no')),
        h('button', {
          class: 'button danger', type: 'button', onclick: () => {
            this.askConcede(null);
            void this.send(() => this.desk.say({ do: 'concede', seat }));
          },
        }, t('concede.yes'))));
  }

  /** @param {Look} look @param {NonNullable<Look['result']>} result */
  outcome(look, result) {
    const mine = look.yours.length === 1 && result.winners.includes(look.yours[0]);
    const key = result.winners.length === 0 ? 'over.draw' : mine && result.winners.length === 1 ? 'over.you' : result.winners.length > 1 ? 'over.won.many' : 'over.won';
    return [
      h('div', { class: 'decision-body outcome' },
        h('p', { class: 'caption accent' }, t('over')),
        h('h2', null, result.winners.map((seat) => sideMark(seatColour(look, seat))), t(key, { names: namesOf(look, result.winners) })),
        h('p', null, result.text, ' ', result.rule ? ruleLink(result.rule, result.rule_title) : null)),
      h('div', { class: 'decision-foot' },
        this.error,
        look.rematch && h('a', { class: 'button main', href: `/table/${look.rematch}` }, t('over.next')),
        !look.rematch && !look.read_only && look.yours.length > 0 && h('button', { class: 'button main', type: 'button', onclick: () => void this.send(() => this.desk.rematch()) }, t('over.rematch')),
        h('a', { class: 'button', href: `/replay/${look.id}` }, t('over.replay')),
        h('a', { class: 'button quiet', href: '/' }, t('over.lobby'))),
    ];
  }

  // ---- from outside the panel ------------------------------------------------------------------------------------------

  /** Pieces that lead to another open question. @returns {string[]} */
  otherPieces() {
    const questions = this.look?.questions ?? [];
    return questions.length < 2 ? [] : questions.filter((one) => keyOf(one) !== this.key).flatMap(common);
  }

  /** A piece on the board was clicked. @param {string} id */
  pick(id) {
    if (this.form?.pick(id)) return true;
    const other = this.look?.questions.find((one) => keyOf(one) !== this.key && common(one).includes(id));
    if (!other) return false;
    this.turnTo(other);
    return true;
  }

  /** A key was pressed and nothing else wanted it. @param {KeyboardEvent} event */
  onKey(event) {
    if (this.conceding !== null || !this.form) return false;
    if (event.key === 'Enter' && !event.repeat) {
      void this.confirm();
      return true;
    }
    if (event.key === 'n' || event.key === 'N') {
      const questions = this.look?.questions ?? [];
      const at = questions.findIndex((one) => keyOf(one) === this.key);
      if (questions.length > 1) this.turnTo(questions[(at + 1) % questions.length]);
      return questions.length > 1;
    }
    return this.form.key(event);
  }
}

/** What is short enough for one line comes whole onto the next one rather than being broken. @param {string} text */
function whole(text) {
  const [, before = '', what = text] = /^(.+?: )(.*)$/.exec(text) ?? [];
  return [before, h('span', { class: what.length <= ONE_LINE ? 'one-line' : null }, kept(numbered(what)))];
}

/** Nothing has been chosen yet. @returns {Draft} */
const noDraft = () => ({ chosen: null, set: new Set(), order: [], ends: null, picks: null, place: null, candidate: null });

/** @param {Question} question */
function keyOf(question) {
  return `${question.seat}/${question.track ?? ''}/${question.id}`;
}

/** The pieces that all options of a question are about. @param {Question} question @returns {string[]} */
function common(question) {
  if (question.form.kind === 'place' && question.form.placing.piece) return [question.form.placing.piece];
  if (question.form.kind === 'whole') return question.form.parts.length === 1 ? question.form.parts[0].about.pieces : [];
  const [first, ...rest] = question.options;
  return (first?.about.pieces ?? []).filter((id) => rest.every((option) => option.about.pieces.includes(id)));
}
