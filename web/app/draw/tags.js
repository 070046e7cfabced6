// @ts-check
// Labels as they look and hang: plates in the shape of their side, badges, tokens, lines to what they name.

import { clear, s } from '../dom.js';
import { CHIP, PLATE, badgeWidth, layOut } from './labels.js';
import { sideColour } from './pieces.js';

/** @typedef {import('../../types/protocol.js').Side} Side */
/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** @typedef {import('../../types/protocol.js').Mark} Mark */
/** @typedef {import('./labels.js').Label} Label */
/** @typedef {import('./labels.js').Frame} Frame */
/** @typedef {{node: SVGGElement, look: string, label: Label}} Tag a label as it is drawn */

export class Tags {
  leaders = s('g', { class: 'leaders' });
  layer = s('g', { class: 'labels' });
  /** @type {Map<string, Tag>} */
  all = new Map();
  unit = 1;

  /**
   * Hangs all labels anew; one that looks as before only moves.
   * @param {Scene} scene @param {Mark[]} marks @param {Omit<Frame, 'before'>} frame
   */
  lay(scene, marks, frame) {
    const old = this.all;
    const before = new Map([...old].map(([key, { label }]) => [key, label.slot]));
    const labels = layOut(scene, marks, { ...frame, before });
    this.all = new Map();
    this.unit = frame.unit;
    for (const label of labels) {
      const { box, leader, slot, ...rest } = label;
      const look = JSON.stringify([rest, scene.sides]);
      const known = old.get(label.key);
      const node = known?.look === look ? known.node : drawLabel(label, scene.sides);
      if (node !== known?.node) this.layer.append(node);
      const tag = { node, look, label };
      this.all.set(label.key, tag);
      this.hang(tag, box.x, box.y);
    }
    for (const [key, { node }] of old) if (this.all.get(key)?.node !== node) node.remove();
    clear(this.leaders, labels.map(({ leader, kind, side }) => leader && s('path', {
      class: 'leader', 'data-side': kind === 'mark' ? null : sideColour(scene.sides, side),
      d: `M${leader[0].x} ${leader[0].y}L${leader[1].x} ${leader[1].y}`,
    })));
  }

  /** @param {Tag} tag @param {number} x @param {number} y */
  hang({ node }, x, y) {
    node.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${this.unit})`);
  }
}

/**
 * The outline of a side's plates, the second sign of a side beside its colour: round, square, notched.
 * @param {string} colour as `sideColour` gives it
 * @param {number} x @param {number} y @param {number} width @param {number} height
 */
export function plateData(colour, x, y, width, height) {
  const shape = colour === 'none' ? 0 : Number(colour) % 3;
  if (shape === 2) {
    const notch = Math.min(height * 0.32, width / 2);
    return `M${x + notch} ${y}H${x + width - notch}l${notch} ${height / 2} ${-notch} ${height / 2}H${x + notch}l${-notch} ${-height / 2}Z`;
  }
  const r = Math.min(shape === 1 ? 2.5 : height / 2, width / 2);
  const corner = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}Z`;
}

/** @param {string} text @param {number} x @param {number} y @param {string} name */
const words = (text, x, y, name) => s('text', { class: name, x, y, dy: '0.35em' }, text);

/**
 * @param {Label} label @param {Side[]} sides
 * @returns {SVGGElement}
 */
export function drawLabel(label, sides) {
  const colour = sideColour(sides, label.side);
  const sided = label.kind !== 'mark' && label.side !== null;
  const root = s('g', {
    class: `tag tag-${label.kind}`, 'data-id': label.owner || null, 'data-side': sided ? colour : null, 'aria-hidden': 'true',
  });
  const height = label.kind === 'piece' || label.kind === 'mark' ? PLATE : label.kind === 'band' ? 16 : 18;
  if (label.kind !== 'piece') {
    if (label.kind === 'mark') root.append(s('path', { class: 'plate', d: plateData('0', 0, 0, label.plate, height) }));
    root.append(words(label.text, label.plate / 2, height / 2, 'middle'));
    return root;
  }
  if (label.plate) {
    const badge = badgeWidth(label.badge);
    root.append(s('path', { class: 'plate', d: plateData(colour, 0, 0, label.plate, PLATE) }));
    if (badge) {
      root.append(
        s('path', { class: 'badge', d: plateData(colour, 2, 2, badge, PLATE - 4) }),
        words(label.badge, 2 + badge / 2, PLATE / 2, 'middle bold on-fill'),
      );
    }
    if (label.text) root.append(words(label.text, badge ? badge + 7 : 8, PLATE / 2, 'name'));
  }
  for (const { chip, text, x, y, width } of label.chips) {
    root.append(s('g', { class: 'token', 'data-tone': chip?.tone ?? 'muted', transform: `translate(${x} ${y})` },
      chip?.title ? s('title', null, chip.title) : null,
      s('rect', { width, height: CHIP, rx: CHIP / 2 }), words(text, width / 2, CHIP / 2, 'middle bold on-fill')));
  }
  return root;
}
