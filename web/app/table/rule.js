// @ts-check
// A reason with its rule. Links to rules open beside the board; the table takes care of that.

import { h } from '../dom.js';
import { ruleLink, sentence } from '../parts.js';

/** @typedef {import('../../types/protocol.js').Why} Why */

/**
 * Why the rules say no, with the rule.
 * @param {Why} why
 */
export function whyLine(why) {
  return h('p', { class: 'why' }, h('span', { class: 'bad' }, sentence(why.text)), ' ', why.rule ? ruleLink(why.rule, why.rule_title || null) : null);
}
