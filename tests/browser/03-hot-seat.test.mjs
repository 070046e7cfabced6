// Two people and one screen: a curtain falls between them, and nothing shines through.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerUntil, assertClean, button, choose, heading, lastLook, simply, stage } from './lib.mjs';

const on = stage();
const curtain = (page) => page.locator('.curtain');

/** Whatever can be seen, touched or read out while the curtain is down belongs to the curtain. */
async function assertCovered(page) {
  const through = await page.evaluate(() => {
    const found = [];
    for (let x = 2; x < innerWidth; x += 60) {
      for (let y = 2; y < innerHeight; y += 40) {
        const there = document.elementFromPoint(x, y);
        if (!there?.closest('.curtain')) found.push(`${x},${y} ${there?.className}`);
      }
    }
    const ground = getComputedStyle(document.querySelector('.curtain')).backgroundColor;
    if (/rgba\(.*, 0?\.\d+\)|transparent/.test(ground)) found.push(`the curtain is ${ground}`);
    return found;
  });
  assert.deepEqual(through, []);
  const read = await page.locator('body').ariaSnapshot();
  assert.match(read, /alertdialog "Hand over to/);
  assert.doesNotMatch(read, /Straight|Set the dial|Decision of|Confirm|Enterprise|Maht/, 'read out through the curtain');
  for (let n = 0; n < 6; n += 1) {
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => document.activeElement === document.body || !!document.activeElement.closest('.curtain')), 'the keyboard stays before the curtain');
  }
}

test('two people share a screen', async () => {
  const page = await on.person();
  await page.goto('/');
  await page.getByRole('button', { name: 'Set up a game…' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.locator('label', { hasText: /^2$/ }).click();
  await dialog.getByLabel('Who plays').nth(1).selectOption('me');
  await dialog.getByLabel('Name').first().fill('Anna');
  await dialog.getByLabel('Name').nth(1).fill('Bert');
  await dialog.getByText('Several of you at one screen').waitFor();
  await button(dialog, 'Start the game').click();
  await page.waitForURL(/\/table\//);

  await answerUntil(page, async () => await curtain(page).isHidden() && /^Set the dial/.test(await heading(page).innerText()), 12);
  const first = lastLook(page).viewer;
  assert.match(await page.locator('.decision').innerText(), new RegExp(`decision of ${first === 0 ? 'Anna' : 'Bert'}`, 'i'));

  // The first sets the dial; the curtain falls before the other sees anything.
  await choose(page, page.locator('.dial').getByRole('radio', { name: 'Straight 3', exact: true }));
  await curtain(page).waitFor();
  const other = lastLook(page).viewer;
  assert.notEqual(other, first);
  const name = other === 0 ? 'Anna' : 'Bert';
  assert.match(await curtain(page).innerText(), new RegExp(`Hand over to ${name}`));
  await assertCovered(page);

  // The same after loading the page anew.
  await page.reload();
  await curtain(page).waitFor();
  await assertCovered(page);

  // Behind it is the other's view, and the dial that was set is nowhere in it.
  await curtain(page).locator('.button.main').click();
  await page.locator('.decision').getByText(new RegExp(`decision of ${name}`, 'i')).waitFor();
  const { questions, ...rest } = lastLook(page);
  assert.ok(questions.every((question) => question.seat === other));
  assert.doesNotMatch(JSON.stringify(rest), /Straight 3/);
  assert.doesNotMatch((await page.locator('.rosters, .table-middle, .log').allInnerTexts()).join('\n'), /Straight/);

  await choose(page, page.locator('.dial').getByRole('radio', { name: 'Straight 2', exact: true }));
  for (let n = 0; n < 6 && !await page.locator('.log').getByText(/reveals Straight 2$/).isVisible(); n += 1) await simply(page);
  await page.locator('.log').getByText(/reveals Straight 2$/).waitFor();
  assertClean(page, on.server);
});
