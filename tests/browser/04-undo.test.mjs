// Taking back: at once against an agent, with consent against a person.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerUntil, asked, assertClean, button, choose, heading, lastLook, playUntil, stage, untilLook } from './lib.mjs';

const on = stage();

/** The position as somebody sees it, without counters and clocks. A question that is asked again has another name. */
const position = (page) => {
  const { scene, ...look } = lastLook(page);
  const questions = look.questions.map((question) => ({ ...question, id: null }));
  return { pieces: scene.pieces, rosters: scene.rosters, order: scene.order, phases: scene.phases, questions };
};
const atDials = (page) => async () => /^Set the dial/.test(await heading(page).innerText());
const dial = (page, name) => page.locator('.dial').getByRole('radio', { name, exact: true });

test('alone against an agent it happens at once', async () => {
  const page = await on.person();
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await answerUntil(page, atDials(page), 3);
  const before = position(page);
  const version = lastLook(page).version;
  await choose(page, dial(page, 'Straight 2'));
  await untilLook(page, (look) => look.version > version && look.questions.length > 0);
  assert.doesNotMatch(await asked(page), /^Set the dial/);
  assert.notDeepEqual(position(page).pieces, before.pieces, 'something has moved');
  assert.match(await button(page, 'Undo').getAttribute('title'), /^Undo: /);

  await button(page, 'Undo').click();
  await page.locator('.decision h2', { hasText: 'Set the dial' }).waitFor();
  await untilLook(page, (look) => /^Set the dial/.test(look.questions[0]?.text));
  assert.deepEqual(position(page), before);
  assert.doesNotMatch(await page.locator('.log').innerText(), /reveals/, 'the log forgets it too');
  assertClean(page, on.server);
});

test('with another person it is asked, refused, asked again and granted', async () => {
  const anna = await on.person({ name: 'Anna' });
  const bert = await on.person({ name: 'Bert' });
  const id = await on.make(anna, { seats: [{ who: 'me', name: 'Anna', list: 'federation' }, { who: 'open', list: 'klingon-40' }] });
  await anna.goto(`/table/${id}`);
  await bert.goto(`/table/${id}`);
  await button(bert, 'Take this seat').click();
  await untilLook(anna, (look) => look.stage === 'playing' && look.waiting.length > 0);
  const [first, second] = lastLook(anna).waiting[0] === 0 ? [anna, bert] : [bert, anna];
  const name = first === anna ? 'Anna' : 'Bert';

  await asked(first);
  const before = position(first);
  const { answers } = lastLook(first);
  await playUntil([first, second], () => lastLook(first).answers > answers, 1);
  await asked(second);
  const after = position(second);

  // Asked: the other is told, nothing has changed yet.
  await button(first, 'Undo').click();
  await second.locator('.undo-asked', { hasText: `${name}` }).waitFor();
  await first.locator('.undo-asked', { hasText: 'You asked to undo' }).waitFor();
  assert.equal(await button(first, 'Undo').isDisabled(), true);
  assert.deepEqual(position(second).pieces, after.pieces);
  // Who is asked reads what of the log goes, and may look at the table as it would be.
  assert.match(await second.locator('.undo-asked').innerText(), /Of the log, this is taken back:\s+.* is placed|Nothing of what stands in the log/);
  await button(second, 'Look at the table as it would be').click();
  await button(second, 'Back to the present').click();

  // Refused: everything stays, and whoever asked is told.
  await button(second, 'Refuse').click();
  await first.locator('.undo-asked', { hasText: 'has refused. Nothing is taken back.' }).waitFor();
  await second.locator('.undo-asked').waitFor({ state: 'detached' });
  assert.deepEqual(position(second), after);

  // Asked again and granted: the old position and the old question.
  await button(first, 'Undo').click();
  await button(second, 'Allow').click();
  await untilLook(first, (look) => look.questions.length > 0 && look.undo.asked === null);
  await asked(first);
  assert.deepEqual(position(first), before);
  await untilLook(second, (look) => look.questions.length === 0);
  await second.locator('.decision h2', { hasText: `Waiting for ${name}` }).waitFor();
  for (const page of [anna, bert]) assertClean(page, on.server);
});
