// The card game at the same table: a whole game against an agent in German by clicking cards, with an edge battle, and what
// each browser is told of hands, decks and sealed stacks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, assertClean, button, choose, confirm, heading, hintsOf, lastLook, looks, picture, playUntil, stage, state, untilLook } from './lib.mjs';

const on = stage();
const MOST_ANSWERS = 400;

/** Cards on the table that lie open, those under others included. */
const open = (scene) => scene.rows
  .flatMap((row) => row.slots.flatMap((slot) => (slot.kind === 'card' ? [slot, ...slot.attached] : slot.kind === 'pile' && slot.top ? [slot.top] : [])))
  .filter((card) => !card.hidden);

/** What of the cards on the table cannot be read: names that are cut, and counters that leave the card or lie under the next. */
const unreadable = (page) => page.locator('.card-row').evaluateAll((rows) => rows.flatMap((row) => [...row.querySelectorAll('.slots .card-face')].flatMap((face) => {
  const [title, foot] = [face.querySelector('.card-title'), face.querySelector('.card-foot')];
  const cut = title.scrollHeight > title.clientHeight + 1 || title.scrollWidth > title.clientWidth + 1;
  const whole = face.getBoundingClientRect();
  const beside = face.closest('.slot').nextElementSibling?.querySelector('.card')?.getBoundingClientRect();
  const right = beside && beside.top < whole.bottom && beside.left > whole.left ? Math.min(whole.right, beside.left) : whole.right;
  const under = face.parentElement.querySelector('.attached')?.getBoundingClientRect().top ?? whole.bottom;
  const counters = [...foot.querySelectorAll('.chip, .pip, .card-values > div')].map((one) => one.getBoundingClientRect());
  const out = counters.some((one) => one.bottom > Math.min(whole.bottom, under) + 1 || one.right > right + 1);
  return cut || out ? [`${title.textContent} (${cut ? 'name' : 'counters'}, ${face.clientWidth} × ${face.clientHeight})`] : [];
})));

/** Whether words run out of an element that shows them on one line. */
const isCut = (locator) => locator.evaluate((node) => node.scrollWidth > node.clientWidth + 1);

/** Which option somebody takes who wants to fight, but not all day. */
function wanted(question, seen, turn) {
  const { options, passive, text } = question;
  const active = options.map((_, n) => n).filter((n) => n !== passive);
  if (passive !== null && /ablegen|Starthand|Nachziehen-Phase/.test(text)) return passive;
  if (passive !== null && seen.strike && seen.edge && /bekämpfen/.test(text)) return passive;
  // Two cards a turn are enough.
  if (options.some((option) => / ausspielen$/.test(option.text))) {
    seen.played = seen.turn === turn ? seen.played + 1 : 1;
    seen.turn = turn;
    if (seen.played > 2) return passive ?? 0;
  }
  return active[0] ?? 0;
}

/** Answers one question, by clicking the card on the table wherever a card is meant. */
async function answer(page, seen) {
  const text = await asked(page);
  const look = await untilLook(page, (one) => one.questions[0]?.text === text);
  const [question] = look.questions;
  const { form, options } = question;
  if (/Kampfvorteilsstapel/.test(text)) {
    seen.edge = true;
    // Two cards are enough.
    const placed = await page.locator('.card-row .card', { hasText: 'verdeckt' }).count();
    if (placed >= 2) return choose(page, page.getByRole('checkbox', { name: /Passen/ }));
  }
  if (/Angriffsschlag/.test(text)) seen.strike = true;
  if (form.kind === 'some') {
    const count = /Wer verteidigt/.test(text) ? Math.min(1, options.length) : Math.min(form.max, options.length);
    for (const option of options.slice(0, count)) await page.locator(`.card-table [data-id="${option.about.pieces[0]}"]`).click();
    await page.waitForFunction((n) => document.querySelectorAll('.decision [role=checkbox][aria-checked=true]').length === n, count);
    return confirm(page);
  }
  if (form.kind === 'order' || form.kind === 'whole') return confirm(page);
  const option = options[wanted(question, seen, look.scene?.status.split(':')[0])];
  const [card] = option.about.pieces;
  const alone = card && options.filter((one) => one.about.pieces.includes(card)).length === 1 && options.length > 1;
  // A card in the middle of a pile is named, but does not lie on the table.
  const there = alone && await page.locator(`.card-table [data-id="${card}"]`).count() > 0;
  if (!there) return choose(page, page.locator('.decision .option:not(.refused)').filter({ hasText: option.text }).first());
  if (/ ausspielen$/.test(option.text)) assert.match((await hintsOf(page, question))[options.indexOf(option)].detail, /^Kostet \d/, option.text);
  await page.locator(`.card-table [data-id="${card}"].selectable`).click();
  await page.waitForFunction(() => !document.querySelector('.decision-foot .button.main')?.disabled);
  seen.clicked += 1;
  return confirm(page);
}

/** On every screen the names and counters of all cards can be read, and whose turn it is. */
async function readable(page) {
  const before = page.viewportSize();
  for (const [width, height] of [[1440, 900], [1024, 768], [844, 390], [390, 844]]) {
    await page.setViewportSize({ width, height });
    assert.deepEqual(await unreadable(page), [], `at ${width} × ${height}`);
    const stand = page.locator(width > 900 ? '.table-title .muted' : '.decision .stand');
    assert.match(await stand.innerText(), /^Zug \d+: (Dunkle|Helle) Seite · /);
    assert.equal(await isCut(stand), false, `whose turn it is at ${width} × ${height}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `as wide as the screen at ${width} × ${height}`);
  }
  await page.setViewportSize(before);
}

/** Whether both players have put a card on their edge stacks, and some more lies on the table. */
const isSealed = ({ rows }) => rows.length >= 7 && [0, 1].every((side) => rows.some((row) => row.side === side
  && row.slots.some((slot) => slot.kind === 'card' && (slot.hidden || /verdeckt/.test(slot.state)))));

/** Plays a game against an agent to its end. */
async function wholeGame(page, seen) {
  const seats = [{ who: 'me', name: 'Mara', list: 'sith' }, { who: 'agent', list: 'jedi', agent: 'random' }];
  const id = await on.make(page, { game: 'swlcg', agreed: { poker_face: 'no' }, seats });
  await page.goto(`/table/${id}`);
  let answers = 0;
  for (; answers < MOST_ANSWERS; answers += 1) {
    await page.waitForFunction(() => document.querySelector('.decision .outcome, .decision.asks .decision-foot .button.main'));
    if (await state(page) === 'over') break;
    if (!seen.sealed && isSealed(lastLook(page).scene) && /Kampfvorteilsstapel/.test(await heading(page).innerText())) {
      seen.sealed = true;
      await page.locator('.decision .option').first().click();
      await picture(page, 'swlcg');
      await confirm(page);
      continue;
    }
    await answer(page, seen);
    assert.equal(await page.locator('.decision .refusal p').count(), 0, 'nothing is refused');
    const { scene } = lastLook(page);
    if (!seen.readable && scene?.rows.some((row) => row.note) && scene.rows.length >= 7) {
      seen.readable = true;
      await readable(page);
    }
  }
  assert.ok(answers < MOST_ANSWERS, `no result after ${MOST_ANSWERS} answers`);
  assert.match(await heading(page).innerText(), /^(Sieg für|Du gewinnst|Niemand gewinnt)/);
  assert.equal(lastLook(page).stage, 'over');
}

// A whole game is many clicks.
test('a whole game of the card game is played in German by clicking cards', { timeout: 420_000 }, async () => {
  const page = await on.person({ lang: 'de', name: 'Mara' });
  await page.goto('/');
  await page.getByText('Star Wars: Das Kartenspiel').first().waitFor();
  const seen = { edge: false, strike: false, readable: false, sealed: false, clicked: 0, played: 0, turn: '' };
  // Now and then chance ends a game before anybody could strike.
  for (let games = 0; games < 4 && !(seen.edge && seen.strike && seen.readable); games += 1) await wholeGame(page, seen);
  assert.ok(seen.edge, 'there was an edge battle');
  assert.ok(seen.strike, 'somebody struck');
  assert.ok(seen.clicked > 10, `cards were clicked: ${seen.clicked}`);
  assert.ok(seen.readable, 'an engagement was looked at on all screens');
  // Anybody may look through a discard pile.
  const discard = lastLook(page).scene.rows.flatMap((row) => row.slots).find((slot) => slot.kind === 'pile' && /^discard-/.test(slot.id) && slot.count > 0);
  assert.equal(discard.cards.length, discard.count);
  await page.locator(`[data-id="${discard.id}"]`).hover();
  await page.locator('.inspector').waitFor();
  assert.deepEqual(await page.locator('.inspector .pile-list li').allInnerTexts(), discard.cards);
  const log = looks(page).flatMap((look) => look.log.lines.map((line) => line.text)).join('\n');
  assert.match(log, /Kampfvorteil/);
  assert.match(log, /Angriffsschlag/);
  assert.doesNotMatch(log, /\b(Dark|Light) (zieht|legt|gewinnt|spielt)/, 'sides have their German names');
  assertClean(page, on.server);
});

/** Answers without the page, which only listens: the first thing that does something. */
async function boldly(page) {
  const look = lastLook(page);
  const [{ seat, track, id, form, options, passive }] = look.questions;
  const all = options.map((_, n) => n);
  const reply = { one: { one: all.find((n) => n !== passive) ?? 0 }, some: { some: all.slice(0, form.max) }, order: { order: all }, whole: { plan: form.plan } }[form.kind];
  const said = await page.context().request.post(`/api/tables/${look.id}/answer`, { headers: { origin: on.server.address }, data: { seat, track, question: id, reply } });
  assert.equal(said.status(), 200, await said.text());
}

/** Where names of cards could be hidden in a message: everything but the language. */
const sent = (page) => page.heard.join('\n');

test('nobody is told of hands, decks and sealed stacks', async () => {
  const anna = await on.person({ lang: 'de', name: 'Anna' });
  const bert = await on.person({ lang: 'de', name: 'Bert' });
  const cleo = await on.person({ lang: 'de' });
  const stacks = (page, side) => lastLook(page).scene.rows.filter((row) => row.side === side).flatMap((row) => row.slots).filter((slot) => slot.kind === 'card' && (slot.hidden || /verdeckt/.test(slot.state)));
  /** Both have put a card on their stacks. */
  const sealed = () => stacks(anna, 0).length > 0 && stacks(anna, 1).length > 0 && lastLook(anna).questions.concat(lastLook(bert).questions).length > 0;
  // Now and then chance ends a game before that.
  for (let games = 0; games < 4 && (games === 0 || !sealed()); games += 1) {
    const id = await on.make(anna, { game: 'swlcg', agreed: { poker_face: 'no' }, seats: [{ who: 'me', name: 'Anna', list: 'sith' }, { who: 'open', list: 'jedi' }] });
    for (const page of [anna, bert, cleo]) {
      await page.goto('/');
      page.heard.length = 0;
    }
    await anna.goto(`/table/${id}`);
    await bert.goto(`/table/${id}`);
    await button(bert, 'Diesen Platz nehmen').click();
    await cleo.goto(`/table/${id}`);
    await playUntil([anna, bert], () => sealed() || lastLook(anna).result, 400, boldly);
  }
  await untilLook(cleo, (look) => look.answers === lastLook(anna).answers);

  for (const [owner, side, others] of [[anna, 0, [bert, cleo]], [bert, 1, [anna, cleo]]]) {
    const { scene } = lastLook(owner);
    const hand = scene.rows.find((row) => row.name === 'Hand')?.slots ?? [];
    const own = [...hand, ...stacks(owner, side)];
    assert.ok(stacks(owner, side).every((card) => !card.hidden && card.title), 'the owner knows the own stack');
    for (const other of others) {
      const theirs = lastLook(other).scene;
      const backs = stacks(other, side);
      assert.ok(backs.length > 0 && backs.every((card) => card.hidden && !card.title && card.values.length === 0 && card.details.length === 0), 'a sealed stack shows backs');
      const piles = theirs.rows.filter((row) => row.side === side).flatMap((row) => row.slots).filter((slot) => slot.kind === 'pile');
      assert.equal(piles.find((pile) => pile.id === `hand-${side}`).count, hand.length, 'how many cards somebody holds is open');
      assert.ok(piles.filter((pile) => /^(hand|deck|objectives)-/.test(pile.id)).every((pile) => pile.hidden && pile.top === null));
      // What lay open at some time, or lies in the own hand, may be named; nothing else may.
      const known = new Set(looks(other).flatMap((look) => (look.scene ? open(look.scene).map((card) => card.title) : [])));
      // A card of the same title that was revealed, played or discarded may have been covered before anybody looked.
      const openly = looks(other).flatMap((look) => look.log.lines.map((line) => line.text)).filter((text) => /deckt|spielt|legt .* ab|wirft/.test(text)).join('\n');
      const told = sent(other);
      const secret = own.filter((card) => !known.has(card.title));
      assert.ok(secret.length > 0, 'there is something to hide');
      for (const card of secret) {
        const name = card.title.replace(/^•\s*/, '').replace(/ \d+$/, '');
        if (![...known].some((one) => one.includes(name)) && !openly.includes(name)) assert.ok(!told.includes(name), `${name} was sent to somebody else: …${told.slice(Math.max(0, told.indexOf(name) - 300), told.indexOf(name) + 120)}…`);
      }
      const seenIds = new Set(looks(other).flatMap((look) => (look.scene ? open(look.scene).map((card) => card.id) : [])));
      for (const card of own.filter((one) => !seenIds.has(one.id))) assert.ok(!told.includes(`"${card.id}"`), `${card.id} was sent to somebody else`);
    }
  }
  // Questions go only to whom they are asked.
  for (const page of [anna, bert, cleo]) {
    assert.ok(looks(page).every((look) => look.questions.every((question) => look.yours.includes(question.seat))));
    assertClean(page, on.server);
  }
});

test('a deck is built from objective sets, and what cannot be played says why', async () => {
  const page = await on.person({ lang: 'de' });
  await page.goto('/lists/swlcg');
  await page.locator('.shelf-card').first().waitFor();
  await page.locator('.lists-list .tile', { hasText: 'Sith: Grundspiel' }).click();
  await page.locator('.lists-verdict .good').waitFor();
  assert.match(await page.locator('.lists-verdict .total').innerText(), /8 Einsatzsets/);
  assert.equal(await page.locator('.list-unit').count(), 9);
  const unfinished = page.locator('.shelf-card.has-gap').first();
  assert.match(await unfinished.locator('.item-gap').innerText(), /enthalten die Quellen keine Angaben/);
  await unfinished.click();
  await page.locator('.lists-verdict .bad').first().waitFor();
  assert.match(await page.locator('.lists-verdict').innerText(), /enthalten die Quellen keine Angaben/);
  assertClean(page, on.server);
});

test('the light side is played from its own seat', async () => {
  const page = await on.person({ lang: 'en', name: 'Luke' });
  await page.goto('/?game=swlcg');
  const [dark, light] = [page.locator('.new-seat').nth(0), page.locator('.new-seat').nth(1)];
  assert.match(await dark.locator('legend').innerText(), /Dark side/);
  assert.match(await light.locator('legend').innerText(), /Light side/);
  assert.doesNotMatch(await dark.locator('select').last().innerText(), /Jedi/);
  await dark.locator('select').first().selectOption('agent');
  await light.locator('select').first().selectOption('me');
  await button(page, 'Start the game').click();
  await page.waitForURL(/\/table\//);
  await untilLook(page, (look) => look.questions.length > 0);
  assert.deepEqual(lastLook(page).yours, [1]);
  // The dark side is red and the light side blue, in the lobby too.
  await page.goto('/');
  const marks = page.locator('.game-players .side-mark');
  await marks.first().waitFor();
  assert.deepEqual(await marks.evaluateAll((all) => all.map((one) => one.dataset.side)), ['1', '0']);
  assert.match(await page.locator('.game-players').innerText(), /Dark side.*Light side/s);
  assertClean(page, on.server);
});

test('a card is read in full with a finger and with the keyboard', async () => {
  const seats = [{ who: 'me', list: 'sith' }, { who: 'agent', list: 'jedi' }];
  const [card, inspector] = [(page) => page.locator('.card-row .card[data-id]').last(), (page) => page.locator('.inspector')];
  // Some cards have no text.
  const text = (slot) => slot.lines[0] ?? slot.title;
  const phone = await on.person({ phone: true });
  await phone.goto(`/table/${await on.make(phone, { game: 'swlcg', seats })}`);
  await asked(phone);
  await card(phone).tap();
  const shown = lastLook(phone).scene.rows.at(-1).slots.at(-1);
  await inspector(phone).filter({ hasText: shown.title }).waitFor();
  assert.ok((await inspector(phone).innerText()).includes(text(shown)), shown.title);
  await heading(phone).tap();
  await inspector(phone).waitFor({ state: 'hidden' });

  const page = await on.person();
  await page.goto(`/table/${await on.make(page, { game: 'swlcg', seats })}`);
  await asked(page);
  for (let n = 0; n < 60 && await page.locator('.card-row .selectable:focus').count() === 0; n += 1) await page.keyboard.press('Tab');
  const title = (await page.locator('.card:focus .card-title').innerText()).replaceAll('\u00ad', '');
  await inspector(page).filter({ hasText: title }).waitFor();
  const read = lastLook(page).scene.rows.at(-1).slots.find((slot) => slot.title === title);
  assert.ok((await inspector(page).innerText()).includes(text(read)), title);
  for (const one of [phone, page]) assertClean(one, on.server);
});

/** How many elements the browser styles anew while something is done. */
async function restyled(page, act) {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  await on.browser.startTracing(page, { categories: ['devtools.timeline'] });
  await act();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const { traceEvents } = JSON.parse(String(await on.browser.stopTracing()));
  const styled = traceEvents.filter(({ name, args }) => name === 'UpdateLayoutTree' && args.beginData?.frame === frameTree.frame.id);
  assert.ok(styled.length > 0, 'something was styled');
  return styled.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0);
}

test('only what changes is drawn anew', async () => {
  const page = await on.person({ lang: 'de' });
  const seats = [{ who: 'me', list: 'sith' }, { who: 'agent', list: 'jedi', agent: 'random' }];
  await page.goto(`/table/${await on.make(page, { game: 'swlcg', agreed: { poker_face: 'no' }, seats })}`);
  const seen = { edge: false, strike: false, clicked: 0, played: 0, turn: '' };
  for (let n = 0; n < 12 || lastLook(page).questions[0]?.form.kind !== 'one'; n += 1) {
    await answer(page, seen);
    await asked(page);
  }
  const all = await page.locator('*').count();
  const chosen = await restyled(page, () => page.locator('.decision .option').first().click());
  assert.ok(chosen < all / 2, `a click styles ${chosen} of ${all} elements`);

  // Cards that look as before are the same elements, with everything that somebody does to them.
  const slots = ({ scene }) => new Map(scene.rows.flatMap((row) => row.slots.filter((slot) => slot.id).map((slot) => [slot.id, JSON.stringify([slot, row.side])])));
  const cards = await page.evaluateHandle(() => new Map([...document.querySelectorAll('.card-rows [data-id]')].map((one) => [one.dataset.id, one])));
  const known = looks(page).length;
  const answered = await restyled(page, async () => {
    await confirm(page);
    await asked(page);
  });
  const [before, ...after] = looks(page).slice(known - 1);
  assert.ok(answered < all * after.length, `${after.length} looks style ${answered} of ${all} elements`);
  const then = after.map(slots);
  const same = [...slots(before)].filter(([id, look]) => then.every((one) => one.get(id) === look)).map(([id]) => id);
  assert.ok(same.length > 5, `most cards stay as they are: ${same.length}`);
  assert.deepEqual(await page.evaluate(([old, ids]) => ids.filter((id) => document.querySelector(`.card-rows [data-id="${id}"]`) !== old.get(id)), [cards, same]), []);
  assertClean(page, on.server);
});
