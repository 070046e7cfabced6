// @ts-check
// Dice as dice: the signs on them, named by what they look like, and how they are rolled.

import { h, s } from '../dom.js';
import { addWords, t } from '../words.js';
import { pace } from './motion.js';

/** @typedef {import('../../types/protocol.js').DiceGroup} DiceGroup */
/** @typedef {import('../../types/protocol.js').Die} Die */

addWords({
  en: {
    'die.blank': 'blank', 'die.hit': 'hit', 'die.critical': 'critical hit', 'die.double_hit': 'two hits', 'die.hit_critical': 'hit and critical hit',
    'die.evade': 'evade', 'die.block': 'block', 'die.eye': 'eye', 'die.diamond': 'diamond', 'die.accuracy': 'accuracy', 'die.surge': 'surge',
    'die.spent': '{name} (canceled)',
  },
  de: {
    'die.blank': 'leer', 'die.hit': 'Treffer', 'die.critical': 'kritischer Treffer', 'die.double_hit': 'zwei Treffer', 'die.hit_critical': 'Treffer und kritischer Treffer',
    'die.evade': 'Ausweichen', 'die.block': 'Block', 'die.eye': 'Auge', 'die.diamond': 'Raute', 'die.accuracy': 'Zielgenauigkeit', 'die.surge': 'Blitz',
    'die.spent': '{name} (aufgehoben)',
  },
});

const ROLL_MS = 560;
/** So much later than the one before it comes each die. */
const AFTER_MS = 45;

/** A star of eight points. @param {number} x @param {number} y @param {number} size */
function star(x, y, size) {
  const points = Array.from({ length: 16 }, (_, i) => {
    const [angle, reach] = [i * Math.PI / 8, i % 2 ? size * 0.52 : size];
    return `${(x + Math.sin(angle) * reach).toFixed(2)} ${(y - Math.cos(angle) * reach).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

/** A star with a star cut out of it: the even-odd rule leaves the ring free. @param {number} x @param {number} y @param {number} size */
function critical(x, y, size) {
  const r = size * 0.5;
  return `${star(x, y, size)}M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z${star(x, y, size * 0.42)}`;
}

/** Filled and stroked parts of each sign, in a square from −10 to 10. @type {Record<string, {fill?: string, stroke?: string}>} */
const SIGNS = {
  blank: { fill: 'M-.9 0a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0Z' },
  hit: { fill: star(0, 0, 6.2) },
  critical: { fill: critical(0, 0, 7.2) },
  double_hit: { fill: star(-3, -2.6, 4.4) + star(3, 2.6, 4.4) },
  hit_critical: { fill: star(-3.4, -3.2, 3.8) + critical(2.4, 2.2, 5) },
  evade: { fill: 'M7 -.2H1.8L4.4 4Z', stroke: 'M-4.4 3.4A4.6 4.6 0 0 1 4.4 0' },
  block: { stroke: 'M-4.6-4.4 0-5.8 4.6-4.4 4.2 1.2 0 5.8-4.2 1.2Z' },
  eye: { fill: 'M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z', stroke: 'M-6.4 0A7.8 7.8 0 0 1 6.4 0A7.8 7.8 0 0 1-6.4 0Z' },
  diamond: { fill: 'M0-2.8 2.2 0 0 2.8-2.2 0Z', stroke: 'M0-6.2 5 0 0 6.2-5 0Z' },
  accuracy: {
    fill: 'M-.9 0a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0Z',
    stroke: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M2.5 0H6.4M-2.5 0H-6.4M0 2.5V6.4M0-2.5V-6.4',
  },
  surge: { fill: 'M1.4-6.6-4 1H-.4L-1.6 6.6 4-1.4H.4Z' },
};

/** @param {Die} die */
function nameOf({ glyph, spent }) {
  const name = typeof glyph === 'string' ? t(`die.${glyph}`) : glyph.text;
  return spent ? t('die.spent', { name }) : name;
}

/** @param {Die} die @returns {SVGSVGElement} */
function drawDie(die) {
  const { glyph } = die;
  const sign = typeof glyph === 'string' ? SIGNS[glyph] ?? SIGNS.blank : {};
  return s('svg', { class: `die${die.spent ? ' spent' : ''}`, viewBox: '-11 -11 22 22' },
    s('rect', { class: 'die-face', x: -10, y: -10, width: 20, height: 20, rx: 4 }),
    s('g', { class: 'die-sign' },
      sign.stroke ? s('path', { class: 'stroke', d: sign.stroke }) : null,
      sign.fill ? s('path', { class: 'fill', d: sign.fill }) : null,
      typeof glyph === 'string' ? null : s('text', { class: 'fill', dy: '0.36em' }, [...glyph.text].slice(0, 3).join(''))),
    die.spent ? s('path', { class: 'die-stroke', d: 'M-7 7 7-7' }) : null);
}

/**
 * Dice of one colour in a row.
 * @param {DiceGroup} group
 * @returns {HTMLElement}
 */
export function drawDice(group) {
  return h('span', {
    class: 'dice', 'data-tone': group.tone, role: 'img', 'aria-label': group.dice.map(nameOf).join(', '),
  }, group.dice.map(drawDie));
}

/**
 * Rolls the dice of an element: they tumble in one after the other and show their signs when they lie still.
 * @param {Element} element
 * @returns {Promise<void>}
 */
export async function rollDice(element) {
  const rolls = [...element.querySelectorAll('.die')].flatMap((die, i) => {
    const timing = { duration: pace(ROLL_MS), delay: pace(i * AFTER_MS), easing: 'cubic-bezier(.2,.8,.3,1)', fill: /** @type {const} */ ('backwards') };
    const turns = (i % 2 ? -1 : 1) * (300 + (i * 67) % 120);
    return [
      die.animate([{ transform: `translate(-2.2em, -.5em) rotate(${-turns}deg) scale(.7)`, opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: 'none' }], timing),
      die.querySelector('.die-sign')?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], { ...timing, easing: 'linear' }),
    ];
  });
  await Promise.all(rolls.map((roll) => roll?.finished.catch(() => {})));
}
