// Two browsers, one link: nobody learns what the other has chosen before both have.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, assertClean, button, choose, lastLook, looks, playUntil, stage, untilLook } from './lib.mjs';

const on = stage();

/** What two looks may differ in without telling anything: counters and clocks. */
function plain(look) {
  const { version, answers, ...rest } = structuredClone(look);
  for (const seat of rest.seats) seat.used_ms = 0;
  return rest;
}

const dialOf = (page, name) => page.locator('.dial').getByRole('radio', { name, exact: true });

test('a friend comes by link, and dials stay sealed until both are set', async () => {
  const anna = await on.person({ name: 'Anna' });
  await anna.goto('/');
  await anna.getByRole('button', { name: 'Play with a friend' }).first().click();
  const link = await anna.locator('.share input').inputValue();
  assert.match(link, /\/table\/[\w-]+$/);

  const bert = await on.person();
  await bert.goto(link);
  await bert.getByLabel('Your name').fill('Bert');
  await button(bert, 'Take this seat').click();

  await playUntil([anna, bert], () => lastLook(anna).waiting.length === 2);
  for (const page of [anna, bert]) {
    assert.match(await asked(page), /^Set the dial/);
    await page.getByText('secret until all have chosen').waitFor();
  }
  const from = bert.heard.length;
  const atFirst = lastLook(bert);
  const panel = await bert.locator('.decision').innerText();

  // Anna chooses; Bert must not be able to tell what.
  await choose(anna, dialOf(anna, 'Straight 3'));
  await untilLook(bert, (look) => !look.waiting.includes(0));
  await anna.locator('.decision h2', { hasText: 'Waiting for Bert' }).waitFor();
  const first = lastLook(bert);
  // His own question offers the same manoeuvres; everything else must not name one.
  const told = (frames) => frames.map((frame) => JSON.stringify({ ...JSON.parse(frame), questions: [] })).join('\n');
  assert.ok(bert.heard.length > from, 'he was told that something has happened');
  assert.doesNotMatch(told(bert.heard.slice(from)), /Straight 3/);
  assert.deepEqual(first.questions, atFirst.questions);
  assert.deepEqual(first.log.lines, []);
  assert.equal(await bert.locator('.decision').innerText(), panel, 'the panel is as before');
  assert.doesNotMatch(await bert.locator('.table-middle, .rosters, .log').allInnerTexts().then((all) => all.join('\n')), /Straight/);
  assert.equal(await bert.locator('.board .ghost').count(), 0);

  // She takes it back and chooses otherwise: what Bert receives is the same to the last letter.
  await button(anna, 'Undo').click();
  await button(bert, 'Allow').click();
  await untilLook(anna, (look) => look.questions.length > 0);
  await untilLook(bert, (look) => look.waiting.includes(0) && look.undo.asked === null);
  await choose(anna, dialOf(anna, 'Straight 1'));
  await untilLook(bert, (look) => !look.waiting.includes(0));
  assert.deepEqual(plain({ ...lastLook(bert), log: null }), plain({ ...first, log: null }));
  assert.doesNotMatch(told(bert.heard.slice(from)), /Straight [13]/);

  // Now Bert chooses, and both see both.
  await asked(bert);
  await choose(bert, dialOf(bert, 'Straight 2'));
  const revealed = (page, name) => page.locator('.log').getByText(new RegExp(`reveals ${name}$`));
  await revealed(anna, 'Straight [12]').waitFor();
  await playUntil([anna, bert], () => revealed(anna, 'Straight 1').isVisible());
  for (const page of [anna, bert]) {
    await revealed(page, 'Straight 1').waitFor();
    await revealed(page, 'Straight 2').waitFor();
    assert.ok(looks(page).every((look) => look.questions.every((question) => look.yours.includes(question.seat))), 'questions only to whom they are asked');
  }
  assert.notEqual(lastLook(anna).viewer, lastLook(bert).viewer);
  for (const page of [anna, bert]) assertClean(page, on.server);
});
