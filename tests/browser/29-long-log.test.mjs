// The page of a long game begins with the end of its log, and brings what came before when asked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, lastLook, stage } from './lib.mjs';

const on = stage();
on.server.flags = ['--luck', '5'];

test('earlier lines of the log come when they are asked for', async () => {
  const page = await on.person({ motion: 'fast' });
  const id = await on.make(page, { agreed: { rounds: '10' }, seats: [{ who: 'agent', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await page.locator('.decision .outcome').waitFor({ timeout: 60_000 });
  await page.reload();
  await page.locator('.decision .outcome').waitFor();

  const lines = page.locator('.log-line');
  const { from } = lastLook(page).log;
  assert.ok(from > 0, 'the game is too short to show anything');
  assert.equal(await lines.count(), 60);
  const newest = await lines.last().textContent();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await page.waitForFunction((wanted) => document.querySelectorAll('.log-line').length === wanted, 60 + Math.min(from, 200));
  for (let left = from - 200; left > 0; left -= 200) {
    const before = await lines.count();
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.waitForFunction((wanted) => document.querySelectorAll('.log-line').length === wanted, before + Math.min(left, 200));
  }
  assert.equal(await page.getByRole('button', { name: 'Earlier' }).count(), 0);
  const whole = await page.evaluate((path) => fetch(path).then((answer) => answer.json()), `/api/tables/${id}?lang=en`);
  const texts = await page.locator('.log-line > div > :first-child').allTextContents();
  assert.deepEqual(texts, whole.log.lines.map((line) => line.text));
  assert.equal(await lines.last().textContent(), newest);
  assertClean(page, on.server);
});
