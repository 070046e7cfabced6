// What is one decision is answered once: a payment is one question that begins with a good suggestion, and an edge stack is
// lined up and laid card by card, until the other side does something.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerBy, asked, assertClean, button, choose, confirm, heading, hintsOf, lastLook, looks, mainButton, stage, untilLook } from './lib.mjs';

const on = stage();
// Cards fall as this number has it: somebody comes to pay 4, and to lay a stack of four cards that nothing interrupts.
on.server.flags = ['--luck', '11'];
const MOST_ANSWERS = 700;

/** Two people at one table of the card game, whose pages only listen until somebody uses them. */
async function table(anna, bert) {
  const seats = [{ who: 'me', name: 'Anna', list: 'sith' }, { who: 'open', list: 'jedi' }];
  const id = await on.make(anna, { game: 'swlcg', agreed: { poker_face: 'no' }, seats });
  await anna.goto(`/table/${id}`);
  await bert.goto(`/table/${id}`);
  await button(bert, /Diesen Platz nehmen|Take this seat/).click();
  for (const page of [anna, bert]) await untilLook(page, (look) => look.id === id && look.stage === 'playing' && look.yours.length > 0);
}

/** Whoever is asked, once both have heard of the last answer. */
async function next(pages) {
  const [first] = pages;
  await untilLook(first, (look) => (look.waiting.length > 0 || look.result) && pages.every((page) => lastLook(page).answers === look.answers));
  return pages.find((page) => lastLook(page).questions.length > 0);
}

/** Answers without the page. */
async function say(page, reply) {
  const look = lastLook(page);
  const [{ seat, track, id }] = look.questions;
  const said = await page.context().request.post(`/api/tables/${look.id}/answer`, { headers: { origin: on.server.address }, data: { seat, track, question: id, reply } });
  assert.equal(said.status(), 200, await said.text());
  await untilLook(page, (one) => one.answers > look.answers);
}

const isPlay = (option) => / ausspielen$|^Play /.test(option.text);

/** What somebody answers who fights and keeps most of the hand: one card is played each turn. */
function wary(look, seen) {
  const [{ form, options, passive, sequence }] = look.questions;
  const all = options.map((_, n) => n);
  if (form.kind === 'whole') return { plan: form.plan };
  if (form.kind === 'order') return { order: all };
  if (form.kind === 'some') return { some: all.slice(0, Math.max(form.min, Math.min(form.max, 2))) };
  if (sequence !== null) return { one: passive };
  const turn = look.scene.status.split(':')[0];
  const play = options.findIndex(isPlay);
  if (play >= 0 && seen.turn !== turn) {
    seen.turn = turn;
    return { one: play };
  }
  const active = all.find((n) => n !== passive && !isPlay(options[n]));
  const bold = passive === null || !options.some(isPlay);
  return { one: bold ? active ?? passive : passive };
}

/** Plays without the pages until somebody finds what they are looking for; whether that came. */
async function playOn(pages, found) {
  const seen = new Map(pages.map((page) => [page, { turn: '' }]));
  for (let n = 0; n < MOST_ANSWERS; n += 1) {
    const page = await next(pages);
    if (!page) return false;
    if (await found(page)) return true;
    if (lastLook(page).questions.length > 0) await say(page, wary(lastLook(page), seen.get(page)));
  }
  return false;
}

/** Whether a payment of 4 with a choice is open; whoever can play a card for 4 plays it. */
async function paysFour(page, whose) {
  const [question] = lastLook(page).questions;
  if (page !== whose) return false;
  if (question.form.kind === 'whole') return question.form.sum === 4;
  if (!question.options.some(isPlay)) return false;
  const dear = (await hintsOf(page, question)).findIndex((hint, n) => isPlay(question.options[n]) && /^(Kostet|Costs) 4\b/.test(hint.detail));
  if (dear < 0) return false;
  await say(page, { one: dear });
  await untilLook(page, (look) => look.questions.length > 0 || look.waiting.length > 0);
  const [then] = lastLook(page).questions;
  return then?.form.kind === 'whole' && then.form.sum === 4;
}

/** On this screen, and on a phone in either direction, nothing is wider than the screen and the main button is in sight. */
async function fits(page, name) {
  const before = page.viewportSize();
  for (const [width, height] of [[before.width, before.height], [390, 844], [844, 390]]) {
    await page.setViewportSize({ width, height });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `as wide as the screen at ${width} × ${height}`);
    const { y, height: tall } = await mainButton(page).boundingBox();
    assert.ok(y + tall <= height, `the main button at ${width} × ${height}`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png` });
  }
  await page.setViewportSize(before);
}

const said = (page, what) => page.said.map((one) => JSON.parse(one)).filter((one) => one.do === what);

for (const [lang, phone] of [['de', false], ['en', true]]) {
  test(`a card of cost 4 is paid for with one question (${lang}${phone ? ', phone' : ''})`, { timeout: 300_000 }, async () => {
    const [anna, bert] = [await on.person({ lang, phone, name: 'Anna' }), await on.person({ lang, name: 'Bert' })];
    await table(anna, bert);
    assert.ok(await playOn([anna, bert], (page) => paysFour(page, anna)), 'somebody pays for a card of cost 4');
    const [{ form }] = lastLook(anna).questions;
    assert.match(await asked(anna), lang === 'de' ? /^Bezahle 4 für/ : /^Pay 4 for/);
    const whole = anna.locator('.decision .whole');
    assert.equal(await whole.locator('.part').count(), form.parts.length);
    assert.equal(await whole.locator('.whole-sum').innerText(), lang === 'de' ? '4 von 4' : '4 of 4');
    await whole.locator('.verdict .good').waitFor();
    await fits(anna, `pay-${lang}`);

    // A resource less is refused at once, with the rule; so is one too many; as suggested it can be paid again.
    const part = whole.locator('.part.set').first();
    const stepper = part.locator('.step').first();
    if (await stepper.count() > 0) await stepper.click();
    else await part.click();
    await whole.locator('.verdict .bad').waitFor();
    assert.match(await whole.locator('.verdict').innerText(), lang === 'de' ? /decken die Kosten nicht/ : /do not cover the cost/);
    assert.equal(await whole.locator('.verdict .rule-link').count(), 1);
    assert.equal(await mainButton(anna).isDisabled(), true);
    if (process.env.SHOTS) await anna.screenshot({ path: `${process.env.SHOTS}/pay-less-${lang}.png` });
    await whole.getByRole('button', { name: lang === 'de' ? 'Wie vorgeschlagen' : 'As suggested' }).click();
    await whole.locator('.verdict .good').waitFor();

    // The keyboard does the same: a number goes on to the next option of its part, Enter confirms.
    if (!phone) {
      const at = form.plan.picks.findIndex((pick, n) => pick === form.parts[n].options.length - 1);
      await anna.keyboard.press(String(at + 1));
      await whole.locator('.verdict .bad').waitFor();
      for (let n = 1; n < form.parts[at].options.length; n += 1) await anna.keyboard.press(String(at + 1));
      await whole.locator('.verdict .good').waitFor();
    }
    const answers = said(anna, 'answer').length;
    if (phone) await confirm(anna);
    else await answerBy(anna, () => anna.keyboard.press('Enter'));
    await untilLook(anna, (look) => look.questions[0]?.form.kind !== 'whole');
    assert.deepEqual(said(anna, 'answer').slice(answers).map((one) => one.reply), [{ plan: form.plan }], 'one answer');
    for (const page of [anna, bert]) assertClean(page, on.server);
  });
}

/** A name without the hyphens that only show where it may be broken. @param {string} text */
const bare = (text) => text.replaceAll('\u00ad', '').replaceAll('\u00a0', ' ').replace(/^[„“"]|[”“"]$/g, '');

/** Whether an edge stack can be lined up by its player: four different cards and more. */
function laysFour(page, whose) {
  const [question] = lastLook(page).questions;
  return page === whose && question.sequence !== null && question.options.length > 4;
}

const stack = (page, side) => lastLook(page).scene.rows.filter((row) => row.side === side).flatMap((row) => row.slots)
  .filter((slot) => slot.kind === 'card' && (slot.hidden || /verdeckt|face down/i.test(slot.state)));

/** Plays until Anna may line up an edge stack. */
async function untilStack(anna, bert) {
  await table(anna, bert);
  assert.ok(await playOn([anna, bert], (page) => laysFour(page, anna)), 'Anna comes to lay an edge stack of four cards');
}

const options = (page) => page.locator('.decision .lineup .option:not(.refused):not(.passive)');

for (const [lang, phone] of [['de', false], ['en', true]]) {
  test(`an edge stack of four cards is one plan (${lang}${phone ? ', phone' : ''})`, { timeout: 300_000 }, async () => {
    const [anna, bert] = [await on.person({ lang, phone, name: 'Anna' }), await on.person({ lang, name: 'Bert' })];
    await untilStack(anna, bert);
    await asked(anna);
    const texts = await options(anna).locator('.option-text').allInnerTexts();
    // One that was chosen by mistake is taken out of the line again.
    for (const n of [1, 0, 2, 0, 3, 0]) await options(anna).nth(n).click();
    assert.deepEqual(await options(anna).locator('.in-line').allInnerTexts().then((all) => all.slice(0, 4)), ['4.', '1.', '2.', '3.']);
    assert.equal(await anna.getByRole('checkbox', { name: `1. ${texts[1]}` }).count(), 1);
    assert.match((await mainButton(anna).innerText()).replaceAll('\u00a0', ' '), lang === 'de' ? /4 in dieser Reihenfolge, danach „Passen“/ : /4 in this order, then “Pass”/);
    await fits(anna, `stack-${lang}`);

    const heard = bert.heard.length;
    const answers = said(anna, 'answer').length;
    await confirm(anna);
    // The other side passes whenever it is asked, and nothing else is clicked here.
    const [placed] = said(anna, 'answer').slice(answers);
    while (said(anna, 'answer').length < answers + 5) {
      const { questions, answers: before } = await untilLook(bert, (look) => look.questions.length > 0 || said(anna, 'answer').length === answers + 5);
      if (questions.length === 0) break;
      await anna.locator('.decision .planned').waitFor();
      await say(bert, { one: questions[0].passive });
      await untilLook(anna, (look) => look.answers > before);
    }
    // The pass ends the row; then the stacks are turned over, in the order in which they were laid.
    await untilLook(anna, (look) => look.questions.every((question) => question.sequence === null) && said(anna, 'answer').length === answers + 5);
    assert.deepEqual(said(anna, 'answer').slice(answers).map((one) => one.question !== placed.question), [false, true, true, true, true]);
    const revealed = looks(anna).flatMap((look) => look.log.lines.map((line) => line.text)).findLast((text) => / deckt .* auf$| reveals /.test(text) && texts.slice(0, 4).every((card) => text.includes(bare(card))));
    assert.ok(revealed, 'the four cards are revealed');
    const places = [1, 2, 3, 0].map((n) => revealed.indexOf(bare(texts[n])));
    assert.deepEqual(places, [...places].sort((a, b) => a - b), revealed);
    // What was lined up was told to nobody before its turn.
    const told = bert.heard.slice(heard).join('\n');
    assert.doesNotMatch(told, /vorgemerkt|lined up/);
    for (const page of [anna, bert]) assertClean(page, on.server);
  });
}

test('what is lined up stops as soon as the other side does something', { timeout: 300_000 }, async () => {
  const [anna, bert] = [await on.person({ lang: 'en', name: 'Anna' }), await on.person({ lang: 'en', name: 'Bert' })];
  await untilStack(anna, bert);
  await asked(anna);
  const texts = await options(anna).locator('.option-text').allInnerTexts();
  for (const n of [0, 1, 2]) await options(anna).nth(n).click();
  const answers = said(anna, 'answer').length;
  await confirm(anna);
  const { questions: [question] } = await untilLook(bert, (look) => look.questions.length > 0);
  assert.ok(question.sequence !== null && question.options.length > 1, 'the other side can lay a card');
  await say(bert, { one: question.options.findIndex((_, n) => n !== question.passive) });
  await anna.locator('.decision .plan-news').waitFor();
  assert.match(await anna.locator('.decision .plan-news').innerText(), /Somebody else has done something/);
  assert.equal(said(anna, 'answer').length, answers + 1, 'nothing more was answered');
  assert.equal(stack(anna, 0).length, 1);
  // The rest is still lined up, so that going on is one click.
  const left = await options(anna).locator('.in-line').allInnerTexts();
  const now = await options(anna).locator('.option-text').allInnerTexts();
  assert.deepEqual([1, 2].map((place) => now[left.indexOf(`${place}.`)]), [texts[1], texts[2]]);
  if (process.env.SHOTS) await anna.screenshot({ path: `${process.env.SHOTS}/stack-stopped.png` });
  await choose(anna, anna.locator('.decision .option.passive'));
  await untilLook(anna, (look) => look.answers > 0 && look.questions[0]?.sequence === null || look.questions.length === 0);
  assert.match(await heading(anna).innerText(), /./);
  for (const page of [anna, bert]) assertClean(page, on.server);
});
