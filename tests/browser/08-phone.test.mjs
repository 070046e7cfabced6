// A phone held sideways: the board first, the decision as a sheet, rosters and log behind tabs, all by tapping.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerBy, answerUntil, asked, assertClean, heading, mainButton, picture, stage } from './lib.mjs';

const on = stage();

/** Nothing is wider than the screen, and whatever a finger needs is on it. */
async function assertFits(page) {
  const { wide, out } = await page.evaluate(() => {
    /** What scrolls sideways by itself is meant to. @param {Element | null} one */
    const scrolls = (one) => one !== null && one !== document.body && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    return {
      wide: document.scrollingElement.scrollWidth - innerWidth,
      out: [...document.querySelectorAll('button, a, select, input')].filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()])
        .filter(([one, box]) => box.width > 0 && (box.right > innerWidth + 1 || box.left < -1) && !one.closest('.skip') && !scrolls(one))
        .map(([one]) => one.outerHTML.slice(0, 120)),
    };
  });
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  assert.deepEqual(out, []);
}

test('a decision is made by tapping', async () => {
  const page = await on.person({ phone: true });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now against an agent' }).first().waitFor();
  await assertFits(page);
  await page.getByRole('button', { name: 'Play now against an agent' }).first().tap();
  await page.waitForURL(/\/table\//);
  await asked(page);
  await assertFits(page);

  // The ship is placed by the suggestion, with a finger.
  await answerBy(page, () => mainButton(page).tap({ timeout: 2000 }));
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 2);
  await assertFits(page);

  // The sheet lies at the edge, leaves room for the board, and can be folded away.
  const sheet = await page.locator('.decision').boundingBox();
  const board = await page.locator('.surface').boundingBox();
  assert.ok(board.width >= 380 && board.height >= 200, `the board has room: ${JSON.stringify(board)}`);
  assert.ok(sheet.y + sheet.height <= 391, 'the sheet ends on the screen');
  await page.locator('.fold-sheet').tap();
  await page.locator('.decision.folded').waitFor();
  const folded = await page.locator('.decision').boundingBox();
  assert.ok(folded.height < sheet.height, 'folding makes it smaller');
  await page.locator('.fold-sheet').tap();

  // A tap shows what an option leads to; the main button is in reach and a second step.
  const before = await heading(page).innerText();
  const cell = page.locator('.dial').getByRole('radio', { name: 'Straight 2', exact: true });
  await cell.scrollIntoViewIfNeeded();
  await cell.tap();
  await page.locator('.board .ghost').first().waitFor();
  const main = await mainButton(page).boundingBox();
  assert.ok(main.y + main.height <= 391, `the main button is on the screen: ${JSON.stringify(main)}`);
  await picture(page, 'phone');

  // Rosters and log are behind tabs.
  const tabs = page.locator('.tabs');
  await tabs.getByText('Forces').tap();
  await page.locator('.rosters').waitFor();
  assert.ok(await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('.rosters') !== null), 'the forces cover the board');
  await assertFits(page);
  await tabs.getByText('Log').tap();
  await page.locator('.log .log-line').first().waitFor();
  await assertFits(page);
  await tabs.getByText('Board').tap();
  await page.locator('.surface').waitFor();

  await answerBy(page, () => mainButton(page).tap({ timeout: 2000 }));
  await page.waitForFunction((old) => {
    const now = document.querySelector('.decision h2')?.textContent;
    return now && now !== old;
  }, before);
  assertClean(page, on.server);
});

test('the other pages fit a phone too', async () => {
  const page = await on.person({ phone: true });
  for (const [path, there] of [['/rules', '.rules-hit'], ['/rules/attackwing.attack', '#main'], ['/lists', '.tile'], ['/lists/attackwing', '.shelf-card'], ['/account', 'form'], ['/replay', '.button']]) {
    await page.goto(path);
    await page.locator(there).first().waitFor();
    await assertFits(page);
  }
});
