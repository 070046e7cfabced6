// @ts-check
// A table that waits for players: who sits where, taking a free seat, the link for friends.

import { ApiError, get, post } from '../api.js';
import { clear, h } from '../dom.js';
import { set, setting } from '../settings.js';
import { t } from '../words.js';
import { holderText, seatColour, sideMark } from './names.js';

/** @typedef {import('./socket.js').Look} Look */
/** @typedef {import('../../types/protocol.js').Offer} Offer */
/** @typedef {import('../../types/protocol.js').SeatInfo} SeatInfo */
/** @typedef {import('./table.js').Desk} Desk */

/**
 * @param {Look} look
 * @param {Desk} desk
 * @returns {HTMLElement}
 */
export function seatsPanel(look, desk) {
  const mine = look.yours.length > 0;
  const free = look.seats.filter((seat) => seat.holder === 'nobody');
  const error = h('p', { class: 'bad', role: 'alert' });
  const name = h('input', { type: 'text', value: setting('name'), maxlength: 40, placeholder: t('seats.name.example'), autocomplete: 'nickname' });
  const list = h('select', null, h('option', { value: '' }, t('seats.list.given')));
  if (!mine && free.length > 0) void offerLists(look, free, list);

  /** @param {SeatInfo} seat */
  const take = async (seat) => {
    set('name', name.value.trim());
    clear(error);
    try {
      await post(`/api/tables/${look.id}/seats/${seat.seat}`, { name: name.value.trim(), list: list.value ? { ready: list.value } : null });
      desk.joined();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      error.textContent = problem.message;
    }
  };

  return h('div', { class: 'decision-body seats' },
    h('p', { class: 'caption accent' }, t('seats.open')),
    look.read_only && h('p', { class: 'muted' }, t('readonly.text')),
    mine && !look.read_only && shareLink(t('seats.invite'), t('seats.invite.text'), `${location.origin}/table/${look.id}`),
    h('h2', null, t('seats.title')),
    h('ul', { class: 'seat-list' }, look.seats.map((seat) => h('li', { class: seat.holder === 'nobody' ? 'seat free' : 'seat' },
      sideMark(seatColour(look, seat.seat)),
      h('span', null,
        h('b', null, seat.holder === 'nobody' ? seat.side : seat.player || seat.side),
        h('span', { class: 'muted small' }, [seat.holder === 'nobody' ? '' : seat.side, look.yours.includes(seat.seat) ? t('you') : holderText(seat)].filter(Boolean).join(' · '))),
      !mine && !look.read_only && seat.holder === 'nobody'
        && h('button', { class: 'button main', type: 'button', onclick: () => void take(seat) }, free.length > 1 ? t('seats.play', { side: seat.side }) : t('seats.take'))))),
    error,
    !mine && !look.read_only && free.length > 0 && [
      h('label', { class: 'field' }, h('span', null, t('seats.name')), name),
      h('label', { class: 'field' }, h('span', null, t('seats.list')), list),
      h('p', { class: 'muted small' }, t('seats.watch')),
    ]);
}

/**
 * A link with buttons to copy and to share it.
 * @param {string} title
 * @param {string} text
 * @param {string} link
 */
export function shareLink(title, text, link) {
  const field = h('input', { type: 'text', readonly: true, value: link, 'aria-label': title, onfocus: () => field.select() });
  const copy = h('button', { class: 'button main', type: 'button', onclick: () => void copyText(link, copy, field) }, t('copy'));
  return h('div', { class: 'share' },
    h('p', null, h('b', null, title)),
    h('p', { class: 'muted small' }, text),
    h('div', { class: 'row' }, field, copy,
      'share' in navigator && h('button', { class: 'button', type: 'button', onclick: () => void navigator.share({ url: link }).catch(() => undefined) }, t('seats.share'))));
}

/**
 * @param {string} text
 * @param {HTMLElement} [button] says that it is done
 * @param {HTMLInputElement} [field] is selected where copying is forbidden
 */
export async function copyText(text, button, field) {
  try {
    await navigator.clipboard.writeText(text);
    if (button) button.textContent = t('copied');
  } catch {
    field?.select();
  }
}

/**
 * The ready-made lists that can be taken at a free seat; the side is said because it may be another than the seat has now.
 * @param {Look} look
 * @param {SeatInfo[]} free
 * @param {HTMLSelectElement} list
 */
async function offerLists(look, free, list) {
  /** @type {Offer[]} */
  const offers = await get('/api/games').catch(() => []);
  const offer = offers.find((one) => one.game === look.game);
  if (!offer) return;
  const own = new Set(free.map((seat) => seat.side));
  const fitting = offer.lists.filter((ready) => ready.seat === null || free.some((seat) => seat.seat === ready.seat));
  fitting.sort((a, b) => Number(own.has(b.side_name)) - Number(own.has(a.side_name)));
  for (const ready of fitting) {
    const cost = offer.counts ? `${ready.points} ${offer.counts}` : t('seats.points', { n: ready.points });
    list.append(h('option', { value: ready.id }, [ready.name, ready.side_name, cost].filter(Boolean).join(' · ')));
  }
}
