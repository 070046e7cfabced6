// A server that only shows games: every page says so, and none offers what it would refuse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerUntil, assertClean, button, lastLook, stage, untilLook } from './lib.mjs';

const on = stage();

test('nothing that changes anything is offered', async () => {
  const page = await on.person({ name: 'Mara' });
  const seats = [{ who: 'me', name: 'Mara', list: 'federation' }, { who: 'agent', list: 'klingon-40' }];
  const running = await on.make(page, { seats });
  const open = await on.make(page, { listed: true, seats: [seats[0], { who: 'open', list: 'romulan' }] });
  const over = await on.make(page, { seats });
  await page.goto(`/table/${over}`);
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
  await button(page, 'Menu').click();
  await button(page, 'Concede').click();
  await button(page, 'Yes, concede').click();
  await page.locator('.decision .outcome').waitFor();
  await page.goto(`/table/${running}`);
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
  // The agent has set its dial as well, and nothing happens any more without Mara.
  const { answers } = await untilLook(page, (look) => look.waiting.length === 1 && look.questions.length === 1);

  await on.server.stop();
  on.server.flags = ['--read-only'];
  await on.server.start();
  const sign = page.getByText('View only');
  const none = async (...names) => {
    for (const name of names) assert.equal(await page.getByRole('button', { name }).count(), 0, `"${name}" is offered at ${page.url()}`);
  };

  // A game in which it would be Mara's turn: the board, and no question.
  page.heard.length = 0;
  page.said.length = 0;
  await page.goto(`/table/${running}`);
  await page.getByText('nothing can be changed').waitFor();
  await sign.waitFor();
  assert.equal(lastLook(page).questions.length, 1, 'the question is still open in the game');
  assert.equal(await page.locator('.board .piece.ship').count(), 2);
  assert.equal(await page.locator('.decision .choices, .decision .button, .decision.asks').count(), 0);
  for (const key of ['1', 'ArrowUp', 'Enter', 'z', 'n']) await page.keyboard.press(key);
  await button(page, 'Menu').click();
  await none('Undo', 'Concede', 'Play on another device', 'Same game again');
  await page.keyboard.press('Escape');
  assert.deepEqual(page.said.filter((one) => !/"(?:ping|lang)"/.test(one)), [], 'nothing was said to the server');

  // A table that waits for players, and one where the game is over.
  await page.goto(`/table/${open}`);
  await page.locator('.seat-list').waitFor();
  await page.getByText('nothing can be changed').waitFor();
  await none('Take this seat', 'Copy', /^Play as/);
  await page.goto(`/table/${over}`);
  await page.locator('.decision .outcome').waitFor();
  await none('Play again');
  await page.getByRole('link', { name: 'Watch the replay' }).click();
  await page.locator('.replay-slider').waitFor();
  await sign.waitFor();
  await page.locator('[popovertarget=replay-save]').click();
  await page.getByText('Replay file', { exact: true }).waitFor();
  await none('Open a replay file');

  // The other pages.
  for (const path of ['/', '/?game=attackwing', '/new/attackwing']) {
    await page.goto(path);
    await page.locator('.lobby .notice', { hasText: 'nothing can be changed' }).waitFor();
    await page.getByRole('heading', { name: 'Your games' }).waitFor();
    await sign.waitFor();
    await none('Play now against the computer', 'Play with a friend', 'Set up a game…', 'Open a replay file');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await page.getByRole('textbox').count(), 0);
  }
  await page.goto('/replay');
  await page.locator('.lead', { hasText: 'nothing can be changed' }).waitFor();
  await none('Open a replay file');
  await page.goto('/lists/attackwing');
  await page.locator('.tile').first().click();
  await page.locator('.lists-verdict').getByText('✓ Legal').waitFor();
  await button(page, 'Copy as text').waitFor();
  await none('Play with this list', 'Save and get a link');
  await page.goto('/account');
  await button(page, 'Log in').waitFor();
  assert.equal(await page.getByText('New account').count(), 0);
  assertClean(page, on.server, (trouble) => /WebSocket|ERR_CONNECTION_REFUSED/.test(trouble));

  const german = await on.person({ lang: 'de' });
  await german.goto(`/table/${running}`);
  await german.getByText('nichts kann geändert werden').waitFor();
  await german.getByText('Nur ansehen').waitFor();

  // And nothing has changed.
  on.server.flags = [];
  await on.server.restart();
  page.heard.length = 0;
  await page.goto(`/table/${running}`);
  await untilLook(page, (look) => look.answers === answers && look.questions.length === 1);
  await page.locator('.dial').waitFor();
});
