// @ts-check
// A game looked at moment by moment: the board, the story, and a timeline to move along.

import { clear, h, on, s } from './dom.js';
import { get, withLang } from './api.js';
import { Board } from './draw/board.js';
import { drawDice } from './draw/dice.js';
import { copyButton, failure, isField, MANY_PHASES, ruleLink } from './parts.js';
import { acceptDrops, fileButton } from './replayfile.js';
import { readOnly } from './server.js';
import { reduced } from './settings.js';
import { Log } from './table/log.js';
import { sideKey } from './table/names.js';
import { Rosters } from './table/rosters.js';
import './table/words.js';
import { addWords, lang, onLang, t } from './words.js';

/** @typedef {import('../types/protocol.js').LogLine} LogLine */
/** @typedef {import('./table/socket.js').Look} Look */
/** @typedef {import('../types/protocol.js').Moment} Moment */
/** @typedef {import('../types/protocol.js').ReplayInfo} ReplayInfo */
/** @typedef {import('../types/protocol.js').Scene} Scene */
/** @typedef {import('./table/table.js').Desk} Desk */

addWords({
  en: {
    'replay.title': 'Replay',
    'replay.openAbout': 'Choose a file that was saved from a game, or drop it anywhere on this page. It is played again move by move and must end in the same position.',
    'replay.first': 'To the beginning',
    'replay.last': 'To the end',
    'replay.previous': 'Back',
    'replay.next': 'Forward',
    'replay.play': 'Play',
    'replay.pause': 'Pause',
    'replay.speed': 'Speed',
    'replay.timeline': 'Timeline',
    'replay.at': 'Moment {n} of {all}',
    'replay.before': 'Before the first decision',
    'replay.log': 'Log',
    'replay.forces': 'Forces',
    'replay.board': 'The board at this moment',
    'replay.share': 'Copy link to this moment',
    'replay.save': 'Save',
    'replay.file': 'Replay file',
    'replay.png': 'Picture of this moment (PNG)',
    'replay.svg': 'Picture of this moment (SVG)',
    'replay.film': 'Animation of the game (PNG)',
    'replay.table': 'To the table',
    'replay.keys': '← → moment · ↑ ↓ round · Page ↑ ↓ ten moments · Home End · Space plays',
    'replay.versus': '{one} against {other}',
  },
  de: {
    'replay.title': 'Aufzeichnung',
    'replay.openAbout': 'Wähle eine Datei, die aus einer Partie gespeichert wurde, oder lege sie irgendwo auf dieser Seite ab. Sie wird Zug für Zug nachgespielt und muss in derselben Stellung enden.',
    'replay.first': 'Zum Anfang',
    'replay.last': 'Zum Ende',
    'replay.previous': 'Zurück',
    'replay.next': 'Vor',
    'replay.play': 'Abspielen',
    'replay.pause': 'Anhalten',
    'replay.speed': 'Tempo',
    'replay.timeline': 'Zeitleiste',
    'replay.at': 'Moment {n} von {all}',
    'replay.before': 'Vor der ersten Entscheidung',
    'replay.log': 'Verlauf',
    'replay.forces': 'Kräfte',
    'replay.board': 'Das Spielfeld in diesem Moment',
    'replay.share': 'Link zu diesem Moment kopieren',
    'replay.save': 'Speichern',
    'replay.file': 'Datei der Aufzeichnung',
    'replay.png': 'Bild dieses Moments (PNG)',
    'replay.svg': 'Bild dieses Moments (SVG)',
    'replay.film': 'Animation der Partie (PNG)',
    'replay.table': 'Zum Tisch',
    'replay.keys': '← → Moment · ↑ ↓ Runde · Bild ↑ ↓ zehn Momente · Pos1 Ende · Leertaste spielt ab',
    'replay.versus': '{one} gegen {other}',
  },
});

/** How long a moment stays when it has something to tell, and when it has not. */
const TOLD_MS = 1500;
const SILENT_MS = 350;
/** How long the slider must rest before a moment that is not known yet is asked for. */
const REST_MS = 60;
const SPEEDS = ['0.5', '1', '2', '4', '8'];
const STORE = 'sandtable.replay.speed';
/** Moments kept in memory; a scene has a few kilobytes. */
const KEPT = 300;
/** How far Up and Down go. */
const STRIDE = 10;

/** @type {Record<string, string>} drawn on 20 × 20 */
const ICONS = {
  first: 'M5 4V16M16 4 8 10 16 16Z',
  previous: 'M14 4 6 10 14 16Z',
  play: 'M6 3 17 10 6 17Z',
  pause: 'M6 4H8V16H6ZM12 4H14V16H12Z',
  next: 'M6 4 14 10 6 16Z',
  last: 'M15 4V16M4 4 12 10 4 16Z',
};

/**
 * The moment at which a line was told.
 * @param {LogLine} line
 */
const momentOf = (line) => (line.moment === null ? null : Number(line.moment));

/** @param {string} name */
const icon = (name) => s('svg', { class: 'replay-icon', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] }));

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 * @returns {() => void}
 */
export function open(root, params) {
  const takesFiles = acceptDrops(root);
  const closePage = params.id ? openGame(root, params.id) : openEmpty(root);
  return () => {
    takesFiles();
    closePage();
  };
}

// ---- no game yet --------------------------------------------------------------------------------------------------

/** @param {HTMLElement} root */
function openEmpty(root) {
  const about = h('p', { class: 'lead' });
  const draw = () => {
    document.title = `${t('replay.title')} · ${t('app.name')}`;
    clear(root, h('div', { class: 'page narrow' }, h('h1', null, t('replay.title')), about, fileButton('button main')));
    void readOnly().then((only) => {
      about.textContent = t(only ? 'readonly.text' : 'replay.openAbout');
    });
  };
  draw();
  return onLang(draw);
}

// ---- one game -----------------------------------------------------------------------------------------------------

/**
 * @param {HTMLElement} root
 * @param {string} id
 */
function openGame(root, id) {
  const base = `/api/tables/${encodeURIComponent(id)}`;
  /** @type {ReplayInfo | null} */
  let info = null;
  /** @type {Map<number, Promise<Moment>>} */
  const moments = new Map();
  let at = Math.max(0, Number(new URLSearchParams(location.search).get('at')) || 0);
  /** @type {number | null} the moment on the board */
  let drawn = null;
  let playing = false;
  let speed = storedSpeed();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let closed = false;

  const host = h('div', { class: 'replay-board panel' });
  const head = h('div', { class: 'replay-head' });
  const status = h('p', { class: 'muted' });
  const phases = h('ol', { class: 'replay-phases' });
  const png = h('a', { class: 'menu-item', download: true });
  const svg = h('a', { class: 'menu-item', download: true });
  const forces = h('section', { class: 'replay-forces' });
  const dice = h('div', { class: 'replay-dice' });
  const story = h('div', { class: 'replay-log' });
  const tabs = h('div', { class: 'replay-tabs segments' });
  const foot = h('div', { class: 'replay-foot panel' });
  const slider = h('input', { type: 'range', class: 'replay-slider', min: 0, step: 1, oninput: () => jump(Number(slider.value)) });
  const bubble = h('output', { class: 'replay-bubble', hidden: true });
  const place = h('p', { class: 'replay-place number' });
  const telling = h('p', { class: 'replay-now', role: 'status' });
  const playButton = h('button', { type: 'button', class: 'button main icon', onclick: () => play(!playing) });
  const page = h('div', { class: 'replay-page', 'data-tab': 'log' }, head, forces, host, tabs, h('section', { class: 'replay-story panel' }, story, dice), foot);
  clear(root, page);

  const board = new Board(host, { reduced, label: (key) => t(key) });

  // Rosters and log are those of the table; nothing is decided here, so they need little of it.
  const desk = /** @type {Desk} */ (/** @type {Partial<Desk>} */ ({
    highlight: (ids) => board.highlight(ids),
    find: (id) => board.focus(id),
    showMoment: async (moment) => jump(moment),
    redrawRosters: () => scene && showForces(scene),
  }));
  const rosters = new Rosters(forces, desk);
  const log = new Log(story, desk);
  // Here the log follows the moment, not the end.
  log.follows = false;
  log.latest.remove();
  /** @type {Scene | null} the scene on the board */
  let scene = null;

  // ---- loading

  async function load() {
    try {
      const found = /** @type {ReplayInfo} */ (await get(`${base}/moments`));
      if (closed) return;
      info = found;
      moments.clear();
      at = Math.min(at, last());
      const first = await fetchMoment(at);
      if (closed) return;
      frame(found, first.scene);
      await show(false);
    } catch (error) {
      if (!closed) clear(root, h('div', { class: 'page narrow' }, h('h1', null, t('replay.title')), failure(error, () => { clear(root, page); load(); }), fileButton()));
    }
  }

  const last = () => Math.max(0, (info?.moments ?? 1) - 1);

  /** Where the round before or after this moment begins. @param {1 | -1} way */
  function chapter(way) {
    const starts = (info?.log ?? []).filter((line) => line.chapter).map((line) => momentOf(line) ?? 0);
    const found = way > 0 ? starts.find((start) => start > at) : starts.findLast((start) => start < at);
    return found ?? (way > 0 ? last() : 0);
  }


  /** @param {number} n */
  function fetchMoment(n) {
    const known = moments.get(n);
    if (known) return known;
    const coming = /** @type {Promise<Moment>} */ (get(`${base}/moments/${n}`));
    moments.set(n, coming);
    coming.catch(() => moments.delete(n));
    if (moments.size > KEPT) moments.delete(/** @type {number} */ (moments.keys().next().value));
    return coming;
  }

  function prefetch() {
    for (const n of playing ? [at + 1, at + 2, at + 3, at + 4] : [at + 1, at - 1, at + 2]) {
      if (n >= 0 && n <= last()) fetchMoment(n).catch(() => {});
    }
  }

  // ---- moving

  /** @param {number} to */
  function jump(to) {
    play(false);
    step(to);
  }

  /** @param {number} to */
  function step(to) {
    const next = Math.max(0, Math.min(last(), to));
    if (next === at) return Promise.resolve();
    at = next;
    return show(drawn !== null && next === drawn + 1 && speed <= 4);
  }

  /** @param {boolean} animate */
  async function show(animate) {
    const n = at;
    control();
    // While the slider is dragged only the places where it rests are asked for.
    if (!moments.has(n)) await new Promise((rested) => setTimeout(rested, REST_MS));
    if (closed || n !== at) return;
    try {
      const moment = await fetchMoment(n);
      if (closed || n !== at) return;
      drawn = n;
      surround(moment.scene);
      tell(moment.lines);
      await board.show(moment.scene, { animate });
      prefetch();
    } catch (error) {
      play(false);
      if (!closed && n === at) clear(telling, failure(error, () => show(false)));
    }
  }

  /** @param {boolean} on */
  function play(on) {
    clearTimeout(timer);
    playing = on;
    const name = on ? 'pause' : 'play';
    clear(playButton, icon(name)).setAttribute('aria-label', t(`replay.${name}`));
    playButton.title = t(`replay.${name}`);
    if (!on) return;
    if (at >= last()) at = -1;
    next();
  }

  async function next() {
    await step(at + 1);
    if (!playing) return;
    if (at >= last()) return play(false);
    const told = info?.log.some((line) => momentOf(line) === at);
    timer = setTimeout(next, (told ? TOLD_MS : SILENT_MS) / speed);
  }

  // ---- what is drawn once for a language

  /** @param {ReplayInfo} found @param {Scene} any for the colours of the sides */
  function frame(found, any) {
    document.title = `${found.title} · ${t('replay.title')}`;
    host.setAttribute('aria-label', t('replay.board'));
    clear(tabs, ['log', 'forces'].map((tab) => h('label', null, h('input', {
      type: 'radio', name: 'replay-tab', checked: page.dataset.tab === tab, onchange: () => { page.dataset.tab = tab; },
    }), t(`replay.${tab}`))));
    clear(head,
      h('div', { class: 'replay-title' }, h('h1', null, found.title), status),
      phases,
      h('div', { class: 'replay-tools' },
        copyButton(t('replay.share'), () => `${location.origin}/replay/${id}?at=${at}`),
        h('button', { type: 'button', class: 'button', popovertarget: 'replay-save' }, `${t('replay.save')} ▾`),
        h('div', { id: 'replay-save', class: 'menu', popover: 'auto' },
          saved('replay', 'replay.file'), png, svg, saved('animation.png', 'replay.film'), h('hr'),
          h('a', { class: 'menu-item', href: `/table/${id}` }, t('replay.table')),
          fileButton('menu-item'))));
    png.textContent = t('replay.png');
    svg.textContent = t('replay.svg');
    forces.setAttribute('aria-label', t('replay.forces'));
    log.words();
    log.list.setAttribute('aria-live', 'off');
    log.add({ from: 0, lines: found.log, titles: found.titles }, any.sides);
    slider.max = String(last());
    slider.setAttribute('aria-label', t('replay.timeline'));
    const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', class: 'button icon', 'aria-label': t(`replay.${name}`), title: t(`replay.${name}`), onclick }, icon(name));
    clear(foot,
      h('div', { class: 'replay-transport' },
        button('first', () => jump(0)), button('previous', () => jump(at - 1)), playButton,
        button('next', () => jump(at + 1)), button('last', () => jump(last())),
        h('label', { class: 'replay-speed' }, h('span', { class: 'hidden-text' }, t('replay.speed')),
          h('select', { value: String(speed), title: t('replay.speed'), onchange: chooseSpeed }, SPEEDS.map((value) => h('option', { value }, `${new Intl.NumberFormat(lang()).format(Number(value))}×`))))),
      h('div', { class: 'replay-line', onpointermove: hover, onpointerleave: () => { bubble.hidden = true; } }, ticks(found, any), slider, bubble),
      h('div', { class: 'replay-caption' }, place, telling, h('p', { class: 'replay-hint muted small' }, t('replay.keys'))));
    play(playing);
  }

  /** @param {string} what @param {string} key */
  const saved = (what, key) => h('a', { class: 'menu-item', href: withLang(`${base}/${what}`), download: true }, t(key));

  function players() {
    const names = info?.seats.map((seat) => seat.player) ?? [];
    return names.length === 2 ? t('replay.versus', { one: names[0] ?? '', other: names[1] ?? '' }) : names.join(' · ');
  }

  /** @param {Event} event */
  function chooseSpeed(event) {
    speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
    try {
      localStorage.setItem(STORE, String(speed));
    } catch {
      // Without storage the choice holds until the page is left.
    }
  }

  /**
   * Where along the timeline something was told, by side; dice stand out.
   * @param {ReplayInfo} found
   * @param {Scene} any
   */
  function ticks(found, any) {
    return s('svg', { class: 'replay-ticks', viewBox: `0 0 ${Math.max(1, last())} 10`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      found.log.map((line) => {
        const x = momentOf(line);
        return x === null ? null : s('line', { x1: x, x2: x, y1: line.dice.length ? 0 : 5, y2: 10, 'data-side': sideKey(line.side === null ? null : any.sides[line.side]?.color) });
      }));
  }

  // ---- what changes with the moment

  /** @param {Scene} now */
  function showForces(now) {
    rosters.show(/** @type {Look} */ (/** @type {Partial<Look>} */ ({ seats: info?.seats ?? [], waiting: [], yours: [] })), now);
  }

  /** @param {Scene} now */
  function surround(now) {
    scene = now;
    status.textContent = [players(), now.status].filter(Boolean).join(' · ');
    phases.classList.toggle('many', now.phases.length >= MANY_PHASES);
    clear(phases, now.phases.map((phase) => h('li', { 'aria-current': phase.active ? 'step' : null }, phase.name)));
    showForces(now);
    clear(dice, now.dice ? [h('h3', { class: 'caption' }, now.dice.caption), h('div', { class: 'replay-roll' }, now.dice.groups.map((group) => drawDice(group))), h('p', { class: 'muted' }, now.dice.note)] : null);
  }

  /**
   * Shows how far the story has come.
   * @param {number} happened how many lines have happened
   */
  function tell(happened) {
    [...log.list.children].forEach((line, i) => {
      line.classList.toggle('is-ahead', i >= happened);
      line.classList.toggle('shown', i === happened - 1);
    });
    const line = log.list.children[Math.max(0, happened - 1)];
    if (line instanceof HTMLElement) log.list.scrollTop += line.getBoundingClientRect().top - log.list.getBoundingClientRect().top - log.list.clientHeight * 0.6;
    const result = at === last() ? info?.result : null;
    if (result) clear(telling, h('strong', null, result.text), ' ', ruleLink(result.rule, result.rule_title));
    else clear(telling, info?.log[happened - 1]?.text ?? t('replay.before'));
    slider.setAttribute('aria-valuetext', `${place.textContent}: ${telling.textContent}`);
  }

  function control() {
    slider.value = String(at);
    slider.style.setProperty('--done', `${(at / Math.max(1, last())) * 100}%`);
    const theme = document.documentElement.dataset.theme ?? 'dark';
    png.href = withLang(`${base}/moments/${at}/picture.png?theme=${theme}`);
    svg.href = withLang(`${base}/moments/${at}/picture.svg?theme=${theme}`);
    place.textContent = t('replay.at', { n: at, all: last() });
    history.replaceState(history.state, '', `/replay/${id}${at ? `?at=${at}` : ''}`);
  }

  /**
   * Tells what happened at the place under the pointer.
   * @param {PointerEvent} event
   */
  function hover(event) {
    const box = slider.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    const n = Math.round(share * last());
    const line = info?.log.filter((one) => (momentOf(one) ?? Infinity) <= n).at(-1);
    bubble.hidden = false;
    bubble.textContent = `${n} · ${line?.text ?? t('replay.before')}`;
    bubble.style.left = `${share * 100}%`;
    bubble.style.translate = `${-share * 100}% 0`;
  }

  // ---- keys

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    if (event.target instanceof HTMLInputElement && event.target.type === 'radio') return;
    /** @type {Record<string, number>} */
    const goals = {
      ArrowLeft: at - 1, ArrowRight: at + 1, ArrowDown: chapter(-1), ArrowUp: chapter(1), PageDown: at - STRIDE, PageUp: at + STRIDE, Home: 0, End: last(),
    };
    const goal = goals[event.key];
    if (goal !== undefined) {
      event.preventDefault();
      jump(goal);
    } else if (event.key === ' ' && !(event.target instanceof Element && event.target.closest('button, a'))) {
      event.preventDefault();
      play(!playing);
    }
  }

  const ends = [on(document, 'keydown', key), onLang(load), () => clearTimeout(timer), () => board.destroy()];
  load();
  return () => {
    closed = true;
    ends.forEach((end) => end());
  };
}

function storedSpeed() {
  try {
    const stored = localStorage.getItem(STORE) ?? '1';
    return SPEEDS.includes(stored) ? Number(stored) : 1;
  } catch {
    return 1;
  }
}
