// The rules reference: searching, opening, linking, in both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, picture, stage } from './lib.mjs';

const on = stage();

test('rules are searched, opened and linked to', async () => {
  const page = await on.person();
  await page.goto('/rules');
  await page.locator('.rules-hit').first().waitFor();
  const all = Number(/\d+/.exec(await page.locator('.rules-count').innerText())[0]);
  assert.ok(all > 500, `${all} rules`);

  await page.getByLabel('Search the rules').fill('target lock');
  await page.getByText(/^\d+ rules found$/).waitFor();
  const found = Number(/\d+/.exec(await page.locator('.rules-count').innerText())[0]);
  assert.ok(found > 0 && found < all, `${found} of ${all}`);
  assert.match(await page.locator('.rules-hit').first().innerText(), /target lock/i);
  assert.ok(await page.locator('.rules-hit mark').count() > 0, 'the words are marked');
  assert.match(page.url(), /q=target\+lock/);

  await page.locator('.facet-value', { hasText: 'Attack Wing' }).click();
  await page.waitForURL(/game=attackwing/);
  await page.locator('.rules-hit').first().waitFor();
  await page.locator('.facet-value', { hasText: 'Attack Wing' }).locator('input').press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/rules\/attackwing\./);
  assert.ok((await page.locator('.rules-entry .rule-text').innerText()).length > 30);
  const title = await page.locator('.rules-entry h1').innerText();
  await picture(page, 'rules');

  // The link is copied, opens the same rule elsewhere, and Back leads back.
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('✓ Copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await on.person();
  await other.goto(link);
  await other.locator('.rules-entry h1', { hasText: title }).waitFor();
  assert.match(await other.title(), new RegExp(title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));

  // The same rule in the other language.
  await other.getByRole('button', { name: 'Auf Deutsch lesen' }).click();
  await other.getByText('Quelle:').waitFor();
  assert.equal(await other.locator('html').getAttribute('lang'), 'de');
  assert.equal(new URL(other.url()).pathname, new URL(link).pathname);
  await other.getByRole('button', { name: 'Read in English' }).click();
  await other.locator('.rules-entry h1', { hasText: title }).waitFor();

  await other.getByRole('link', { name: 'Next rule' }).click();
  await other.waitForFunction((old) => document.querySelector('.rules-entry h1').textContent !== old, title);
  await other.goBack();
  await other.locator('.rules-entry h1', { hasText: title }).waitFor();
  for (const one of [page, other]) assertClean(one, on.server);
});

test('German words find German rules, and what does not exist is said', async () => {
  const page = await on.person({ lang: 'de' });
  await page.goto('/rules?q=Zielerfassung&game=attackwing');
  await page.getByText(/Regeln? gefunden$/).waitFor();
  assert.match(await page.locator('.rules-hit').first().innerText(), /Zielerfassung/i);
  await page.getByLabel('In den Regeln suchen').fill('qqqqzzzz');
  await page.getByText('Nichts gefunden').waitFor();
  await page.getByRole('button', { name: 'Alle Regeln zeigen' }).click();
  await page.locator('.rules-hit').first().waitFor();
  assertClean(page, on.server);
  await page.goto('/rules/attackwing.no-such-rule');
  await page.locator('.rules-entry .failure').waitFor();
});

test('a rule is told in one language: example, note, source and chart', async () => {
  const page = await on.person({ lang: 'de' });
  await page.goto('/rules/attackwing.range.at-range-n');
  await page.getByRole('heading', { name: 'Beispiel' }).waitFor();
  await page.getByText('10,0 cm kürzeste Strecke').waitFor();
  await page.getByText('zählt zur kürzeren Reichweite').waitFor();
  await page.getByText(/Quelle: Zeilen? \d/).waitFor();
  await page.goto('/rules/xwing.core.ship.x-wing');
  await page.getByRole('columnheader', { name: 'Geschwindigkeit' }).waitFor();
  assert.equal(await page.getByRole('row', { name: 'Koiogran-Wende' }).getByRole('cell').last().innerText(), 'rot');
  await page.getByText('Quelle: im Regelheft nicht ausgeschrieben').waitFor();
  await page.getByRole('button', { name: 'Read in English' }).click();
  await page.getByRole('rowheader', { name: 'Koiogran turn' }).waitFor();
  assertClean(page, on.server);
});
