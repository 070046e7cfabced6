// A complete game against an agent, from the lobby to the result, with the mouse alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, assertClean, choose, confirm, dragTo, heading, hintsOf, lastLook, mainButton, picture, stage, state, untilLook, worth } from './lib.mjs';

const on = stage();
const MOST_ANSWERS = 400;

test('a whole game is played by clicking', async () => {
  const page = await on.person({ name: 'Mara' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now against the computer' }).first().waitFor();
  await page.getByRole('button', { name: 'Play now against the computer' }).first().click();
  await page.waitForURL(/\/table\//);

  const seen = { dragged: false, dial: false, attack: false, dice: false, combat: false };
  let answers = 0;
  for (; answers < MOST_ANSWERS; answers += 1) {
    await page.waitForFunction(() => document.querySelector('.decision .outcome, .decision.asks .decision-foot .button.main'));
    if (await state(page) === 'over') break;
    const text = await asked(page);
    const look = await untilLook(page, (one) => one.questions[0]?.text === text);
    const [question] = look.questions;
    const form = question.form;
    if (await page.locator('.dice-tray').isVisible()) {
      assert.ok(await page.locator('.dice-tray .die').count() > 0, 'the tray shows dice');
      seen.dice = true;
      if (!seen.combat && /attack/i.test(text)) {
        seen.combat = true;
        await picture(page, 'combat');
      }
    }

    if (form.kind === 'place') {
      const start = form.candidates[0];
      const middle = { x: look.scene.board.width / 2, y: start.y };
      await dragTo(page, middle);
      await page.locator('.placing-root[data-verdict=ok]').waitFor();
      await confirm(page);
      const placed = (await untilLook(page, (one) => one.scene.pieces.some((piece) => piece.id === form.placing.piece))).scene.pieces.find((piece) => piece.id === form.placing.piece);
      assert.ok(Math.hypot(placed.at.x - middle.x, placed.at.y - middle.y) < 5, `it stands where it was dropped, not at ${JSON.stringify(placed.at)}`);
      seen.dragged = true;
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
      const first = page.locator('.decision [role=radio]:not(.refused)').first();
      if (/: attack\?/.test(text) && !/^Pass$/.test(question.options[0].text)) {
        await first.click();
        await page.locator('.board .line').first().waitFor();
        if (!seen.attack) await picture(page, 'table');
        seen.attack = true;
        await confirm(page);
      } else {
        await choose(page, first);
      }
    }
    assert.equal(await page.locator('.decision .refusal p').count(), 0, `refused: ${text}`);
  }

  assert.ok(answers < MOST_ANSWERS, `no result after ${MOST_ANSWERS} answers`);
  assert.match(await heading(page).innerText(), /win/i);
  assert.equal(await mainButton(page).innerText(), 'Play again');
  assert.match(await page.locator('.log').innerText(), /attacks/);
  assert.match(await page.locator('.outcome').innerText(), /Victory:|Nobody wins/);
  assert.equal(lastLook(page).stage, 'over');
  assert.deepEqual(seen, { ...seen, dragged: true, dial: true, attack: true, dice: true });

  // Whoever goes home finds the game among the finished ones.
  await page.getByRole('link', { name: 'All games' }).click();
  await page.getByRole('heading', { name: 'Finished games' }).waitFor();

  // A friend's open table and one's own running game are there too.
  const friend = await on.person({ name: 'Lena' });
  await on.make(friend, { listed: true, seats: [{ who: 'me', name: 'Lena', list: 'romulan' }, { who: 'open', list: 'klingon-40' }] });
  await on.make(page, { seats: [{ who: 'me', name: 'Mara', list: 'klingon-60' }, { who: 'agent', list: 'federation-60' }] });
  await page.reload();
  for (const name of ['Your games', 'Waiting for players', 'Finished games']) await page.getByRole('heading', { name }).waitFor();
  await page.locator('.game-row', { hasText: 'Lena' }).waitFor();
  await picture(page, 'lobby');
  assertClean(page, on.server);
});
