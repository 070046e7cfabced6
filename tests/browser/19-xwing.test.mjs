// X-Wing at the same table: a whole game against an agent by clicking, and the table in German.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerUntil, asked, assertClean, choose, confirm, dragTo, heading, hintsOf, lastLook, picture, stage, state, untilLook, worth } from './lib.mjs';

const on = stage();
// Two ships may miss each other for hundreds of rounds: then another game is played.
const MOST_ANSWERS = 200;
const MOST_GAMES = 5;
let pictured = false;

/** Answers one question as somebody who wants to fight; tells what it was. */
async function answer(page, seen) {
  const text = await asked(page);
  const look = await untilLook(page, (one) => one.questions[0]?.text === text);
  const [question] = look.questions;
  const { form } = question;
  if (form.kind === 'place') {
    const ship = form.placing.piece?.startsWith('ship-');
    if (ship && !seen.placed) {
      const middle = { x: look.scene.board.width / 2, y: form.candidates[0].y };
      await dragTo(page, middle);
      await page.locator('.placing-root[data-verdict=ok]').waitFor();
      seen.placed = true;
    }
    seen.obstacle ||= !ship;
    await confirm(page);
  } else if (question.options.some((option) => option.about.cell)) {
    const values = (await hintsOf(page, question)).map((hint) => worth(look, hint));
    const best = question.options[values.indexOf(Math.max(...values))];
    const cell = page.locator('.dial').getByRole('radio', { name: best.text, exact: true });
    await cell.hover();
    await page.locator('.board .ghost').first().waitFor();
    await cell.click();
    await confirm(page);
    seen.dial = true;
  } else if (form.kind === 'some') {
    const wanted = Math.min(form.max, question.options.length);
    for (let n = 0; n < wanted; n += 1) await page.locator('.decision [role=checkbox]:not(.refused)').nth(n).click();
    await confirm(page);
  } else if (form.kind === 'order') {
    await confirm(page);
  } else {
    const attack = question.options.find((option) => /^Attack /.test(option.text));
    if (attack) {
      const hint = (await hintsOf(page, question))[question.options.indexOf(attack)];
      assert.match(hint.detail, /attack di(ce|e) against \d+ at range \d/);
      seen.attack = true;
    }
    const first = page.locator('.decision [role=radio]:not(.refused)').first();
    if (attack && !pictured) {
      pictured = true;
      await first.click();
      await picture(page, 'xwing');
      await confirm(page);
    } else {
      await choose(page, first);
    }
  }
  assert.equal(await page.locator('.decision .refusal p').count(), 0, `refused: ${text}`);
}

test('a whole game of X-Wing is played by clicking', async () => {
  const page = await on.person({ name: 'Mara' });
  await page.goto('/');
  await page.getByText('Star Wars: X-Wing').first().waitFor();
  const seats = [{ who: 'me', name: 'Mara', list: 'rebel-core' }, { who: 'agent', list: 'imperial-core' }];
  const seen = { obstacle: false, placed: false, dial: false, attack: false };
  let answers = MOST_ANSWERS;
  for (let game = 0; game < MOST_GAMES && answers === MOST_ANSWERS; game += 1) {
    const id = await on.make(page, { game: 'xwing', agreed: { obstacle_count: '2' }, seats });
    await page.goto(`/table/${id}`);
    // Dice may have been rolled and be gone before the next question.
    await page.locator('.dice-tray').evaluate((tray) => new MutationObserver(() => {
      if (tray.checkVisibility() && tray.querySelector('.die')) tray.dataset.rolled = 'yes';
    }).observe(tray, { childList: true, attributes: true, attributeFilter: ['hidden'] }));
    for (answers = 0; answers < MOST_ANSWERS; answers += 1) {
      await page.waitForFunction(() => document.querySelector('.decision .outcome, .decision.asks .decision-foot .button.main'));
      if (await state(page) === 'over') break;
      await answer(page, seen);
    }
  }
  assert.ok(answers < MOST_ANSWERS, `no result after ${MOST_GAMES} games of ${MOST_ANSWERS} answers`);
  assert.match(await heading(page).innerText(), /win/i);
  assert.match(await page.locator('.log').innerText(), /attacks/);
  assert.equal(lastLook(page).stage, 'over');
  assert.deepEqual(seen, { obstacle: true, placed: true, dial: true, attack: true });
  assert.equal(await page.locator('.dice-tray').getAttribute('data-rolled'), 'yes', 'dice were seen');
  assertClean(page, on.server);
});

test('the X-Wing table speaks German', async () => {
  const page = await on.person({ lang: 'de', name: 'Mara' });
  const seats = [{ who: 'me', name: 'Mara', list: 'rebel-core' }, { who: 'agent', list: 'imperial-core' }];
  const id = await on.make(page, { game: 'xwing', agreed: { obstacle_count: '0' }, seats });
  await page.goto(`/table/${id}`);
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
  assert.match(await page.locator('.bar').innerText(), /Runde 1/);
  assert.match(await page.locator('.rosters').innerText(), /Hülle/);
  assert.match(await page.locator('.order').innerText(), /Luke Skywalker/);
  await page.locator('.dial [role=radio]:not(.refused)').nth(3).click();
  const { questions: [question] } = lastLook(page);
  const hints = await hintsOf(page, question);
  for (const [n, option] of question.options.entries()) {
    assert.match(hints[n].detail, /In Sicht:|Kein Schiff|Verlässt|Endet/, option.text);
    assert.match(option.text, /^(Geradeaus|Drehmanöver|Wendemanöver|Koiogran-Wende)/);
  }
  assertClean(page, on.server);
});
