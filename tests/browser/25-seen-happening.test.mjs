// Whatever happens between two questions is seen happening before the next one is asked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, fight, lastLook, looks, stage, state } from './lib.mjs';

const on = stage();
// Dice fall as this number has it: ships meet, and some rolls leave nobody anything to decide.
on.server.flags = ['--luck', '3'];
const MOST_ANSWERS = 120;

/** Writes down what the page shows whenever that changes: the rolls that the log tells of, the dice in the tray, the open question. */
const watch = (page) => page.evaluate(() => {
  const labels = (/** @type {Element | null | undefined} */ part) => [...(part?.querySelectorAll('.dice') ?? [])].map((dice) => dice.getAttribute('aria-label'));
  window.story = [];
  let last = '';
  new MutationObserver(() => {
    const rolls = [...document.querySelectorAll('.log-line')].map(labels).filter((dice) => dice.length > 0);
    const tray = document.querySelector('.dice-tray:not([hidden])');
    const moment = { rolls: rolls.length, roll: rolls.at(-1), tray: labels(tray), asked: document.querySelector('.decision.asks .choices')?.getAttribute('aria-label') ?? null };
    if (JSON.stringify(moment) !== last) window.story.push(moment);
    last = JSON.stringify(moment);
  }).observe(document.querySelector('.table'), { subtree: true, childList: true, attributes: true, attributeFilter: ['class', 'hidden'] });
});

test('a roll that leaves nobody a decision is seen before the next question', async () => {
  const page = await on.person({ motion: 'fast' });
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await page.locator('.decision.asks').waitFor();
  await watch(page);

  /** Rolls of which a step told, and that are over when the next question is asked. */
  const passing = () => looks(page).flatMap((look) => look.steps.flatMap((step, n) => {
    const lines = look.log.lines.slice(look.steps[n - 1]?.lines ?? 0, step.lines);
    return lines.filter((line) => line.dice.length > 0 && JSON.stringify(line.dice) !== JSON.stringify(look.scene.dice?.groups));
  }));
  for (let n = 0; passing().length < 2; n += 1) {
    assert.ok(n < MOST_ANSWERS && await state(page) !== 'over', 'the ships never met');
    await fight(page);
    await page.waitForFunction(() => document.querySelector('.decision .outcome, .decision.asks .decision-foot .button.main'));
  }

  const story = await page.evaluate(() => window.story);
  let rolls = 0;
  for (const moment of story) {
    if (moment.rolls > rolls) assert.ok(moment.roll.every((dice) => moment.tray.includes(dice)), `the roll is told and not seen: ${JSON.stringify(moment)}`);
    rolls = Math.max(rolls, moment.rolls);
  }
  const unasked = story.filter((moment, n) => moment.rolls > (story[n - 1]?.rolls ?? 0) && moment.asked === null);
  assert.ok(unasked.length >= passing().length, `${unasked.length} of ${passing().length} rolls were seen while nothing was asked`);
  assert.ok(rolls > 0 && lastLook(page).answers > 0);
  assertClean(page, on.server);
});
