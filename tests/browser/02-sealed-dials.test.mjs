// Two browsers, one link: nobody learns what the other has chosen before both have.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT, asked, assertClean, button, choose, hintsOf, lastLook, looks, playUntil, stage, untilLook, worth } from './lib.mjs';

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
  // Nobody has seen it, so nobody is asked.
  await button(anna, 'Undo').click();
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

/** Whether somewhere in a message something holds. */
function holdsIn(value, holds) {
  if (holds(value)) return true;
  return value !== null && typeof value === 'object' && Object.values(value).some((one) => holdsIn(one, holds));
}

/** The frames that tell of a chosen option by its name. */
function telling(frames, option) {
  const named = (value) => typeof value === 'string' && value.includes(option.text);
  return frames.filter((frame) => holdsIn(JSON.parse(frame), named));
}

/** Two people and a spectator at a table where both dials are to be set. */
async function threeAtDials() {
  const anna = await on.person({ name: 'Anna' });
  const bert = await on.person({ name: 'Bert' });
  const cleo = await on.person();
  const id = await on.make(anna, { seats: [{ who: 'me', name: 'Anna', list: 'federation' }, { who: 'open', list: 'klingon-40' }] });
  await anna.goto(`/table/${id}`);
  await bert.goto(`/table/${id}`);
  await button(bert, 'Take this seat').click();
  await cleo.goto(`/table/${id}`);
  await playUntil([anna, bert], () => lastLook(anna).waiting.length === 2);
  await untilLook(cleo, (look) => look.waiting.length === 2);
  return { anna, bert, cleo, id };
}

/** One sets a dial that only their ship has; until the other has set theirs too, nobody else is told of it. */
async function sealedFrom(owner, name, others) {
  await asked(owner);
  const option = lastLook(owner).questions[0].options.find((one) => one.text === name);
  assert.ok(option, `${name} is on the dial`);
  const { waiting } = lastLook(owner);
  const from = others.map((page) => page.heard.length);
  // The opponent is in the middle of choosing.
  await asked(others[0]);
  await others[0].keyboard.press('ArrowUp');
  const focused = await others[0].locator('.dial [aria-checked=true]').elementHandle();
  await choose(owner, dialOf(owner, name));
  for (const page of others) await untilLook(page, (look) => look.waiting.length < waiting.length);
  assert.ok(await focused.evaluate((one) => one === document.activeElement), 'the opponent is not disturbed');
  assert.ok(telling(owner.heard, option).length > 0, 'its owner was told of it, so it can be found');
  others.forEach((page, n) => {
    assert.ok(page.heard.length > from[n], 'the others were told that a dial is set');
    assert.deepEqual(telling(page.heard, option), [], `a sealed ${name} was sent to somebody else`);
  });
  return option;
}

test('no frame tells a sealed dial to the opponent or a spectator', async () => {
  const { anna, bert, cleo } = await threeAtDials();
  // In the first round Anna is first, in the second Bert.
  const hers = await sealedFrom(anna, 'Straight 5', [bert, cleo]);
  await asked(bert);
  await choose(bert, dialOf(bert, 'Straight 2'));
  await playUntil([anna, bert], () => lastLook(anna).waiting.length === 2);
  for (const page of [bert, cleo]) assert.ok(telling(page.heard, hers).length > 0, 'once revealed, everybody is told');
  const his = await sealedFrom(bert, 'Come about 3', [anna, cleo]);
  await asked(anna);
  await choose(anna, dialOf(anna, 'Straight 2'));
  await playUntil([anna, bert], () => telling(anna.heard, his).length > 0);
  await untilLook(cleo, () => telling(cleo.heard, his).length > 0);
  for (const page of [anna, bert, cleo]) assertClean(page, on.server);
});

/** Answers without the page, which only listens, as somebody would who wants to fight. */
async function boldly(page) {
  const look = lastLook(page);
  const [{ seat, track, id, form, options }] = look.questions;
  const all = options.map((_, n) => n);
  const hints = options.some((option) => option.about.cell) ? await hintsOf(page) : [];
  for (const hint of hints) assert.deepEqual(hint.marks, [], 'where two people play no end position is told while dials are set');
  const best = hints.length > 0 ? all.reduce((a, b) => (worth(look, hints[b]) > worth(look, hints[a]) ? b : a)) : 0;
  const reply = { one: { one: best }, some: { some: all.slice(0, form.max) }, order: { order: all }, place: { candidate: 0 } }[form.kind];
  const answer = await page.context().request.post(`/api/tables/${look.id}/answer`, { headers: { origin: on.server.address }, data: { seat, track, question: id, reply } });
  assert.equal(answer.status(), 200, await answer.text());
}

test('no frame names a card that lies face down', async () => {
  const lines = (page) => looks(page).flatMap((look) => look.log.lines.map((line) => line.text));
  const covered = (page) => lines(page).some((text) => /receives a damage card$/.test(text));
  // Chance decides; a game without a single such card is played again.
  let game = await threeAtDials();
  for (let games = 1; ; games += 1) {
    const { anna, bert } = game;
    await playUntil([anna, bert], () => covered(anna) || lastLook(anna).result, 300, boldly);
    if (covered(anna) || games === 3) break;
    game = await threeAtDials();
  }
  const { anna, bert, cleo, id } = game;
  assert.ok(covered(anna), 'a card was dealt face down');

  // The end of the game opens the file, and the file tells which cards they were.
  if (!lastLook(anna).result) {
    await button(anna, 'Menu').click();
    await button(anna, 'Concede').click();
    await button(anna, 'Yes, concede').click();
    await anna.locator('.decision .outcome').waitFor();
  }
  const sent = [anna, bert, cleo].map((page) => page.heard.join('\n'));
  const read = async (path) => (await anna.context().request.get(path)).json();
  const { journal } = await read(`/api/tables/${id}/replay`);
  const { log } = await read(`/api/tables/${id}/moments?lang=en`);
  const cards = readFileSync(join(PROJECT, 'crates/attackwing/data/cards.toml'), 'utf8');
  const names = [...cards.matchAll(/\[\[damage\]\]\nid = ".*"\nname = \{ en = "(.*?)"/g)].map(([, name]) => name);
  const drawn = (line) => names[journal[line.moment - 1].answer.one];
  const up = log.filter((line) => /is dealt a faceup damage card: /.test(line.text));
  for (const line of up) assert.ok(line.text.endsWith(`: ${drawn(line)}`), `the file is read rightly: ${line.text} is ${drawn(line)}`);
  const seen = new Set(up.map(drawn));
  const down = log.filter((line) => /receives a damage card$/.test(line.text)).map(drawn);
  assert.ok(down.length > 0 && down.every((name) => names.includes(name)), `cards lie face down: ${down}`);
  for (const name of seen) assert.ok(sent.every((all) => all.includes(name)), `${name} lies face up for everybody`);
  // Of all cards only those are ever named that lay face up.
  for (const name of names.filter((one) => !seen.has(one))) assert.ok(sent.every((all) => !all.includes(name)), `${name} was sent${down.includes(name) ? ' and lies face down' : ''}`);
  for (const page of [anna, bert, cleo]) assertClean(page, on.server);
});
