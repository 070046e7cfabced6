// @ts-check
// What seats and sides are called and how they are told apart.

import { h } from '../dom.js';
import { t } from '../words.js';

/** @typedef {import('./socket.js').Look} Look */
/** @typedef {import('../../types/protocol.js').SeatInfo} SeatInfo */

/**
 * The player with the side, such as "Mara (Klingon)" or "Romulan (agent)".
 * @param {Look} look
 * @param {number} seat
 */
export function nameOf(look, seat) {
  const info = look.seats[seat];
  if (!info) return String(seat + 1);
  if (info.holder === 'agent') return `${info.side} (${t('seats.agent')})`;
  return info.player && info.side && info.player !== info.side ? `${info.player} (${info.side})` : info.player || info.side;
}

/**
 * @param {Look} look
 * @param {number[]} seats
 */
export function namesOf(look, seats) {
  return seats.map((seat) => nameOf(look, seat)).join(', ');
}

/** The mark of a side: colour and shape. @param {number | null | undefined} colour */
export function sideMark(colour) {
  return h('span', { class: 'side-mark', 'data-side': sideKey(colour), 'aria-hidden': 'true' });
}

/** The colour of whoever sits there, as the picture of the game has it. @param {Look} look @param {number} seat */
export function seatColour(look, seat) {
  return look.scene?.sides[seat]?.color ?? look.seats[seat]?.color ?? seat;
}

/** @param {number | null | undefined} colour */
export function sideKey(colour) {
  return colour === null || colour === undefined ? 'none' : String(colour % 5);
}

/** Who sits there: person, agent, nobody. @param {SeatInfo} seat */
export function holderText(seat) {
  if (seat.holder === 'nobody') return t('seats.free');
  if (seat.holder === 'agent') return seat.player || t('seats.agent');
  return seat.holder === 'conceded' ? t('seats.conceded') : '';
}

/** A number stays on the line of the word before it. @param {string} text */
export function numbered(text) {
  return text.replace(/ (?=\d+(?:\s|$))/g, '\u00a0');
}

/** What stays together: a word with a hyphen or an apostrophe beside no more than two letters, such as "Enterprise-D" and "Maht-H'a". */
const KEPT = /(?<![^\s(„“"])(\p{L}[\p{L}\p{N}'’.]*-[\p{L}\p{N}'’.]{1,3}(?=$|[\s,.:;?!)“”"])|[\p{L}\p{N}]{1,2}-[\p{L}\p{N}'’-]+)/gu;

/** A text whose names are not broken inside. @param {string} text */
export function kept(text) {
  return text.split(KEPT).map((part, i) => (i % 2 ? h('span', { class: 'unbroken' }, part) : part));
}

/** @param {number} ms */
export function clock(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`;
}
