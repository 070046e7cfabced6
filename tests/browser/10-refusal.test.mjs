// A place that the rules forbid: the table says why, and the rule opens beside the board.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, assertClean, confirm, dragTo, lastLook, mainButton, picture, stage } from './lib.mjs';

const on = stage();

test('an illegal placement is refused with its rule, and the nearest allowed place is one click away', async () => {
  const page = await on.person();
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await asked(page);
  const { answers, scene, questions } = lastLook(page);
  await dragTo(page, { x: scene.board.width / 2, y: scene.board.height / 2 });

  await page.locator('.placing-root[data-verdict=bad]').waitFor();
  const why = page.locator('.decision .detail .why');
  await why.waitFor();
  assert.ok((await why.innerText()).length > 15, 'a sentence says why');
  assert.equal(await mainButton(page).isDisabled(), true, 'it cannot be confirmed');
  await page.keyboard.press('Enter');
  await picture(page, 'refused');

  // The rule opens beside the board; decision and piece stay as they are.
  const link = why.locator('a.rule-link');
  const rule = decodeURIComponent((await link.getAttribute('href')).replace('/rules/', ''));
  assert.match(rule, /^attackwing\./);
  await link.click();
  const sheet = page.locator('.sheet');
  await sheet.locator('.sheet-body h2').waitFor();
  assert.equal(await sheet.locator('.sheet-body h2').innerText(), (await link.innerText()).replace(/^§\s/, ''));
  assert.ok((await sheet.locator('.rule-text').innerText()).length > 40);
  assert.match(page.url(), /\/table\//, 'the table stays open');
  assert.ok(await page.locator('.placing-root[data-verdict=bad]').isVisible());
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  assert.equal(lastLook(page).answers, answers, 'nothing has been answered');
  assert.equal(lastLook(page).questions[0].id, questions[0].id);

  await page.getByRole('button', { name: 'Nearest allowed place' }).click();
  await page.locator('.placing-root[data-verdict=ok]').waitFor();
  await confirm(page);
  await page.locator('.dial').waitFor();
  assertClean(page, on.server);
});

test('what the rules forbid among options says why', async () => {
  const page = await on.person();
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await asked(page);
  await confirm(page);
  await page.locator('.dial').getByRole('radio', { name: 'Straight 1', exact: true }).click();
  await confirm(page);
  await page.locator('.decision h2', { hasText: 'Choose an action' }).waitFor();
  const fold = page.locator('.decision details.fold summary');
  if (await fold.count()) await fold.first().click();
  const refused = page.locator('.decision .option.refused').first();
  await refused.waitFor();
  const link = refused.locator('a.rule-link');
  await link.click();
  await page.locator('.sheet .rule-text').waitFor();
  assert.match(page.url(), /\/table\//);
  assertClean(page, on.server);
});
