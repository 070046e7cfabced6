// From the lobby to the first revealed dial without a mouse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerBy, asked, assertClean, lastLook, mainButton, stage, untilLook } from './lib.mjs';

const on = stage();

/** Presses Tab until the element has the focus. */
async function tabTo(page, element, most = 60) {
  for (let n = 0; n < most; n += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return n;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

const enter = (page) => answerBy(page, () => page.keyboard.press('Enter'));

test('keys alone lead from the lobby to a revealed dial', async () => {
  const page = await on.person();
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(kind, () => console.error('a pointer was used'), true);
  });
  await page.goto('/');
  const play = page.getByRole('button', { name: 'Play now against the computer' }).first();
  await play.waitFor();
  await tabTo(page, play);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/table\//);
  await asked(page);

  // Enter on a button does what the button is there for, and confirms nothing.
  const { answers } = lastLook(page);
  await tabTo(page, page.getByRole('button', { name: 'Next suggestion' }));
  await page.keyboard.press('Enter');
  await page.getByText(/^Suggestion 2 of /).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  assert.equal(lastLook(page).answers, answers, 'nothing was confirmed');
  await page.locator('.decision').focus();

  // Placing: arrows move, E turns, and the keys work without a Tab in between.
  const { x, y } = lastLook(page).questions[0].form.candidates[0];
  const piece = lastLook(page).questions[0].form.placing.piece;
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.locator('.placing-root[data-verdict=ok]').waitFor();
  await page.waitForFunction(() => !document.querySelector('.decision-foot .button.main').disabled);
  await enter(page);
  const placed = await untilLook(page, (look) => look.scene.pieces.some((one) => one.id === piece) && !/^Place/.test(look.questions[0]?.text ?? 'Place'));
  const there = placed.scene.pieces.find((one) => one.id === piece).at;
  assert.ok(Math.abs(there.x - x - 81) < 0.5 && Math.abs(there.y - y) < 0.5, `moved by 81 mm to ${JSON.stringify(there)} from ${JSON.stringify({ x, y })}`);

  // The dial: arrows walk through the grid, a ghost shows each, Enter confirms.
  await page.locator('.dial').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.locator('.dial [aria-checked=true]').waitFor();
  const first = await page.locator('.dial [aria-checked=true]').getAttribute('aria-label');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction((old) => document.querySelector('.dial [aria-checked=true]')?.getAttribute('aria-label') !== old, first);
  await page.locator('.board .ghost').first().waitFor();
  const chosen = await page.locator('.dial [aria-checked=true]').getAttribute('aria-label');
  assert.match(await mainButton(page).innerText(), new RegExp(`Confirm: ${chosen.replaceAll(' ', '\\s')}`));
  await enter(page);
  await page.locator('.log').getByText(new RegExp(`reveals ${chosen}$`)).waitFor();

  // Letters lead to the parts of the table, Escape closes, Z takes back.
  await page.keyboard.press('l');
  assert.ok(await page.evaluate(() => !!document.activeElement.closest('.log')));
  await page.keyboard.press('?');
  await page.getByText('Esc', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.sheet').waitFor({ state: 'hidden' });
  await page.keyboard.press('d');
  await page.keyboard.press('z');
  await page.locator('.dial').waitFor();
  assertClean(page, on.server);
});
