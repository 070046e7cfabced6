// @ts-check
// The lobby: play at once, invite a friend, set up a game in detail; games of yours, open ones, ones to watch.

import { ApiError, get, post } from './api.js';
import { clear, h } from './dom.js';
import { newGame, quick } from './newgame.js';
import { failure } from './parts.js';
import { acceptDrops, fileButton } from './replayfile.js';
import { go } from './route.js';
import { set, setting } from './settings.js';
import { sideMark } from './table/names.js';
import { addWords, ago, onLang, t } from './words.js';

/** @typedef {import('../types/protocol.js').KeptList} KeptList */
/** @typedef {import('../types/protocol.js').LobbyGame} LobbyGame */
/** @typedef {import('../types/protocol.js').LobbyView} LobbyView */
/** @typedef {import('../types/protocol.js').Offer} Offer */
/** @typedef {import('../types/protocol.js').Who} Who */

addWords({
  en: {
    'lobby.title': 'Sit down and play',
    'lobby.text': 'Nothing to install, no account needed. The rules are kept for you, and every refusal says which rule it is.',
    'lobby.name': 'Your name',
    'lobby.name.example': 'empty: you get one',
    'lobby.now': 'Play now against the computer',
    'lobby.friend': 'Play with a friend',
    'lobby.friend.text': 'You get a link to send.',
    'lobby.more': 'Set up a game…',
    'lobby.players': '{n} players',
    'lobby.lists': '{n} ready-made lists',
    'lobby.yours': 'Your games',
    'lobby.open': 'Waiting for players',
    'lobby.playing': 'Games to watch',
    'lobby.over': 'Finished games',
    'lobby.continue': 'Continue',
    'lobby.broken': 'cannot be played',
    'lobby.join': 'Join',
    'lobby.watch': 'Watch',
    'lobby.replay': 'Replay',
    'lobby.free': 'free seat',
    'lobby.starting': 'Setting up the table…',
  },
  de: {
    'lobby.title': 'Hinsetzen und spielen',
    'lobby.text': 'Nichts zu installieren, kein Konto nötig. Auf die Regeln wird geachtet, und wo etwas nicht geht, steht die Regel dabei.',
    'lobby.name': 'Dein Name',
    'lobby.name.example': 'leer: du bekommst einen',
    'lobby.now': 'Sofort gegen den Computer spielen',
    'lobby.friend': 'Mit Freunden spielen',
    'lobby.friend.text': 'Du bekommst einen Link zum Verschicken.',
    'lobby.more': 'Spiel einrichten…',
    'lobby.players': '{n} Spieler',
    'lobby.lists': '{n} fertige Listen',
    'lobby.yours': 'Deine Partien',
    'lobby.open': 'Warten auf Mitspieler',
    'lobby.playing': 'Partien zum Zuschauen',
    'lobby.over': 'Beendete Partien',
    'lobby.continue': 'Weiterspielen',
    'lobby.broken': 'nicht spielbar',
    'lobby.join': 'Mitspielen',
    'lobby.watch': 'Zuschauen',
    'lobby.replay': 'Aufzeichnung',
    'lobby.free': 'freier Platz',
    'lobby.starting': 'Der Tisch wird aufgebaut…',
  },
});

const REFRESH = 6000;

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 * @returns {() => void}
 */
export function open(root, params) {
  const offersPart = h('div', { class: 'offers' });
  const gamesPart = h('div', { class: 'lobby-games' });
  const filePart = h('div', { class: 'lobby-file' });
  const title = h('h1');
  const text = h('p', { class: 'muted' });
  const nameLabel = h('span');
  const name = h('input', {
    type: 'text', value: setting('name'), maxlength: 40, autocomplete: 'nickname', onchange: () => set('name', name.value.trim()),
  });
  const nameField = h('label', { class: 'field' }, nameLabel, name);
  const page = h('div', { class: 'page lobby' },
    h('header', { class: 'lobby-head' }, h('div', null, title, text), nameField),
    offersPart, gamesPart, filePart);
  clear(root, page);

  /** @type {Offer[]} */
  let offers = [];
  let readOnly = false;
  /** @type {HTMLDialogElement | null} */
  let dialog = null;
  let closed = false;
  /** Until when a busy server has asked to be left alone. */
  let patient = 0;

  function words() {
    title.textContent = t('lobby.title');
    text.textContent = t('lobby.text');
    nameLabel.textContent = t('lobby.name');
    name.placeholder = t('lobby.name.example');
  }

  async function load() {
    words();
    await refresh();
    try {
      offers = await get('/api/games');
      if (closed) return;
      showOffers();
      await setUpAsLinked();
    } catch (error) {
      clear(offersPart, failure(error, () => void load()));
    }
  }

  /** A link may name a game to set up, and a kept list to play with. */
  async function setUpAsLinked() {
    const query = new URLSearchParams(location.search);
    const game = params.game ?? query.get('game');
    if (readOnly || (game === null && !location.pathname.startsWith('/new'))) return;
    const offer = offers.find((one) => one.game === game) ?? offers[0];
    const key = query.get('list');
    try {
      /** @type {KeptList | null} */
      const kept = key ? await get(`/api/kept/${encodeURIComponent(key)}`) : null;
      if (!closed) setUp(offer, kept?.game === offer?.game ? kept : null);
    } catch (problem) {
      if (!closed) setUp(offer, null, problem);
    }
  }

  async function refresh() {
    try {
      /** @type {LobbyView} */
      const view = await get('/api/lobby');
      if (closed) return;
      if (view.read_only !== readOnly) {
        readOnly = view.read_only;
        showOffers();
      }
      showGames(view);
    } catch (error) {
      if (error instanceof ApiError) patient = Date.now() + error.wait;
      if (!gamesPart.hasChildNodes()) clear(gamesPart, failure(error, () => void refresh()));
    }
  }

  function showOffers() {
    nameField.hidden = readOnly;
    text.hidden = readOnly;
    clear(filePart, fileButton('plain link'));
    if (readOnly) clear(offersPart, h('p', { class: 'notice panel' }, t('readonly.text')));
    else clear(offersPart, offers.map(offerCard));
  }

  /** @param {Offer} offer */
  function offerCard(offer) {
    const error = h('div');
    /** @param {Who} other */
    const start = (other) => async (/** @type {any} */ event) => {
      const button = event.currentTarget;
      button.disabled = true;
      clear(error, h('p', { class: 'muted small' }, t('lobby.starting')));
      set('name', name.value.trim());
      try {
        go(`/table/${(await post('/api/tables', quick(offer, other, name.value.trim()))).id}`);
      } catch (problem) {
        button.disabled = false;
        clear(error, failure(problem));
      }
    };
    return h('article', { class: 'offer panel' },
      h('div', null,
        h('h2', null, offer.title),
        h('p', { class: 'muted small' }, [
          t('lobby.players', { n: [...new Set([Math.min(...offer.tables), Math.max(...offer.tables)])].join('–') }),
          t('lobby.lists', { n: offer.lists.length }),
        ].join(' · '))),
      h('button', { class: 'button quiet', type: 'button', onclick: () => setUp(offer) }, t('lobby.more')),
      h('button', { class: 'button big', type: 'button', title: t('lobby.friend.text'), onclick: start('open') }, t('lobby.friend')),
      offer.agents.length > 0 && h('button', { class: 'button main big', type: 'button', onclick: start('agent') }, t('lobby.now')),
      error);
  }

  /**
   * @param {Offer | undefined} offer
   * @param {KeptList | null} [kept] the list for one's own seat
   * @param {unknown} [problem] why that list is not there
   */
  function setUp(offer, kept = null, problem = null) {
    if (!offer || dialog?.isConnected) return;
    dialog = newGame(offers, offer, kept, problem, () => {
      if (location.pathname.startsWith('/new') || location.search) history.replaceState(null, '', '/');
    });
    page.append(dialog);
    dialog.showModal();
  }

  /** @param {LobbyView} view */
  function showGames(view) {
    const active = view.yours.filter((game) => game.stage !== 'over');
    const yoursOver = view.yours.filter((game) => game.stage === 'over');
    const known = new Set(view.yours.map((game) => game.id));
    /** @param {LobbyGame[]} games */
    const others = (games) => games.filter((game) => !known.has(game.id));
    const over = [...yoursOver, ...others(view.over)].sort((a, b) => b.updated - a.updated);
    /** @type {[string, LobbyGame[], (game: LobbyGame) => string][]} */
    const groups = [
      ['lobby.yours', active, (game) => (game.stage === 'broken' ? 'lobby.broken' : 'lobby.continue')],
      ['lobby.open', others(view.open), () => 'lobby.join'],
      ['lobby.playing', others(view.playing), () => 'lobby.watch'],
      ['lobby.over', over.slice(0, 20), () => 'lobby.replay'],
    ];
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.game;
    clear(gamesPart, groups.filter(([, games]) => games.length > 0).map(([key, games, verb]) => h('section', null,
      h('h2', { class: 'caption' }, t(key)),
      h('ul', { class: 'game-list panel' }, games.map((game) => gameRow(game, t(verb(game))))))));
    if (focused) /** @type {HTMLElement | null} */ (gamesPart.querySelector(`[data-game="${CSS.escape(focused)}"]`))?.focus();
  }

  const timer = setInterval(() => {
    if (!document.hidden && !dialog?.open && Date.now() >= patient) void refresh();
  }, REFRESH);
  const off = onLang(() => void load());
  const takesNoMoreFiles = acceptDrops(root);
  void load();
  return () => {
    closed = true;
    clearInterval(timer);
    off();
    takesNoMoreFiles();
  };
}

/** @param {LobbyGame} game @param {string} verb */
function gameRow(game, verb) {
  return h('li', null, h('a', { class: 'game-row', 'data-game': game.id, href: game.stage === 'over' ? `/replay/${game.id}` : `/table/${game.id}` },
    h('span', { class: 'game-title' }, h('b', null, game.title), h('span', { class: 'muted small' }, ago(game.updated))),
    h('span', { class: 'game-players' }, game.players.map((seat) => h('span', null,
      sideMark(seat.color), ' ',
      seat.holder === 'nobody' ? h('em', { class: 'muted' }, t('lobby.free')) : seat.player || seat.side,
      seat.side && seat.side !== seat.player ? h('span', { class: 'muted small' }, ` ${seat.side}`) : null))),
    h('span', { class: game.stage === 'broken' ? 'muted' : 'link' }, verb)));
}
