// @ts-check
// The table page: puts the parts together, shows one look after another, and knows the keys.

import { ApiError, get, post } from '../api.js';
import { brand, langSwitch, readOnlySign } from '../bar.js';
import { clear, h, on } from '../dom.js';
import { Board } from '../draw/board.js';
import { drawDice, rollDice } from '../draw/dice.js';
import { pace } from '../draw/motion.js';
import { isField, MANY_PHASES } from '../parts.js';
import { go } from '../route.js';
import { reduced, settingsForm } from '../settings.js';
import { onLang, t } from '../words.js';
import { BrokenNotice } from './broken.js';
import { Decision } from './decision.js';
import { Inspector } from './inspect.js';
import { Log } from './log.js';
import { nameOf, seatColour, sideKey } from './names.js';
import { Order } from './order.js';
import { Rosters } from './rosters.js';
import { copyText, shareLink } from './seats.js';
import { Sheet } from './sheet.js';
import { Line } from './socket.js';
import './words.js';

/** @typedef {import('./socket.js').Look} Look */
/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** @typedef {import('../../types/protocol.js').Mark} Mark */
/** @typedef {import('../../types/protocol.js').DiceTray} DiceTray */
/** @typedef {import('../../types/protocol.js').LogLine} LogLine */
/** @typedef {import('../../types/protocol.js').LogPart} LogPart */
/** @typedef {import('../../types/protocol.js').Moment} Moment */
/** @typedef {import('../../types/protocol.js').Place} Place */
/** @typedef {import('../../types/protocol.js').Placing} Placing */
/** @typedef {import('./socket.js').What} What */

/**
 * What the parts of the table may ask of it.
 * @typedef {Object} Desk
 * @property {(what: What) => Promise<any>} say
 * @property {(text: string) => void} announce for screen readers
 * @property {(marks: Mark[] | null, pieces: string[]) => void} preview what an option leads to
 * @property {(ids: string[]) => void} highlight points at pieces for as long as somebody points at their names
 * @property {(ids: string[]) => void} selectable
 * @property {(placing: Placing, start: Place, moved: (place: Place) => void) => import('../draw/board.js').Placement} place
 * @property {(piece: string | null) => Place} centre where a piece is, or else the middle of the board
 * @property {(id: string | undefined) => string | null} pieceName
 * @property {(id: string) => void} find brings a piece into view
 * @property {(moment: number) => Promise<void>} showMoment
 * @property {(before: number) => Promise<LogPart>} earlier lines of the log before one
 * @property {(moment: number) => import('../../types/protocol.js').LogLine[]} linesAfter what the log tells of later moments
 * @property {() => Promise<void>} rematch
 * @property {() => void} joined a seat was taken here
 * @property {() => void} redrawRosters
 * @property {() => void} hurry no longer waits until what happens has been seen
 * @property {(folded: boolean) => void} folds the decision makes room for the board
 */

/** So many looks behind, and they are no longer shown happening. */
const TOO_FAR_BEHIND = 8;
/** How long something that happened stays before the next thing happens, and how long dice do. */
const BEAT = 320;
const DICE_BEATS = 3;
/** How many scenes are kept for looking back. */
const LOOKING_BACK = 400;

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 * @returns {() => void}
 */
export function open(root, params) {
  const table = new Table(root, params.id);
  return () => table.close();
}

class Table {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.id = id;
    /** @type {Look | null} */
    this.look = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** The moment that is looked back at, and its scene. @type {{moment: number, scene: Scene} | null} */
    this.past = null;
    /** The scenes seen so far by number of answers: while a game runs, nobody else tells what it looked like. @type {Map<number, Scene>} */
    this.seen = new Map();
    /** Looks that have not been shown yet. @type {Look[]} */
    this.queue = [];
    this.playing = false;
    this.skip = false;
    this.hurry = () => {};
    /** Whose view was shown last; a change is announced. @type {number | null | undefined} */
    this.viewer = undefined;
    /** @type {string[]} */
    this.pointed = [];
    this.dice = '';
    /** Dice of which only the log tells, until something else happens. @type {DiceTray | null} */
    this.thrown = null;

    this.parts = {
      bar: /** @type {HTMLElement} */ (document.getElementById('bar')),
      rosters: h('aside', { class: 'rosters' }),
      surface: h('section', { class: 'surface' }),
      bare: h('p', { class: 'bare' }),
      broken: h('div', { class: 'broken', hidden: true }),
      past: h('div', { class: 'past', role: 'status', hidden: true }),
      order: h('section', { class: 'order panel' }),
      decision: h('section', { class: 'decision panel', tabindex: -1 }),
      dice: h('section', { class: 'dice-tray panel', 'aria-live': 'polite', hidden: true }),
      log: h('section', { class: 'log panel' }),
      sheet: h('aside', { class: 'sheet panel', hidden: true }),
      inspector: h('div', { class: 'inspector panel', role: 'tooltip', hidden: true }),
      curtain: h('div', { class: 'curtain', hidden: true }),
      spoken: h('p', { class: 'hidden-text', role: 'status' }),
      tabs: h('nav', { class: 'tabs' }),
      menu: h('div', { class: 'menu', id: 'table-menu', popover: 'auto' }),
    };
    const { rosters, surface, past, order, decision, dice, log, sheet, inspector, curtain, tabs } = this.parts;
    this.root = h('div', { class: 'table', 'data-tab': 'board' },
      rosters,
      h('div', { class: 'table-middle' }, surface, order),
      h('div', { class: 'table-column' }, decision, dice, log),
      tabs, sheet, inspector, curtain, this.parts.spoken);
    clear(root, this.root);

    this.desk = this.makeDesk();
    this.board = new Board(surface, { reduced, label: t });
    surface.append(past, this.parts.bare, this.parts.broken);
    this.decision = new Decision(decision, this.desk);
    this.broken = new BrokenNotice(this.parts.broken, this.desk);
    this.rosters = new Rosters(rosters, this.desk);
    this.log = new Log(log, this.desk);
    this.order = new Order(order, this.desk);
    this.sheet = new Sheet(sheet);
    this.inspector = new Inspector(inspector);
    this.board.onPick((piece) => this.picked(piece));
    this.board.onInspect((piece, rect) => this.inspector.look(this.past?.scene ?? this.scene, piece, rect));

    this.fillBar();
    this.words();
    this.offs = [
      onLang(() => this.relang()),
      on(document, 'keydown', (event) => this.key(event)),
      on(this.root, 'click', (event) => this.followRule(event)),
    ];
    this.line = new Line(id, {
      look: (look) => this.receive(look),
      state: (state) => this.order.line(state),
      fail: (error) => this.failed(error),
    });
    void this.claim();
  }

  close() {
    this.shut(false);
    for (const off of this.offs) off();
    this.line.close();
    this.parts.bar.classList.remove('many-phases');
    this.order.stop();
    this.decision.close();
    this.board.destroy();
  }

  /** @returns {Desk} */
  makeDesk() {
    return {
      say: (what) => this.line.say(what),
      announce: (text) => {
        // The same words once more are read out only if something about them changes.
        this.parts.spoken.textContent = text === this.parts.spoken.textContent ? `${text}\u00a0` : text;
      },
      preview: (marks, pieces) => {
        this.pointed = pieces;
        if (this.past) return;
        this.board.preview(marks);
        this.board.highlight(pieces);
      },
      highlight: (ids) => this.board.highlight(ids.length > 0 ? ids : this.past ? [] : this.pointed),
      selectable: (ids) => this.board.selectable(this.past ? [] : ids),
      place: (placing, start, moved) => this.board.place(placing, start, moved),
      centre: (piece) => {
        const there = this.scene?.pieces.find((one) => one.id === piece);
        const board = this.scene?.board;
        return there ? { ...there.at, facing: there.facing } : { x: (board?.width ?? 0) / 2, y: (board?.height ?? 0) / 2, facing: 0 };
      },
      pieceName: (piece) => this.scene?.pieces.find((one) => one.id === piece)?.label || cardTitle(this.scene, piece),
      find: (piece) => {
        this.board.focus(piece);
        this.turnTo('board');
      },
      showMoment: (moment) => this.showMoment(moment),
      earlier: async (before) => {
        const seat = this.viewer === null ? '' : `&seat=${this.viewer}`;
        try {
          return await get(`/api/tables/${this.id}/log?before=${before}${seat}`);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          this.decision.refuse(error.refusal);
          return { from: before, lines: [], titles: {} };
        }
      },
      linesAfter: (moment) => this.log.lines.filter((line) => line.moment !== null && line.moment > moment),
      rematch: async () => go(`/table/${(await post(`/api/tables/${this.id}/rematch`)).id}`),
      joined: () => {
        this.decision.joining = true;
        this.line.reconnect();
      },
      hurry: () => this.hurryOn(),
      redrawRosters: () => this.showRosters(),
      folds: (folded) => this.root.classList.toggle('folds', folded),
    };
  }

  // ---- looks -----------------------------------------------------------------------------------------------------------

  /** @param {Look} look */
  receive(look) {
    // A server that only shows games asks and takes back nothing, whatever is open in the game.
    this.queue.push(look.read_only ? { ...look, questions: [], undo: { possible: null, asked: null } } : look);
    void this.play();
  }

  /** Shows the looks that have arrived, one after another. */
  async play() {
    if (this.playing) return;
    this.playing = true;
    this.skip = false;
    while (this.queue.length > 0 && this.parts.curtain.hidden) {
      if (this.needsCurtain(this.queue[0])) {
        this.drawCurtain(this.queue[0]);
        break;
      }
      const look = /** @type {Look} */ (this.queue.shift());
      await this.apply(look, !this.skip && this.queue.length < TOO_FAR_BEHIND);
    }
    this.playing = false;
  }

  /** @param {Look} look @param {boolean} animate */
  async apply(look, animate) {
    const first = this.look === null;
    this.remember(look);
    this.look = look;
    this.viewer = look.viewer;
    const told = animate && !first && !this.past && !reduced() ? await this.happen(look) : 0;
    const scene = (this.scene = look.scene ?? this.scene ?? bareScene(look));
    const shown = this.past ? null : this.board.show(scene, { animate: animate && !first });
    const news = look.log.lines.slice(told);
    this.log.add({ ...look.log, from: look.log.from + told, lines: news }, scene.sides);
    let beats = news.length > 0 ? 1 : 0;
    this.thrown = animate && !first && look.steps.length > 0 ? thrownIn(news) : null;
    this.showBar(look, scene);
    this.order.show(look, scene);
    if (this.past) this.parts.past.classList.add('news');
    else {
      this.showRosters();
      beats += this.showDice(scene, animate && !first) ? DICE_BEATS : 0;
    }
    this.decision.show(look);
    this.broken.show(look);
    this.root.dataset.stage = look.stage;
    this.root.classList.toggle('asked', look.questions.length > 0 || look.stage !== 'playing');
    document.title = [look.questions.length > 0 ? `● ${t('title.yours')}` : '', look.title].filter(Boolean).join(' · ');
    await shown;
    if (animate && !first && this.queue.length > 0) await this.rest(pace(beats * BEAT));
  }

  /**
   * Shows one after another what happened before the next question; how many lines of the log are told by then.
   * @param {Look} look
   * @returns {Promise<number>}
   */
  async happen(look) {
    let told = 0;
    for (const { scene, lines } of look.steps) {
      if (this.skip || this.past || this.queue.length >= TOO_FAR_BEHIND) break;
      this.scene = scene;
      const news = look.log.lines.slice(told, lines);
      const shown = this.board.show(scene, { animate: true });
      this.log.add({ ...look.log, from: look.log.from + told, lines: news }, scene.sides);
      told = lines;
      this.showRosters();
      this.decision.happens(news.at(-1)?.text ?? '');
      this.thrown = thrownIn(news);
      const rolls = this.showDice(scene, true);
      await shown;
      await this.rest(pace((rolls ? DICE_BEATS + 1 : 1) * BEAT));
    }
    return told;
  }

  /** Keeps what was seen, for looking back. @param {Look} look */
  remember(look) {
    // Another player at the same screen may not see what this one saw.
    if (look.viewer !== this.viewer) this.seen.clear();
    for (const moment of this.seen.keys()) if (moment > look.answers) this.seen.delete(moment);
    if (look.scene) this.seen.set(look.answers, look.scene);
    if (this.seen.size > LOOKING_BACK) this.seen.delete(this.seen.keys().next().value ?? 0);
  }

  /** Lets people see what has happened, unless they want to go on. @param {number} ms @returns {Promise<void>} */
  rest(ms) {
    return new Promise((done) => {
      const timer = setTimeout(done, this.skip ? 0 : ms);
      this.hurry = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Shows at once what is still to be shown happening. */
  hurryOn() {
    this.skip = true;
    this.hurry();
    if (this.playing && this.scene) void this.board.show(this.scene, { animate: false });
  }

  showRosters() {
    const scene = this.past?.scene ?? this.scene;
    if (this.look && scene) this.rosters.show(this.look, scene);
  }

  /** @param {Scene} scene @param {boolean} roll @returns {boolean} whether dice are rolling */
  showDice(scene, roll) {
    const tray = scene.dice ?? this.thrown;
    const now = JSON.stringify(tray);
    if (now === this.dice) return false;
    const rolled = roll && !reduced() && JSON.stringify(tray?.groups) !== JSON.stringify(this.dice ? JSON.parse(this.dice)?.groups : null);
    this.dice = now;
    this.parts.dice.hidden = !tray;
    if (!tray) return false;
    const groups = tray.groups.filter((group) => group.dice.length > 0).map(drawDice);
    clear(this.parts.dice, h('h2', { class: 'caption' }, tray.caption || t('table.dice')), h('div', { class: 'dice-groups' }, groups), tray.note && h('p', null, tray.note));
    if (rolled) groups.forEach((group) => rollDice(group));
    return rolled;
  }

  /** @param {ApiError} error */
  failed(error) {
    if (this.look) return;
    const text = error.status === 404 ? t('table.gone') : error.message;
    clear(this.parts.decision, h('div', { class: 'decision-body' }, h('h2', null, text), h('p', null, h('a', { class: 'button', href: '/' }, t('over.lobby')))));
  }

  /** A link with a key in it brings a seat along from another device. */
  async claim() {
    const found = new URLSearchParams(location.hash.slice(1));
    const [seat, key] = [found.get('seat'), found.get('key')];
    if (seat === null || key === null) return;
    history.replaceState(null, '', location.pathname);
    try {
      await post(`/api/tables/${this.id}/seats/${encodeURIComponent(seat)}/claim`, { key });
      this.line.reconnect();
      this.sheet.open(t('device.title'), h('p', null, t('device.taken')));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.sheet.open(t('device.title'), h('p', { class: 'bad' }, error.message));
    }
  }

  // ---- several players at one screen -------------------------------------------------------------------------------------

  /** @param {Look} look */
  needsCurtain(look) {
    return look.yours.length > 1 && look.stage === 'playing' && look.viewer !== null && look.viewer !== this.viewer
      && sessionStorage.getItem(`sandtable.open.${this.id}`) === null;
  }

  /** @param {Look} look */
  drawCurtain(look) {
    const viewer = /** @type {number} */ (look.viewer);
    const name = nameOf(look, viewer);
    const never = h('input', { type: 'checkbox' });
    const button = h('button', {
      class: 'button main', type: 'button', onclick: () => {
        if (never.checked) sessionStorage.setItem(`sandtable.open.${this.id}`, '1');
        this.viewer = viewer;
        this.parts.curtain.hidden = true;
        this.shut(false);
        void this.play();
      },
    }, t('curtain.show', { name }));
    this.inspector.close();
    clear(this.parts.curtain, h('div', { class: 'curtain-card', role: 'alertdialog', 'aria-label': t('curtain.title', { name }), 'data-side': sideKey(seatColour(look, viewer)) },
      h('h1', null, t('curtain.title', { name })),
      h('p', { class: 'muted' }, t('curtain.text', { name })),
      button,
      h('label', { class: 'check muted small' }, never, t('curtain.never'))));
    this.parts.curtain.hidden = false;
    this.shut(true);
    button.focus();
  }

  /** Nothing behind the curtain can be reached. @param {boolean} shut */
  shut(shut) {
    for (const part of [document.getElementById('skip'), this.parts.bar, ...this.root.children]) if (part instanceof HTMLElement && part !== this.parts.curtain) part.inert = shut;
  }

  // ---- earlier moments ---------------------------------------------------------------------------------------------------

  /** @param {number} moment */
  async showMoment(moment) {
    if (!this.look) return;
    this.parts.past.hidden = false;
    clear(this.parts.past, t('past.loading'));
    try {
      this.past = { moment, scene: await this.sceneAt(moment) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      clear(this.parts.past, error.message, this.backButton());
      return;
    }
    this.turnTo('board');
    this.board.preview(null);
    this.board.highlight([]);
    this.board.selectable([]);
    void this.board.show(this.past.scene, { animate: true });
    this.showRosters();
    this.showDice(this.past.scene, false);
    this.log.mark(moment);
    this.root.classList.add('looks-back');
    /** @param {number} to @param {string} key @param {string} sign */
    const step = (to, key, sign) => h('button', { class: 'button small', type: 'button', 'aria-label': t(key), title: t(key), disabled: to < 0 || to > (this.look?.answers ?? 0), onclick: () => void this.showMoment(to) }, sign);
    clear(this.parts.past, step(moment - 1, 'past.previous', '◂'), h('span', null, t('past', { n: moment })), step(moment + 1, 'past.next', '▸'), this.backButton());
  }

  /** @param {number} moment @returns {Promise<Scene>} */
  async sceneAt(moment) {
    const kept = this.seen.get(moment);
    if (kept) return kept;
    /** @type {Moment} */
    const found = await get(`/api/tables/${this.id}/moments/${moment}`);
    return found.scene;
  }

  backButton() {
    return h('button', { class: 'button main small', type: 'button', onclick: () => this.backToNow() }, t('past.back'));
  }

  backToNow() {
    const was = this.past;
    this.past = null;
    this.parts.past.hidden = true;
    this.parts.past.classList.remove('news');
    this.root.classList.remove('looks-back');
    this.log.mark(null);
    if (!this.scene || !was) return;
    void this.board.show(this.scene, { animate: true });
    this.showRosters();
    this.showDice(this.scene, false);
    this.decision.again();
  }

  // ---- the bar -------------------------------------------------------------------------------------------------------------

  fillBar() {
    const { bar, menu } = this.parts;
    this.title = h('div', { class: 'table-title' });
    this.phases = h('ol', { class: 'phases', 'aria-label': t('table.phases') });
    this.undo = h('button', { class: 'button quiet small', type: 'button', disabled: true, 'aria-label': t('undo'), onclick: () => void this.askUndo() },
      h('span', { class: 'wide-word' }, t('undo')), h('span', { class: 'narrow-sign', 'aria-hidden': 'true' }, '↶'));
    clear(bar,
      brand(), this.title, this.phases,
      h('div', { class: 'bar-end' },
        readOnlySign(),
        this.undo,
        h('button', { class: 'button quiet small', type: 'button', onclick: () => this.sheet.rules(this.look?.game ?? '') }, t('menu.rules')),
        langSwitch(),
        h('button', { class: 'button quiet small', type: 'button', popovertarget: 'table-menu' }, t('table.menu'), h('span', { 'aria-hidden': 'true' }, '▾'))),
      menu);
    menu.onbeforetoggle = (event) => {
      if (/** @type {ToggleEvent} */ (event).newState === 'open') this.fillMenu();
    };
  }

  /** @param {Look} look @param {Scene} scene */
  showBar(look, scene) {
    if (this.title) clear(this.title, h('h1', null, look.title || scene.title), h('span', { class: 'muted' }, scene.status));
    if (this.phases) clear(this.phases, look.stage === 'playing' && scene.phases.map((phase) => h('li', { class: phase.active ? 'active' : null, 'aria-current': phase.active ? 'step' : null }, phase.name)));
    this.parts.bar.classList.toggle('many-phases', look.stage === 'playing' && scene.phases.length >= MANY_PHASES);
    if (this.undo) {
      this.undo.hidden = look.read_only;
      this.undo.disabled = look.undo.possible === null || look.undo.asked !== null;
      this.undo.title = look.undo.possible ? `${t('undo.what', { what: look.undo.possible })} (Z)` : t('undo.none');
    }
  }

  fillMenu() {
    const look = this.look;
    const link = `${location.origin}/table/${this.id}`;
    /** @param {string} key @param {() => void} act @param {string} [shortcut] */
    const item = (key, act, shortcut) => h('button', {
      class: 'menu-item', type: 'button', onclick: () => {
        this.parts.menu.hidePopover();
        act();
      },
    }, t(key), shortcut && h('kbd', { class: 'for-keys' }, shortcut));
    const seat = look?.yours.includes(look.viewer ?? -1) ? look?.viewer : look?.yours[0];
    clear(this.parts.menu,
      h('button', { class: 'menu-item', type: 'button', onclick: (/** @type {any} */ event) => void copyText(link, event.currentTarget) }, t('menu.link')),
      seat !== undefined && seat !== null && !look?.read_only && item('menu.device', () => void this.otherDevice(seat)),
      look?.stage === 'over' && [
        h('a', { class: 'menu-item', href: `/replay/${this.id}` }, t('menu.replay')),
        h('a', { class: 'menu-item', href: `/api/tables/${this.id}/replay`, download: '' }, t('menu.download')),
      ],
      look?.stage === 'over' && !look.read_only && item('menu.rematch', () => void this.desk.rematch()),
      look?.stage === 'playing' && seat !== undefined && seat !== null && !look.read_only && item('concede', () => this.decision.askConcede(seat)),
      h('hr'),
      item('menu.help', () => this.sheet.help(), '?'),
      h('a', { class: 'menu-item', href: '/' }, t('menu.lobby')),
      h('hr'),
      settingsForm());
  }

  async askUndo() {
    const look = this.look;
    if (!look?.undo.possible || look.undo.asked || look.viewer === null) return;
    const seat = look.viewer;
    await this.decision.send(() => this.desk.say({ do: 'undo', seat }));
  }

  /** @param {number} seat */
  async otherDevice(seat) {
    try {
      const { key } = await post(`/api/tables/${this.id}/seats/${seat}/link`);
      this.sheet.open(t('device.title'), shareLink(t('device.title'), t('device.text'), `${location.origin}/table/${this.id}#seat=${seat}&key=${encodeURIComponent(key)}`));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.decision.refuse(error.refusal);
    }
  }

  // ---- words, tabs, clicks and keys ----------------------------------------------------------------------------------------

  words() {
    const { rosters, surface, decision, dice, order, tabs } = this.parts;
    rosters.setAttribute('aria-label', t('table.rosters'));
    surface.setAttribute('aria-label', t('table.board'));
    decision.setAttribute('aria-label', t('table.decision'));
    dice.setAttribute('aria-label', t('table.dice'));
    order.setAttribute('aria-label', t('table.order'));
    tabs.setAttribute('aria-label', t('table.tabs'));
    /** @param {string} tab */
    const button = (tab) => h('button', { class: 'plain', type: 'button', 'data-tab': tab, 'aria-pressed': this.root.dataset.tab === tab, onclick: () => this.turnTo(tab) }, t(`table.${tab}`));
    clear(tabs, button('board'), button('rosters'), button('log'));
    this.parts.bare.textContent = t('table.bare');
    this.log.words();
  }

  relang() {
    this.fillBar();
    this.words();
    this.sheet.again?.();
    // The server's words follow in a moment; ours change now.
    if (this.look && this.scene) {
      this.showBar(this.look, this.scene);
      this.decision.render();
      this.broken.render();
      this.order.tick();
    }
  }

  /** Which part a small screen shows. @param {string} tab */
  turnTo(tab) {
    this.root.dataset.tab = tab;
    for (const button of this.parts.tabs.children) button.setAttribute('aria-pressed', String(button.getAttribute('data-tab') === tab));
    if (tab === 'log') this.log.toEnd();
  }

  /** @param {string} piece */
  picked(piece) {
    if (this.past || this.decision.pick(piece)) return;
    this.rosters.unfolded.clear();
    this.rosters.unfolded.add(piece);
    this.showRosters();
    this.parts.rosters.querySelector(`[data-id="${CSS.escape(piece)}"]`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }

  /** Rules open beside the board. @param {MouseEvent} event */
  followRule(event) {
    const link = event.target instanceof Element ? event.target.closest('a.rule-link') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void this.sheet.rule(decodeURIComponent(new URL(link.href).pathname.replace('/rules/', '')));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isField(event.target) || !this.parts.curtain.hidden) return;
    const target = /** @type {Element} */ (event.target);
    // Options have taken these keys already; any other control does what it is there for.
    if ((event.key === 'Enter' || event.key === ' ') && target.closest('button, a, summary, [role=button]')) return;
    if (event.key.startsWith('Arrow') && (this.parts.surface.contains(target) || this.parts.log.contains(target) || this.parts.sheet.contains(target) || this.parts.menu.contains(target))) return;
    if (this.command(event) || (!this.past && this.decision.onKey(event))) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  command(event) {
    switch (event.key.toLowerCase()) {
      case 'escape':
        this.hurryOn();
        this.inspector.close();
        if (this.sheet.close()) return true;
        if (this.past || !this.parts.past.hidden) this.backToNow();
        else if (this.decision.conceding !== null) this.decision.askConcede(null);
        return true;
      case 'z':
        void this.askUndo();
        return true;
      case 'r':
      case 'a': {
        const kind = event.key.toLowerCase() === 'r' ? 'ranges' : 'arcs';
        this.board.overlay(this.board.overlayKind === kind ? 'none' : kind);
        return true;
      }
      case 'l':
        this.turnTo('log');
        this.log.focus();
        return true;
      case 'b':
        this.turnTo('board');
        this.board.svg.focus();
        return true;
      case 'd':
        this.turnTo('board');
        this.parts.decision.focus();
        return true;
      case '+':
      case '=':
        this.board.zoomBy(1.4);
        return true;
      case '-':
        this.board.zoomBy(1 / 1.4);
        return true;
      case '0':
        this.board.fit();
        return true;
      case '?':
        this.sheet.help();
        return true;
      default:
        return false;
    }
  }
}

/**
 * The table before the game: nothing lies on it.
 * @param {Look} look
 * @returns {Scene}
 */
function bareScene(look) {
  return {
    title: look.title, status: '', phases: [], board: null, rows: [], pieces: [], marks: [], rosters: [], dice: null, log: [], order: [], breaks: [],
    sides: look.seats.map((seat, index) => ({ name: seat.side, color: seat.color, you: look.yours.includes(index) })),
    captions: { you: '', log: '', order: '' },
  };
}

/**
 * The dice that fell in some lines of the log, with what is said of them.
 * @param {LogLine[]} lines
 * @returns {DiceTray | null}
 */
function thrownIn(lines) {
  const line = lines.findLast((one) => one.dice.length > 0);
  return line ? { caption: line.text, groups: line.dice, note: '' } : null;
}

/** @param {Scene | null} scene @param {string | undefined} id */
function cardTitle(scene, id) {
  return scene?.rosters.flatMap((roster) => roster.entries).find((card) => card.id === id)?.title ?? null;
}
