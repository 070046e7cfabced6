// @ts-check
// The dialog for a new game: how many play, who sits where with which list, what is agreed.

import { post } from './api.js';
import { clear, h } from './dom.js';
import { failure } from './parts.js';
import { go } from './route.js';
import { segments, setting } from './settings.js';
import { sideMark } from './table/names.js';
import { addWords, t } from './words.js';

/** @typedef {import('../types/protocol.js').Create} Create */
/** @typedef {import('../types/protocol.js').KeptList} KeptList */
/** @typedef {import('../types/protocol.js').Offer} Offer */
/** @typedef {import('../types/protocol.js').ListChoice} ListChoice */
/** @typedef {import('../types/protocol.js').OfferList} OfferList */
/** @typedef {import('../types/protocol.js').Who} Who */

/** What a seat shall be; `text` is a pasted list. @typedef {{who: Who, name: string, agent: string, ready: string, text: string}} Plan */

addWords({
  en: {
    'new.title': 'New game',
    'new.game': 'Game',
    'new.seats': 'Players',
    'new.seat': 'Seat {n}',
    'new.who': 'Who plays',
    'new.who.me': 'Me (this screen)',
    'new.who.open': 'Open seat',
    'new.who.agent': 'Computer',
    'new.name': 'Name',
    'new.name.example': 'empty: you get one',
    'new.agent': 'Which opponent',
    'new.list': 'List',
    'new.list.paste': 'Paste a list…',
    'new.list.kept': 'Your list: {name}',
    'new.list.unnamed': 'without a name',
    'new.paste': 'The list as text, from any builder',
    'new.points': '{name} · {points} points',
    'new.hotseat': 'Several of you at one screen: the table hands over from one to the next.',
    'new.options': 'Options',
    'new.alone': 'off: only for one person alone',
    'new.listed': 'Show it in the lobby; otherwise only people with the link can find it',
    'new.start': 'Start the game',
  },
  de: {
    'new.title': 'Neues Spiel',
    'new.game': 'Spiel',
    'new.seats': 'Spieler',
    'new.seat': 'Platz {n}',
    'new.who': 'Wer spielt',
    'new.who.me': 'Ich (dieser Bildschirm)',
    'new.who.open': 'Freier Platz',
    'new.who.agent': 'Computer',
    'new.name': 'Name',
    'new.name.example': 'leer: du bekommst einen',
    'new.agent': 'Welcher Gegner',
    'new.list': 'Liste',
    'new.list.paste': 'Liste einfügen…',
    'new.list.kept': 'Deine Liste: {name}',
    'new.list.unnamed': 'ohne Namen',
    'new.paste': 'Die Liste als Text, aus jedem Listenbauer',
    'new.points': '{name} · {points} Punkte',
    'new.hotseat': 'Mehrere an einem Bildschirm: Der Tisch gibt von einem zum nächsten weiter.',
    'new.options': 'Optionen',
    'new.alone': 'aus: nur für eine Person allein',
    'new.listed': 'Für alle in der Übersicht zeigen; sonst findet es nur, wer den Link hat',
    'new.start': 'Spiel beginnen',
  },
});

/** Values of the choice of lists that are no ready-made list. */
const PASTE = '\u0000paste';
const KEPT = '\u0000kept';

/**
 * @param {Offer[]} offers
 * @param {Offer} first
 * @param {KeptList | null} kept a list that is chosen for one's own seat
 * @param {unknown} problem what went wrong before, to be said in the dialog
 * @param {() => void} closed
 * @returns {HTMLDialogElement}
 */
export function newGame(offers, first, kept, problem, closed) {
  let offer = first;
  /** @type {Plan[]} */
  let plans = [];
  /** @type {Record<string, string>} */
  let agreed = {};
  let listed = false;
  let optionsOpen = false;

  const body = h('div', { class: 'dialog-body' });
  const error = h('div', null, problem ? failure(problem) : null);
  const start = h('button', { class: 'button main', type: 'submit', autofocus: true }, t('new.start'));
  const dialog = h('dialog', { class: 'new-game', 'aria-label': t('new.title'), onclose: () => { dialog.remove(); closed(); } },
    h('form', { method: 'dialog', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void create(); } },
      h('header', { class: 'dialog-head' },
        h('h2', null, t('new.title')),
        h('button', { class: 'button quiet icon small', type: 'button', 'aria-label': t('close'), onclick: () => dialog.close() }, '✕')),
      body,
      h('footer', { class: 'dialog-foot' }, error, h('div', { class: 'row' },
        h('button', { class: 'button', type: 'button', onclick: () => dialog.close() }, t('cancel')), start))));

  /** @param {number} count */
  function seat(count) {
    const lists = firstLists(offer, count);
    const own = fitting()?.seat ?? 0;
    plans = lists.map((ready, index) => plans[index] ?? {
      who: index === own ? 'me' : offer.agents.length > 0 ? 'agent' : 'open', name: index === own ? setting('name') : '', agent: offer.agents[0]?.id ?? '', ready: index === own && fitting() ? KEPT : ready, text: '',
    });
    plans.length = count;
    draw();
  }

  /** The kept list, if it is one of this game. */
  const fitting = () => (kept?.game === offer.game ? kept : null);

  /** Whether a list can be taken at a seat. @param {{seat: number | null} | null} list @param {number} index */
  const fits = (list, index) => list !== null && (list.seat === null || list.seat === index);

  /**
   * Takes a list for a seat. One that is for an unusual game brings along what has to be agreed on, and the others get lists
   * for the same game.
   * @param {Plan} plan @param {string} id
   */
  function take(plan, id) {
    plan.ready = id;
    const list = offer.lists.find((one) => one.id === id);
    if (list) {
      for (const one of offer.lists) for (const field of Object.keys(one.agreed)) delete agreed[field];
      Object.assign(agreed, list.agreed);
      const alike = (/** @type {OfferList | undefined} */ one) => JSON.stringify(one?.agreed) === JSON.stringify(list.agreed);
      const sides = new Set([list.side]);
      for (const other of plans.filter((one) => one !== plan)) {
        const theirs = offer.lists.find((one) => one.id === other.ready);
        if (!theirs || alike(theirs)) continue;
        const instead = offer.lists.find((one) => alike(one) && !sides.has(one.side)) ?? list;
        sides.add(instead.side);
        other.ready = instead.id;
      }
    }
    draw();
  }

  function draw() {
    clear(body,
      offers.length > 1 && segments('game', t('new.game'), offers.map((one) => [one.game, one.title]), offer.game, (id) => {
        offer = offers.find((one) => one.game === id) ?? offer;
        plans = [];
        agreed = {};
        seat(offer.tables[0] ?? 2);
      }),
      offer.tables.length > 1 && segments('seats', t('new.seats'), [...offer.tables].sort((a, b) => a - b).map((count) => [String(count), String(count)]), String(plans.length), (count) => seat(Number(count))),
      plans.map(seatPart),
      plans.filter((plan) => plan.who === 'me').length > 1 && h('p', { class: 'muted small' }, t('new.hotseat')),
      offer.fields.length > 0 && h('details', { class: 'fold', open: optionsOpen || Object.keys(agreed).length > 0, ontoggle: (/** @type {any} */ event) => { optionsOpen = event.target.open; } },
        h('summary', null, t('new.options')),
        h('div', { class: 'new-fields' }, offer.fields.map((field) => h('label', { class: 'field' },
          h('span', null, field.name),
          field.alone && !alone()
            ? h('select', { disabled: true }, h('option', null, t('new.alone')))
            : h('select', { value: agreed[field.id] ?? field.standard, onchange: (/** @type {any} */ event) => { agreed[field.id] = event.target.value; } },
              field.values.map((value) => h('option', { value: value.id }, value.name))),
          field.about && h('span', { class: 'muted small' }, field.about))))),
      plans.some((plan) => plan.who === 'open') && h('label', { class: 'check' },
        h('input', { type: 'checkbox', checked: listed, onchange: (/** @type {any} */ event) => { listed = event.target.checked; } }), t('new.listed')));
  }

  /** @param {Plan} plan @param {number} index */
  function seatPart(plan, index) {
    /** @param {string} label @param {HTMLElement} control */
    const field = (label, control) => h('label', { class: 'field' }, h('span', null, label), control);
    return h('fieldset', { class: 'new-seat' },
      h('legend', null, offer.seats[index] ? null : [sideMark(index), ' '], offer.seats[index] ?? t('new.seat', { n: index + 1 })),
      field(t('new.who'), h('select', { value: plan.who, onchange: (/** @type {any} */ event) => { plan.who = event.target.value; draw(); } },
        (/** @type {Who[]} */ (['me', 'open', 'agent'])).filter((who) => who !== 'agent' || offer.agents.length > 0).map((who) => h('option', { value: who }, t(`new.who.${who}`))))),
      plan.who === 'me' && field(t('new.name'), h('input', { type: 'text', value: plan.name, maxlength: 40, placeholder: t('new.name.example'), onchange: (/** @type {any} */ event) => { plan.name = event.target.value.trim(); } })),
      plan.who === 'agent' && field(t('new.agent'), h('select', { value: plan.agent, onchange: (/** @type {any} */ event) => { plan.agent = event.target.value; } },
        offer.agents.map((agent) => h('option', { value: agent.id }, agent.name)))),
      field(t('new.list'), h('select', { value: plan.ready, onchange: (/** @type {any} */ event) => take(plan, event.target.value) },
        fits(fitting(), index) && h('option', { value: KEPT }, t('new.list.kept', { name: fitting()?.list.name || t('new.list.unnamed') })),
        offer.lists.filter((list) => fits(list, index)).map((list) => h('option', { value: list.id }, offer.counts ? `${list.name} · ${list.points} ${offer.counts}` : t('new.points', { name: list.name, points: list.points }))),
        h('option', { value: PASTE }, t('new.list.paste')))),
      plan.ready === PASTE && h('label', { class: 'field wide' }, h('span', null, t('new.paste')),
        h('textarea', { value: plan.text, onchange: (/** @type {any} */ event) => { plan.text = event.target.value; } })));
  }

  /** Whether one person plays against agents: some options have an effect only then. */
  const alone = () => plans.filter((plan) => plan.who !== 'agent').length < 2;

  /** @param {Plan} plan @returns {ListChoice} */
  function chosenList(plan) {
    const own = plan.ready === KEPT ? fitting() : null;
    if (own) return { list: own.list };
    return plan.ready === PASTE ? { text: plan.text } : { ready: plan.ready };
  }

  async function create() {
    /** @type {Create} */
    const wanted = {
      game: offer.game,
      seats: plans.map((plan) => ({
        who: plan.who,
        name: plan.who === 'me' ? plan.name : '',
        agent: plan.who === 'agent' ? plan.agent : null,
        list: chosenList(plan),
      })),
      agreed,
      listed,
    };
    start.disabled = true;
    clear(error);
    try {
      const { id } = await post('/api/tables', wanted);
      dialog.close();
      go(`/table/${id}`);
    } catch (problem) {
      clear(error, failure(problem));
    } finally {
      start.disabled = false;
    }
  }

  seat(offer.tables[0] ?? 2);
  return dialog;
}

/**
 * A game against as few as possible: lists of different sides, everything as it usually is.
 * @param {Offer} offer
 * @param {Who} other
 * @param {string} name
 * @returns {Create}
 */
export function quick(offer, other, name) {
  const lists = firstLists(offer, Math.min(...offer.tables));
  return {
    game: offer.game,
    seats: lists.map((list, index) => ({
      who: index === 0 ? 'me' : other,
      name: index === 0 ? name : '',
      agent: index > 0 && other === 'agent' ? offer.agents[0]?.id ?? null : null,
      list: { ready: list },
    })),
    agreed: {},
    listed: false,
  };
}

/** @param {Offer} offer @param {number} seats @returns {string[]} */
const firstLists = (offer, seats) => offer.first_lists[offer.tables.indexOf(seats)] ?? [];
