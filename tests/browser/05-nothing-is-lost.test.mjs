// Reloading the page or restarting the server in the middle of a question brings the same question back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerUntil, asked, assertClean, choose, heading, lastLook, stage, untilLook } from './lib.mjs';

const on = stage();

const shown = async (page) => {
  await asked(page);
  const { questions, scene, answers } = lastLook(page);
  return {
    questions, answers, pieces: scene.pieces, rosters: scene.rosters,
    heading: await heading(page).innerText(),
    options: await page.locator('.decision [role=radio]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent)),
    log: await page.locator('.log-line').allInnerTexts(),
  };
};

async function toDials(page) {
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await answerUntil(page, async () => /^Set the dial/.test(await heading(page).innerText()), 3);
  // The agent has set its dial too: nothing changes any more unless somebody does something.
  await untilLook(page, (look) => look.waiting.length === 1);
}

test('a reload brings back the same question', async () => {
  const page = await on.person();
  await toDials(page);
  const before = await shown(page);
  page.heard.length = 0;
  await page.reload();
  assert.deepEqual(await shown(page), before);
  await page.getByText('Saved', { exact: true }).waitFor();
  assertClean(page, on.server);
});

test('the server comes back and so does the client, by itself', async () => {
  const page = await on.person();
  await toDials(page);
  const before = await shown(page);
  // Something is chosen but not confirmed; that is not lost either.
  await page.locator('.dial').getByRole('radio', { name: 'Straight 2', exact: true }).click();

  await on.server.stop();
  await page.locator('.saved[data-state=lost]').waitFor();
  await page.getByText('Nothing is lost').waitFor();
  page.heard.length = 0;
  await on.server.start();
  await page.locator('.saved[data-state=live], .saved[data-state=polling]').waitFor();
  assert.equal(await page.locator('.dial').getByRole('radio', { name: 'Straight 2', exact: true }).getAttribute('aria-checked'), 'true', 'the choice is kept');
  await page.reload();
  await untilLook(page, (look) => look.questions.length > 0);
  assert.deepEqual(await shown(page), before);

  // And the game goes on.
  await choose(page, page.locator('.dial').getByRole('radio', { name: 'Straight 2', exact: true }));
  await page.locator('.log').getByText(/reveals Straight 2$/).waitFor();
  assertClean(page, on.server, (trouble) => /WebSocket|ERR_CONNECTION_REFUSED/.test(trouble));
});
