// Things are shown happening, as fast as somebody wants it, and pieces fly along their templates.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerUntil, assertClean, choose, hintsOf, lastLook, stage, untilLook } from './lib.mjs';

const on = stage();

/** How long things take in a page, by a clock that the test turns: the board's movement, dice, and the style sheet's. */
const durations = (page) => page.evaluate(async () => {
  const { tween } = await window.clientModule('draw/motion.js');
  const { drawDice, rollDice } = await window.clientModule('draw/dice.js');
  const real = [performance.now, requestAnimationFrame];
  let now = 0;
  const frames = [];
  performance.now = () => now;
  window.requestAnimationFrame = (frame) => frames.push(frame);
  tween(500, () => {});
  while (frames.length > 0) {
    now += 10;
    frames.shift()(now);
  }
  [performance.now, window.requestAnimationFrame] = real;

  const rolls = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    rolls.push(timing.duration);
    return animate.call(this, frames, timing);
  };
  const dice = drawDice({ tone: 'red', dice: [{ glyph: 'hit', spent: false }] });
  document.body.append(dice);
  await rollDice(dice);
  dice.remove();
  Element.prototype.animate = animate;
  return { board: now, dice: Math.max(...rolls), style: parseFloat(getComputedStyle(document.querySelector('.button.main')).transitionDuration) };
});

async function atDial(page) {
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
}

test('"Fast" shortens every movement, "None" and the system\'s wish end it', async () => {
  const page = await on.person({ motion: 'normal' });
  await page.goto('/');
  await page.locator('.offer').first().waitFor();
  const normal = await durations(page);
  assert.equal(normal.board, 500);
  assert.ok(normal.dice >= 200 && normal.dice <= 600 && normal.style > 0, JSON.stringify(normal));

  const turnTo = async (name) => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.locator('#settings').getByRole('radio', { name }).check();
    await page.keyboard.press('Escape');
  };
  await turnTo('Fast');
  const fast = await durations(page);
  for (const what of ['board', 'dice', 'style']) assert.ok(fast[what] > 0 && fast[what] <= normal[what] / 2, `${what}: ${fast[what]} after ${normal[what]}`);
  await turnTo('None');
  assert.deepEqual(await durations(page), { board: 0, dice: 0, style: 0 });

  // The system may change its mind while the page is open.
  await turnTo('Normal');
  assert.deepEqual(await durations(page), normal);
  const applied = (motion) => page.waitForFunction((wanted) => document.documentElement.dataset.motion === wanted, motion);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await applied('off');
  assert.deepEqual(await durations(page), { board: 0, dice: 0, style: 0 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await applied('normal');
  assert.deepEqual(await durations(page), normal);
  assertClean(page, on.server);
});

test('a piece that an answer moves is shown moving, unless the system asks for less', async () => {
  for (const still of [false, true]) {
    const page = await on.person({ motion: 'normal', still });
    await atDial(page);
    const { piece } = (await hintsOf(page))[0].marks.find((mark) => mark.kind === 'ghost');
    const before = lastLook(page).scene.pieces.find((one) => one.id === piece);
    await page.locator(`.board .piece[data-id="${piece}"]`).evaluate((node) => {
      window.places = [node.getAttribute('transform')];
      new MutationObserver(() => window.places.push(node.getAttribute('transform'))).observe(node, { attributeFilter: ['transform'] });
    });
    await choose(page, page.locator('.dial').getByRole('radio', { name: 'Bank left 2', exact: true }));
    const after = (await untilLook(page, (look) => look.scene.pieces.some((one) => one.id === piece && one.facing !== before.facing))).scene.pieces.find((one) => one.id === piece);
    const there = await page.evaluate(async ({ at, facing }) => (await window.clientModule('draw/shape.js')).stand(at, facing), after);
    await page.locator('.decision.asks h2', { hasText: 'Choose an action' }).waitFor();
    await page.waitForFunction((end) => window.places.at(-1) === end, there);
    const places = new Set(await page.evaluate(() => window.places));
    if (still) assert.equal(places.size, 2, `from here to there at once: ${[...places]}`);
    else assert.ok(places.size > 2, `it was seen on its way: ${[...places]}`);
    await page.context().close();
  }
});

test('bent moves follow their templates', async () => {
  const page = await on.person();
  await atDial(page);
  const look = lastLook(page);
  const bent = [];
  const hints = await hintsOf(page);
  for (const [n, option] of look.questions[0].options.entries()) {
    const ghost = hints[n].marks.find((mark) => mark.kind === 'ghost');
    const template = hints[n].marks.find((mark) => mark.kind === 'template');
    if (template?.outline.kind !== 'path') continue;
    const radii = template.outline.path.segments.filter((segment) => segment.kind === 'arc').map((segment) => segment.radius);
    const piece = look.scene.pieces.find((one) => one.id === ghost.piece);
    bent.push({
      name: option.text, centre: template.at, radius: (Math.min(...radii) + Math.max(...radii)) / 2, half: piece.base.height / 2,
      from: { ...piece.at, facing: piece.facing }, to: { ...ghost.at, facing: ghost.facing },
    });
  }
  assert.ok(bent.length >= 6, `bends on the dial: ${bent.map((one) => one.name)}`);
  const flown = await page.evaluate(async (all) => {
    const { way } = await window.clientModule('draw/motion.js');
    return all.map(({ from, to, half }) => Array.from({ length: 101 }, (_, n) => way(from, to, half)(n / 100)));
  }, bent);
  bent.forEach(({ name, centre, radius, from, to }, n) => {
    const points = flown[n];
    const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
    assert.ok(far(points[0], from) < 0.01 && far(points[100], to) < 0.01, `${name} begins and ends where it should`);
    const turning = points.filter((point) => Math.abs(point.facing - from.facing) > 0.5 && Math.abs(points[100].facing - point.facing) > 0.5);
    assert.ok(turning.length > 10, `${name} turns on the way`);
    for (const point of turning) assert.ok(Math.abs(far(point, centre) - radius) < 0.5, `${name} is ${far(point, centre) - radius} mm beside the middle of its template`);
    for (const [a, b] of points.slice(1).map((point, i) => [points[i], point])) assert.ok(far(a, b) < 10, `${name} jumps`);
  });
});
