// A table that cannot be played on: a calm notice says so in either language and shows the ways on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, button, picture, stage } from './lib.mjs';

const on = stage();

const seats = [{ who: 'me', name: 'Mara', list: 'federation' }, { who: 'agent', list: 'klingon-40' }];
const texts = { en: 'An answer does not fit the rules of this version.', de: 'Eine Antwort passt nicht zu den Regeln dieser Fassung.' };

/** Lets the server's looks arrive as those of a table that cannot be played, as long as the game is not over. */
async function breakLooks(page, lang, more = {}) {
  const broken = { stage: 'broken', broken: { text: texts[lang], answers: 7 }, questions: [], waiting: [], ...more };
  await page.routeWebSocket(/\/socket/, (client) => {
    const server = client.connectToServer();
    server.onMessage((message) => {
      const heard = JSON.parse(String(message));
      client.send(JSON.stringify(heard.type === 'look' && heard.stage !== 'over' ? { ...heard, ...broken } : heard));
    });
  });
}

const notice = (page) => page.locator('.broken-card');

test('a player is told what happened and can go on', async () => {
  const page = await on.person({ name: 'Mara' });
  await breakLooks(page, 'en');
  const id = await on.make(page, { seats });
  await page.goto(`/table/${id}`);
  await notice(page).getByRole('heading', { name: 'This game cannot be continued' }).waitFor();
  await notice(page).getByText(texts.en).waitFor();
  await notice(page).getByText('The first 7 answers can still be played.').waitFor();
  assert.equal(await page.locator('.decision').isVisible(), false, 'nothing is asked');
  assert.equal(await notice(page).getByRole('link', { name: 'Look at it from the start' }).getAttribute('href'), `/replay/${id}`);
  await picture(page, 'broken');

  // What the server does not do is told in the notice.
  await button(notice(page), 'Play on from there at a new table').click();
  await notice(page).getByText('This seat has no decision to make now.').waitFor();

  await button(notice(page), 'End it').click();
  await button(notice(page), 'Leave it as it is').click();
  await button(notice(page), 'End it').click();
  await button(notice(page), 'Yes, end it').click();
  await page.locator('.decision .outcome').waitFor();
  assert.equal(await notice(page).isVisible(), false);
  await button(page, 'Menu').click();
  await page.getByRole('link', { name: 'Download the replay file' }).waitFor();
  assertClean(page, on.server, (trouble) => /409/.test(trouble));
});

test('a new table that is there already is linked to', async () => {
  const page = await on.person();
  await breakLooks(page, 'en', { rematch: 'abcdefghijkl' });
  await page.goto(`/table/${await on.make(page, { seats })}`);
  assert.equal(await notice(page).getByRole('link', { name: 'To the new table' }).getAttribute('href'), '/table/abcdefghijkl');
  assert.equal(await button(notice(page), 'Play on from there at a new table').count(), 0);
});

test('a spectator reads it in German and can only look', async () => {
  const player = await on.person();
  const id = await on.make(player, { seats });
  const page = await on.person({ lang: 'de', phone: true });
  await breakLooks(page, 'de');
  await page.goto(`/table/${id}`);
  await notice(page).getByRole('heading', { name: 'Dieses Spiel lässt sich nicht weiterspielen' }).waitFor();
  await notice(page).getByText(texts.de).waitFor();
  await notice(page).getByText('Die ersten 7 Antworten lassen sich noch nachspielen.').waitFor();
  await notice(page).getByRole('link', { name: 'Von Anfang an ansehen' }).waitFor();
  assert.equal(await notice(page).getByRole('button').count(), 0);
  assertClean(page, on.server);
});

test('the lobby says so', async () => {
  for (const [lang, words] of [['en', 'cannot be played'], ['de', 'nicht spielbar']]) {
    const page = await on.person({ lang });
    const id = await on.make(page, { seats });
    await page.route('**/api/lobby?*', async (route) => {
      const answer = await route.fetch();
      const view = await answer.json();
      view.yours.forEach((game) => Object.assign(game, { stage: 'broken' }));
      await route.fulfill({ response: answer, json: view });
    });
    await page.goto('/');
    await page.locator(`.game-row[data-game="${id}"]`).getByText(words).waitFor();
  }
});
