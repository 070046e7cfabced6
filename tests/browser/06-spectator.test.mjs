// Whoever has the link and no seat sees the board and nothing that is hidden.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, assertClean, choose, heading, lastLook, looks, playUntil, stage, untilLook } from './lib.mjs';

const on = stage();

test('a spectator sees the game, is asked nothing and learns nothing hidden', async () => {
  const anna = await on.person({ name: 'Anna' });
  const bert = await on.person({ name: 'Bert' });
  const cleo = await on.person();
  const id = await on.make(anna, { seats: [{ who: 'me', name: 'Anna', list: 'federation' }, { who: 'open', list: 'klingon-40' }] });
  await anna.goto(`/table/${id}`);
  await bert.goto(`/table/${id}`);
  await bert.getByRole('button', { name: 'Take this seat' }).click();
  await untilLook(bert, (look) => look.stage === 'playing');
  await cleo.goto(`/table/${id}`);
  await cleo.getByText('You are watching').waitFor();

  // Both place; the spectator sees it.
  await playUntil([anna, bert], () => lastLook(anna).waiting.length === 2);
  await untilLook(cleo, (look) => look.waiting.length === 2);
  assert.equal(await cleo.locator('.board .piece.ship').count(), 2);
  assert.equal(await cleo.locator('.roster').count(), 2);

  // One dial is set: the spectator's look does not change but for counters.
  const before = lastLook(cleo);
  await asked(anna);
  await choose(anna, anna.locator('.dial').getByRole('radio', { name: 'Straight 3', exact: true }));
  const after = await untilLook(cleo, (look) => look.waiting.length === 1);
  assert.deepEqual(after.scene.pieces, before.scene.pieces);
  assert.deepEqual(after.scene.marks, before.scene.marks);
  assert.deepEqual(after.log.lines, []);
  const everything = cleo.heard.join('\n');
  assert.doesNotMatch(everything, /Straight|Bank left|"sealed":true/, 'a dial was told');

  // Then both are revealed to everybody.
  await asked(bert);
  await choose(bert, bert.locator('.dial').getByRole('radio', { name: 'Straight 2', exact: true }));
  await cleo.locator('.log').getByText(/reveals Straight [23]$/).first().waitFor();

  for (const look of looks(cleo)) {
    assert.deepEqual([look.yours, look.viewer, look.questions, look.forced], [[], null, [], []]);
    assert.equal(look.undo.possible, null);
    for (const roster of look.scene?.rosters ?? []) {
      for (const card of roster.entries.flatMap((entry) => [entry, ...entry.attached])) {
        if (card.hidden) assert.deepEqual([card.title, card.lines, card.details], ['', [], []], 'a hidden card says nothing');
      }
    }
  }
  assert.equal(await cleo.locator('.decision .choices, .decision .button.main').count(), 0);
  assert.equal(await cleo.getByRole('button', { name: 'Undo' }).isDisabled(), true);
  assert.match(await heading(cleo).innerText(), /^Waiting for /);
  // The file of the game tells everything, so nobody gets it before the end.
  const file = await cleo.context().request.get(`/api/tables/${id}/replay`);
  assert.equal(file.status(), 404);
  for (const page of [anna, bert, cleo]) assertClean(page, on.server);
});
