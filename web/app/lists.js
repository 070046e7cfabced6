// @ts-check
// Building lists: units with places, cards that fit them, and the server's verdict with every change.

import { clear, h, on } from './dom.js';
import { get, post } from './api.js';
import { copyButton, failure, faultList, save } from './parts.js';
import { pasteDialog } from './lists/paste.js';
import './lists/words.js';
import { go } from './route.js';
import { ruleSheet } from './rules.js';
import { readOnly } from './server.js';
import { lang, onLang, t } from './words.js';

/** @typedef {import('../types/protocol.js').CardInfo} CardInfo */
/** @typedef {import('../types/protocol.js').CatalogueInfo} CatalogueInfo */
/** @typedef {import('../types/protocol.js').KeptList} KeptList */
/** @typedef {import('../types/protocol.js').ListData} ListData */
/** @typedef {import('../types/protocol.js').ListVerdict} ListVerdict */
/** @typedef {import('../types/protocol.js').Offer} Offer */

/**
 * A place on a unit: its kind, and which of the carried cards is in it (-1 for none).
 * @typedef {{slot: string, card: number, spare?: boolean}} Place
 */

/** How many sides the style sheet knows marks for. */
const SIDES = 7;
/** How long the list must rest before the server is asked. */
const REST_MS = 180;

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 * @returns {() => void}
 */
export function open(root, params) {
  return params.game ? openBuilder(root, params.game, params.key) : openChooser(root);
}

// ---- which game ---------------------------------------------------------------------------------------------------

/** @param {HTMLElement} root */
function openChooser(root) {
  async function load() {
    document.title = `${t('lists.title')} · ${t('app.name')}`;
    try {
      const [offers, kept] = /** @type {[Offer[], KeptList[]]} */ (await Promise.all([get('/api/games'), ownLists()]));
      clear(root, h('div', { class: 'page' },
        h('h1', null, t('lists.title')),
        h('h2', { class: 'caption' }, t('lists.choose')),
        h('ul', { class: 'tiles' }, offers.map((offer) => h('li', null, h('a', { class: 'tile', href: `/lists/${offer.game}` },
          h('strong', null, offer.title), offer.lists.length ? h('span', { class: 'muted' }, t('lists.readyCount', { n: offer.lists.length })) : null)))),
        h('h2', { class: 'caption' }, t('lists.yours')),
        h('p', { class: 'muted' }, t('lists.account'), ' ', h('a', { href: '/account' }, t('nav.account'))),
        h('ul', { class: 'tiles' }, kept.map((one) => h('li', null, h('a', { class: 'tile', href: `/lists/${one.game}/${one.key}` },
          h('strong', null, one.list.name || t('lists.unnamed')),
          h('span', { class: 'muted' }, offers.find((offer) => offer.game === one.game)?.title ?? one.game)))))));
    } catch (error) {
      clear(root, h('div', { class: 'page narrow' }, h('h1', null, t('lists.title')), failure(error, load)));
    }
  }
  load();
  return onLang(load);
}

/** The lists of the account; none without one. */
const ownLists = () => get('/api/kept').catch(() => []);

// ---- the builder --------------------------------------------------------------------------------------------------

/**
 * @param {HTMLElement} root
 * @param {string} game
 * @param {string} [key]
 */
function openBuilder(root, game, key) {
  /** @type {Offer | undefined} */
  let offer;
  /** @type {CatalogueInfo} */
  let catalogue = { game, sides: [], slots: [], units: [], cards: [] };
  /** @type {Map<string, CardInfo>} */
  let cards = new Map();
  /** @type {KeptList[]} */
  let kept = [];
  const draft = stored(game);
  /** @type {ListData} */
  let list = (key ? null : draft?.list) ?? { name: '', units: [] };
  /** @type {Record<string, string>} */
  let agreed = draft?.agreed ?? {};
  /** @type {ListVerdict | null} */
  let verdict = null;
  /** What the verdict is about. */
  let judged = '';
  let changeable = false;
  /** @type {ListData[]} */
  const past = [];
  /** What the shelf shows: units, or cards for a place of a unit; an empty slot means those that have no place. */
  /** @type {{unit: number, slot: string, card: number} | null} */
  let filling = null;
  const filter = { side: '', text: '' };
  /** What the shelf was last drawn for. */
  let shown = '';
  let keptLink = '';
  let asked = 0;
  let closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;

  const head = h('div', { class: 'lists-head' });
  const shelf = h('section', { class: 'lists-shelf panel' });
  const sheet = h('section', { class: 'lists-list' });
  const judge = h('section', { class: 'lists-verdict panel' });
  const ruleHost = h('div', { class: 'lists-rule' });
  /** Where everything stands below each other, this stays in sight. */
  const foot = h('div', { class: 'lists-foot panel' });
  const page = h('div', { class: 'lists-page' }, head, shelf, sheet, h('div', { class: 'lists-side' }, judge, ruleHost), foot);

  async function load() {
    try {
      const [offers, found, own, only] = /** @type {[Offer[], CatalogueInfo, KeptList[], boolean]} */ (
        await Promise.all([get('/api/games'), get(`/api/lists/${game}`), ownLists(), readOnly()]));
      if (key && !list.units.length) list = /** @type {KeptList} */ (await get(`/api/kept/${encodeURIComponent(key)}`)).list;
      if (closed) return;
      changeable = !only;
      offer = offers.find((one) => one.game === game);
      catalogue = found;
      kept = own.filter((one) => one.game === game);
      cards = new Map([...found.units, ...found.cards].map((card) => [card.id, card]));
      document.title = `${t('lists.title')} · ${offer?.title ?? game}`;
      if (!page.isConnected) clear(root, page);
      drawHead();
      makeTextButtons();
      draw();
      check();
    } catch (error) {
      if (!closed) clear(root, h('div', { class: 'page narrow' }, h('h1', null, t('lists.title')), failure(error, load), h('p', null, h('a', { href: '/lists' }, t('lists.choose')))));
    }
  }

  // ---- changing the list

  /**
   * @param {ListData} next
   * @param {boolean} [remember] whether it can be undone
   */
  function change(next, remember = true) {
    if (remember) past.push(list);
    take(next);
    draw();
  }

  /** @param {ListData} next */
  function take(next) {
    list = next;
    keptLink = '';
    store(game, { list, agreed });
    // What is shown is no longer what the link stands for.
    if (location.pathname !== `/lists/${game}`) history.replaceState(null, '', `/lists/${game}`);
    check();
  }

  function undo() {
    const before = past.pop();
    if (!before) return;
    filling = null;
    change(before, false);
    nameField.value = list.name;
  }

  /**
   * @param {number} at
   * @param {(unit: {card: string, carries: string[]}) => {card: string, carries: string[]}} edit
   */
  const editUnit = (at, edit) => change({ ...list, units: list.units.map((unit, i) => (i === at ? edit(unit) : unit)) });

  /** @param {string} id */
  function addUnit(id) {
    change({ ...list, units: [...list.units, { card: id, carries: [] }] });
    const unit = list.units.length - 1;
    const first = places(unit)[0];
    if (first) fill(unit, first);
  }

  /** @param {string} id */
  function addCard(id) {
    if (!filling) return;
    const { unit, slot, card } = filling;
    editUnit(unit, (one) => ({
      ...one, carries: card < 0 ? [...one.carries, id] : one.carries.map((other, i) => (i === card ? id : other)),
    }));
    const next = places(unit).find((place) => place.card < 0 && (card < 0 || place.slot === slot)) ?? places(unit).find((place) => place.card < 0);
    if (next && slot) return fill(unit, next);
    filling = null;
    draw();
    focusOn(`another-${unit}`);
  }

  /** @param {ListData} next */
  function replace(next) {
    filling = null;
    change(structuredClone(next));
    nameField.value = list.name;
  }

  /**
   * @param {number} unit
   * @param {Place | null} place none for cards that have no place on the unit
   */
  function fill(unit, place) {
    filling = { unit, slot: place?.slot ?? '', card: place?.card ?? -1 };
    filter.text = '';
    draw();
    shelf.scrollIntoView({ block: 'nearest' });
    /** @type {HTMLElement | null} */ (shelf.querySelector('.shelf-card'))?.focus({ preventScroll: true });
  }

  /**
   * The places of a unit in the catalogue's order, then the cards for which it has none.
   * @param {number} unit
   * @returns {Place[]}
   */
  function places(unit) {
    const { card, carries } = list.units[unit] ?? { card: '', carries: [] };
    const rank = (/** @type {string} */ slot) => catalogue.slots.findIndex((one) => one.id === slot);
    /** @type {Place[]} */
    const all = [card, ...carries]
      .flatMap((id, i) => (i === 0 ? cards.get(id)?.slots : cards.get(id)?.gives) ?? [])
      .flatMap(({ slot, count }) => Array.from({ length: count }, () => ({ slot, card: -1 })))
      .sort((a, b) => rank(a.slot) - rank(b.slot));
    /** @type {Place[]} */
    const spare = [];
    carries.forEach((id, i) => {
      const need = cards.get(id)?.slots[0] ?? { slot: '', count: 1 };
      const free = all.filter((place) => place.slot === need.slot && place.card < 0).slice(0, Math.max(1, need.count));
      if (!free.length) spare.push({ slot: need.slot, card: i, spare: true });
      free.forEach((place) => { place.card = i; });
    });
    return [...all, ...spare];
  }

  // ---- the verdict

  /** Has the list judged as soon as it has rested. */
  function check() {
    clearTimeout(resting);
    resting = setTimeout(() => {
      const mine = asked + 1;
      ask().catch((error) => {
        if (mine === asked && !closed) clear(judge, failure(error, check));
      });
    }, REST_MS);
  }

  /** @returns {Promise<ListVerdict>} the verdict on the list as it is now */
  async function ask() {
    const mine = ++asked;
    const about = JSON.stringify([lang(), list, agreed]);
    if (verdict && about === judged) return verdict;
    const said = /** @type {ListVerdict} */ (await post(`/api/lists/${game}/check`, { list: { list }, agreed }));
    if (mine === asked && !closed) {
      verdict = said;
      judged = about;
      drawVerdict();
      drawPoints();
    }
    return said;
  }

  /** @returns {Promise<string>} the key under which the list is kept */
  async function keep() {
    const saved = /** @type {KeptList} */ (await post(`/api/lists/${game}`, { list: { list }, agreed }));
    history.replaceState(null, '', `/lists/${game}/${saved.key}`);
    keptLink = `${location.origin}/lists/${game}/${saved.key}`;
    return saved.key;
  }

  /** @param {string} id */
  function showRule(id) {
    const close = h('button', { type: 'button', class: 'button icon small', 'aria-label': t('close'), onclick: () => clear(ruleHost) }, '×');
    clear(ruleHost, h('div', { class: 'panel' }, close, ruleSheet(id)));
    ruleHost.scrollIntoView({ block: 'nearest' });
    close.focus();
  }

  function paste() {
    const dialog = pasteDialog((text) => post(`/api/lists/${game}/check`, { list: { text }, agreed }), (id) => cards.get(id)?.name ?? id, counted, replace);
    page.append(dialog);
    dialog.showModal();
  }

  // ---- drawing: the head

  const nameField = h('input', { id: 'list-name', maxlength: 80, value: list.name, oninput: () => take({ ...list, name: nameField.value }) });

  function drawHead() {
    nameField.value = list.name;
    nameField.placeholder = t('lists.unnamed');
    nameField.setAttribute('aria-label', t('lists.name'));
    clear(head,
      h('div', { class: 'lists-title' }, h('h1', null, t('lists.title')), h('a', { href: '/lists', class: 'muted' }, offer?.title ?? game)),
      nameField,
      h('div', { class: 'row' },
        h('button', { type: 'button', class: 'button', popovertarget: 'lists-start' }, `${t('lists.ready')} ▾`),
        h('div', { id: 'lists-start', class: 'menu', popover: 'auto' }, starts('menu-item')),
        h('button', { type: 'button', class: 'button', onclick: paste }, t('lists.paste')),
        h('button', { type: 'button', class: 'button', onclick: () => replace({ name: '', units: [] }) }, t('lists.new')),
        h('button', { type: 'button', class: 'button', 'data-undo': true, onclick: undo }, t('lists.undo'))));
  }

  /**
   * Lists to start from: ready-made ones and those of the account.
   * @param {string} className
   */
  function starts(className) {
    /** @param {ListData} one @param {string} name @param {string} about @param {string} side */
    const start = (one, name, about, side) => h('button', {
      type: 'button', class: className, onclick: (/** @type {any} */ event) => {
        event.currentTarget.closest('[popover]')?.hidePopover();
        replace(one);
      },
    }, sideMark(side), h('span', null, name), h('span', { class: 'muted number' }, about));
    return [
      ...(offer?.lists ?? []).map((one) => start(one.list, one.name, counted(one.points), one.side)),
      ...kept.map((one) => start(one.list, one.list.name || t('lists.unnamed'), t('lists.yours'), cards.get(one.list.units[0]?.card ?? '')?.side ?? '')),
    ];
  }

  /** @param {string} side */
  function sideNumber(side) {
    const at = catalogue.sides.findIndex((one) => one.id === side);
    return at < 0 ? 'none' : String(at % SIDES);
  }

  /** @param {string} side */
  function sideMark(side) {
    return h('span', { class: 'side-mark', 'data-side': sideNumber(side) });
  }

  /** What the game counts of a list. @param {number} n */
  const counted = (n) => (offer?.counts ? `${n} ${n === 1 ? offer.counts_one : offer.counts}` : t('lists.points', { n }));
  /** Cards of such a game have no price. @param {number} n */
  const price = (n) => (offer?.counts ? '' : t('lists.points', { n }));

  const sideName = (/** @type {string} */ id) => catalogue.sides.find((one) => one.id === id)?.name ?? '';
  const slotName = (/** @type {string} */ id) => catalogue.slots.find((one) => one.id === id)?.name ?? t('lists.another');

  // ---- drawing: shelf and list

  function draw() {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
    /** @type {HTMLButtonElement | null} */
    const undoButton = head.querySelector('[data-undo]');
    if (undoButton) undoButton.disabled = !past.length;
    const listTop = sheet.scrollTop;
    drawShelf();
    drawList();
    sheet.scrollTop = listTop;
    drawPoints();
    drawVerdict();
    if (focused) focusOn(focused);
  }

  /** @param {string} name */
  function focusOn(name) {
    /** @type {HTMLElement | null} */ (page.querySelector(`[data-focus="${CSS.escape(name)}"]`))?.focus({ preventScroll: true });
  }

  function drawShelf() {
    const unit = filling ? cards.get(list.units[filling.unit]?.card ?? '') : null;
    const items = h('ul', { class: 'shelf-cards', onkeydown: moveOnShelf });
    const top = shelf.querySelector('.shelf-cards')?.scrollTop ?? 0;
    const same = shown === JSON.stringify([filling, filter]);
    shown = JSON.stringify([filling, filter]);
    const text = h('input', {
      type: 'search', value: filter.text, placeholder: t('lists.filter'), 'aria-label': t('lists.filter'), oninput: () => {
        filter.text = text.value;
        clear(items, fitting().map(shelfCard));
        shown = '';
      },
    });
    shelf.setAttribute('aria-label', t('lists.shelf'));
    clear(shelf,
      h('div', { class: 'shelf-head' },
        h('h2', null, unit && filling ? t('lists.for', { slot: filling.slot ? slotName(filling.slot) : t('lists.another'), unit: unit.name }) : offer?.counts ? offer.counts.charAt(0).toUpperCase() + offer.counts.slice(1) : t('lists.units')),
        filling ? h('button', { type: 'button', class: 'button small', onclick: stopFilling }, `← ${t('lists.done')}`) : null,
        text,
        h('div', { class: 'segments', role: 'radiogroup', 'aria-label': t('lists.side') }, [{ id: '', name: t('lists.all') }, ...sides()].map((side) =>
          h('label', null, h('input', {
            type: 'radio', name: 'lists-side', checked: filter.side === side.id, 'data-focus': `side-${side.id}`, onchange: () => {
              filter.side = side.id;
              drawShelf();
              focusOn(`side-${side.id}`);
            },
          }), side.id ? [sideMark(side.id), ' '] : null, side.name)))),
      items);
    const found = fitting();
    clear(items, found.length ? found.map(shelfCard) : h('li', { class: 'empty muted' }, t('lists.nothing')));
    if (same) items.scrollTop = top;
  }

  function stopFilling() {
    const unit = filling?.unit ?? 0;
    filling = null;
    draw();
    focusOn(`another-${unit}`);
  }

  /** The sides of which something lies on the shelf. */
  function sides() {
    const there = new Set(onShelf().map((card) => card.side)).add(filter.side);
    return catalogue.sides.filter((side) => there.has(side.id));
  }

  /** The cards that can be chosen now. */
  function onShelf() {
    if (!filling) return catalogue.units;
    const own = new Set(places(filling.unit).filter((place) => !place.spare).map((place) => place.slot));
    const fits = (/** @type {CardInfo} */ card) => {
      const needed = card.slots[0]?.slot ?? '';
      return filling?.slot ? needed === filling.slot : !own.has(needed);
    };
    return catalogue.cards.filter(fits);
  }

  /** The cards that the shelf shows: those of the unit's own side first. */
  function fitting() {
    const home = filling ? cards.get(list.units[filling.unit]?.card ?? '') : null;
    const wanted = filter.text.toLocaleLowerCase(lang()).split(/\s+/).filter(Boolean);
    const says = (/** @type {CardInfo} */ card) => [card, ...contained(card)].map((one) => `${one.name} ${one.line} ${one.text}`).join(' ').toLocaleLowerCase(lang());
    const away = (/** @type {CardInfo} */ card) => Number(home !== null && home !== undefined && card.side !== home.side);
    return onShelf()
      .filter((card) => !filter.side || card.side === filter.side)
      .filter((card) => wanted.every((word) => says(card).includes(word)))
      .sort((a, b) => away(a) - away(b));
  }

  /** @param {CardInfo} card */
  function shelfCard(card) {
    const used = list.units.flatMap((unit) => [unit.card, ...unit.carries]).filter((id) => id === card.id).length;
    const add = () => (filling ? addCard(card.id) : addUnit(card.id));
    return h('li', null, h('button', { type: 'button', class: `plain shelf-card${card.gap ? ' has-gap' : ''}`, onclick: add },
      h('span', { class: 'item-head' }, sideMark(card.side), h('strong', null, card.name, ownName(card)),
        offer?.counts ? null : h('span', { class: 'item-points number', 'aria-label': t('lists.points', { n: card.points }) }, card.points)),
      h('span', { class: 'item-line muted' }, [card.line, sideName(card.side), card.unique ? t('lists.unique') : '', used ? `✓ ${t('lists.in')}${used > 1 ? ` ×${used}` : ''}` : '']
        .filter(Boolean).join(' · ')),
      values(card), card.text ? h('span', { class: 'item-text' }, card.text) : null,
      card.contains.length ? h('span', { class: 'item-text' }, contained(card).map((one) => one.name).join(' · ')) : null, gap(card)));
  }

  /** A sign at a name that is our own translation. @param {CardInfo} card */
  const ownName = (card) => (card.own_name ? h('sup', { class: 'own-name muted', title: t('lists.ownName') }, '*', h('span', { class: 'hidden-text' }, ` (${t('lists.ownName')})`)) : null);

  /** The cards that come along with a card. @param {CardInfo} card */
  const contained = (card) => card.contains.flatMap((id) => cards.get(id) ?? []);

  /** The same as they are printed. @param {CardInfo} card */
  const contents = (card) => (card.contains.length ? h('ul', { class: 'contents' }, contained(card).map((one) => h('li', { class: one.gap ? 'has-gap' : null },
    h('h3', null, one.unique ? `•\u00a0${one.name}` : one.name, ownName(one)),
    h('p', { class: 'item-line muted' }, one.line),
    values(one), one.text ? h('p', { class: 'item-text' }, one.text) : null, gap(one)))) : null);

  /** @param {CardInfo} card */
  const gap = (card) => (card.gap ? h('span', { class: 'item-gap' }, t('lists.gap', { why: card.gap })) : null);

  /** @param {CardInfo} card */
  const values = (card) => (card.values.length
    ? h('span', { class: 'item-values' }, card.values.map((value) => h('span', null, h('span', { class: 'muted' }, value.id), ' ', h('b', null, value.name))))
    : null);

  /** @param {KeyboardEvent} event */
  function moveOnShelf(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = /** @type {HTMLElement[]} */ ([...shelf.querySelectorAll('.shelf-card')]);
    const at = all.findIndex((one) => one === document.activeElement);
    all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  }

  function drawList() {
    sheet.setAttribute('aria-label', t('lists.yourList'));
    if (list.units.length) clear(sheet, list.units.map((_, i) => unitCard(i)));
    else clear(sheet, h('p', { class: 'muted' }, t('lists.empty')), h('div', { class: 'tiles' }, starts('plain tile')));
  }

  /** @param {number} at */
  function unitCard(at) {
    const unit = list.units[at] ?? { card: '', carries: [] };
    const card = cards.get(unit.card);
    const name = card?.name ?? unit.card;
    const remove = () => {
      filling = null;
      change({ ...list, units: list.units.filter((_, i) => i !== at) });
    };
    const again = () => change({ ...list, units: [...list.units.slice(0, at + 1), structuredClone(unit), ...list.units.slice(at + 1)] });
    return h('article', { class: 'list-unit panel', 'data-side': sideNumber(card?.side ?? '') },
      h('div', { class: 'item-head' }, h('span', { class: 'muted number' }, at + 1), sideMark(card?.side ?? ''), h('h2', null, name),
        h('span', { class: 'list-unit-points number', 'data-unit': at }),
        card?.unique || card?.once ? null : h('button', { type: 'button', class: 'button icon small', title: t('lists.twice', { name }), 'aria-label': t('lists.twice', { name }), onclick: again }, '2×'),
        h('button', { type: 'button', class: 'button icon small', title: t('lists.remove', { name }), 'aria-label': t('lists.remove', { name }), onclick: remove }, '×')),
      card ? [h('p', { class: 'item-line muted' }, [card.line, sideName(card.side), price(card.points)].filter(Boolean).join(' · ')),
        values(card), card.text ? h('p', { class: 'item-text' }, card.text) : null, card.contains.length ? contents(card) : gap(card)] : null,
      h('ul', { class: 'list-places' }, places(at).map((place) => placeRow(at, place, name))),
      catalogue.slots.length === 0 ? null : h('button', { type: 'button', class: 'button quiet small', 'data-focus': `another-${at}`, 'aria-pressed': filling?.unit === at && !filling.slot, onclick: () => fill(at, null) }, `+ ${t('lists.another')}`));
  }

  /**
   * @param {number} at
   * @param {Place} place
   * @param {string} unit
   */
  function placeRow(at, place, unit) {
    const id = list.units[at]?.carries[place.card];
    const card = id === undefined ? undefined : cards.get(id);
    const name = card?.name ?? id ?? '';
    const slot = slotName(place.slot);
    const here = filling?.unit === at && filling.slot === place.slot && filling.card === place.card;
    const label = id === undefined ? t('lists.fill', { slot, unit }) : t('lists.change', { slot, card: name });
    return h('li', { class: `list-place${id === undefined ? ' is-free' : ''}${place.spare ? ' is-spare' : ''}` },
      h('button', { type: 'button', class: 'plain list-place-card', 'aria-label': label, 'aria-pressed': here, onclick: () => fill(at, place) },
        h('span', { class: 'list-place-slot' }, slot),
        h('span', { class: 'list-place-name' }, id === undefined ? t('lists.free') : name),
        place.spare ? h('span', { class: 'bad small' }, t('lists.spare')) : null,
        card ? h('span', { class: 'item-points number' }, card.points) : null,
        card?.text ? h('span', { class: 'item-text' }, card.text) : null,
        card ? gap(card) : null),
      id === undefined ? null : h('button', {
        type: 'button', class: 'button icon small quiet', title: t('lists.remove', { name }), 'aria-label': t('lists.remove', { name }), onclick: () => {
          filling = null;
          editUnit(at, (one) => ({ ...one, carries: one.carries.filter((_, i) => i !== place.card) }));
          focusOn(`another-${at}`);
        },
      }, '×'));
  }

  function drawPoints() {
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (sheet.querySelectorAll('[data-unit]'))) {
      const points = verdict?.units[Number(each.dataset.unit)];
      each.textContent = points === undefined ? '' : price(points);
    }
  }

  // ---- drawing: the verdict

  let agreedOpen = Object.keys(agreed).length > 0;
  const problem = h('div');
  /** They outlive the verdict that comes while they are at work. */
  let textButtons = h('div', { class: 'row' });
  /** The form in which the list is copied and saved; the game's usual one if it is empty. */
  let form = '';
  let formChoice = /** @type {HTMLSelectElement} */ (h('select', { hidden: true }));

  function makeTextButtons() {
    const written = async () => {
      const { texts } = await ask();
      return texts.find((one) => one.form === form) ?? texts[0];
    };
    const failed = (/** @type {unknown} */ error) => { clear(problem, failure(error)); };
    formChoice = /** @type {HTMLSelectElement} */ (h('select', { hidden: true, 'aria-label': t('lists.form'), onchange: () => { form = formChoice.value; } }));
    textButtons = h('div', { class: 'row' }, formChoice,
      copyButton(t('lists.copy'), async () => (await written()).text, 'button', failed),
      h('button', { type: 'button', class: 'button', onclick: () => written().then(({ suffix, text }) => save(`${list.name || game}.${suffix}`, text), failed) }, t('lists.save')));
  }

  /** A game that writes lists in one form only leaves nothing to choose. */
  function offerForms() {
    const forms = verdict?.texts ?? [];
    formChoice.hidden = forms.length < 2;
    if (formChoice.length !== forms.length) clear(formChoice, ...forms.map((one) => h('option', { value: one.form, selected: one.form === form }, one.name)));
  }

  function drawVerdict() {
    offerForms();
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    judge.setAttribute('aria-label', t('lists.verdict'));
    clear(problem);
    const withProblem = (/** @type {() => Promise<void>} */ act) => async () => {
      try {
        await act();
      } catch (error) {
        clear(problem, failure(error));
      }
    };
    const empty = !list.units.length;
    const play = withProblem(async () => go(`/?game=${game}&list=${await keep()}`));
    clear(judge,
      verdict ? points(verdict) : h('p', { class: 'muted' }, t('lists.checking')),
      verdict?.faults.length && !empty ? faultList(verdict.faults, showRule) : null,
      verdict?.gaps.length && !empty ? faultList(verdict.gaps, showRule) : null,
      verdict?.legal && verdict.tournament.length ? faultList(verdict.tournament, showRule) : null,
      empty ? null : h('div', { class: 'stack' },
        changeable && h('button', { type: 'button', class: 'button main', 'data-focus': 'play', disabled: !verdict?.playable, onclick: play }, t('lists.play')),
        changeable && h('button', { type: 'button', class: 'button', 'data-focus': 'keep', onclick: withProblem(async () => { await keep(); drawVerdict(); }) }, t('lists.keep')),
        keptLink ? h('div', { class: 'kept', role: 'status' }, h('p', { class: 'small' }, t('lists.kept')),
          h('input', { readonly: true, value: keptLink, 'aria-label': t('lists.copyLink'), onfocus: (/** @type {any} */ event) => event.target.select() }),
          copyButton(t('lists.copyLink'), () => keptLink)) : null,
        textButtons,
        problem),
      agreements());
    drawFoot(play);
    if (active?.dataset.focus) focusOn(active.dataset.focus);
    else if (active && judge.contains(active)) active.focus({ preventScroll: true });
  }

  /** @param {() => Promise<void>} play */
  function drawFoot(play) {
    const to = (/** @type {HTMLElement} */ part) => () => part.scrollIntoView({ block: 'start' });
    clear(foot,
      h('button', { type: 'button', class: 'plain lists-sum', 'aria-label': t('lists.verdict'), onclick: to(judge) },
        verdict && h('b', { class: 'number' }, [verdict.points, verdict.limit === null ? counted(verdict.points).replace(/^\d+ /, '') : t('lists.of', { n: verdict.limit })].join(' ')),
        verdict && list.units.length > 0 && h('span', { class: verdict.legality === 'legal' ? 'good small' : 'bad small' }, legality(verdict))),
      h('button', { type: 'button', class: 'button', onclick: to(shelf) }, t('lists.toShelf')),
      changeable && list.units.length > 0 && h('button', { type: 'button', class: 'button main', disabled: !verdict?.playable, onclick: play }, t('lists.play.short')));
  }

  /** What is agreed decides what is legal. It is folded away until somebody wants it otherwise. */
  function agreements() {
    const fields = offer?.fields ?? [];
    if (!fields.length) return null;
    return h('details', { class: 'fold agreed', open: agreedOpen, ontoggle: (/** @type {any} */ event) => { agreedOpen = event.target.open; } },
      h('summary', null, t('lists.agreed')),
      fields.map((field) => h('label', { class: 'field' }, h('span', null, field.name),
        h('select', {
          value: agreed[field.id] ?? field.standard, 'data-focus': `field-${field.id}`, onchange: (/** @type {any} */ event) => {
            agreed = { ...agreed, [field.id]: event.target.value };
            store(game, { list, agreed });
            check();
          },
        }, field.values.map((value) => h('option', { value: value.id }, value.name))),
        field.about && h('span', { class: 'muted small' }, field.about))));
  }

  /** @param {ListVerdict} said */
  function legality(said) {
    if (said.legality === 'open') return `? ${t('lists.open', { n: said.gaps.length })}`;
    if (said.legality === 'not_legal') return `✕ ${t('lists.faults', { n: said.faults.length })}`;
    return `✓ ${t(said.tournament.length ? 'lists.notForTournaments' : 'lists.legal')}`;
  }

  /** @param {ListVerdict} said */
  function points(said) {
    const over = said.limit !== null && said.points > said.limit;
    return h('div', { role: 'status' },
      h('p', { class: 'total number' }, h('b', { class: over ? 'bad' : '' }, said.points), ' ',
        said.limit === null ? counted(said.points).replace(/^\d+ /, '') : t('lists.of', { n: said.limit })),
      said.limit ? h('meter', { min: 0, max: said.limit, value: Math.min(said.points, said.limit), class: over ? 'is-over' : '', 'aria-hidden': true }) : null,
      list.units.length ? h('p', { class: said.legality === 'legal' ? 'good' : 'bad' }, legality(said)) : null,
      list.units.length && said.gaps.length && said.legality !== 'open' ? h('p', { class: 'bad' }, `✕ ${t('lists.gaps', { n: said.gaps.length })}`) : null);
  }

  // ---- keys

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.key === 'Escape' && filling && !page.querySelector('dialog')) stopFilling();
    else if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !(event.target instanceof HTMLInputElement) && !(event.target instanceof HTMLTextAreaElement)) {
      event.preventDefault();
      undo();
    }
  }

  const ends = [on(document, 'keydown', pressed), onLang(load), () => clearTimeout(resting)];
  load();
  return () => {
    closed = true;
    ends.forEach((end) => end());
  };
}

// ---- the draft in this browser ------------------------------------------------------------------------------------

/** @typedef {{list: ListData, agreed: Record<string, string>}} Draft */

/**
 * @param {string} game
 * @returns {Draft | null}
 */
function stored(game) {
  try {
    const draft = JSON.parse(localStorage.getItem(`sandtable.list.${game}`) ?? 'null');
    return Array.isArray(draft?.list?.units) ? draft : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} game
 * @param {Draft} draft
 */
function store(game, draft) {
  try {
    localStorage.setItem(`sandtable.list.${game}`, JSON.stringify(draft));
  } catch {
    // Without storage the list lives as long as the page.
  }
}
