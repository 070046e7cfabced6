// Building a list: cards in places, the verdict with its rule, a link to share, and a game with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, picture, stage } from './lib.mjs';

const on = stage();

test('a list is built, judged and shared', async () => {
  const page = await on.person();
  await page.goto('/lists');
  await page.getByRole('link', { name: /Attack Wing/ }).click();
  await page.locator('.shelf-card').first().waitFor();

  // A ship, and a card for its first place.
  await page.getByLabel('Filter by name or text').fill('Enterprise-D');
  await page.locator('.shelf-card', { hasText: 'U.S.S. Enterprise-D' }).first().click();
  await page.locator('.list-unit h2', { hasText: 'U.S.S. Enterprise-D' }).waitFor();
  await page.locator('.lists-verdict .total').waitFor();
  const points = async () => Number(await page.locator('.lists-verdict .total b').innerText());
  await page.waitForFunction(() => Number(document.querySelector('.lists-verdict .total b')?.textContent) > 0);
  const bare = await points();
  await page.locator('.lists-shelf h2', { hasText: 'for U.S.S. Enterprise-D' }).waitFor();
  await page.locator('.shelf-card', { hasText: 'Jean-Luc Picard' }).first().click();
  await page.locator('.list-place', { hasText: 'Jean-Luc Picard' }).waitFor();
  await page.waitForFunction((old) => Number(document.querySelector('.lists-verdict .total b')?.textContent) > old, bare);
  await page.getByText('✓ Legal').waitFor();
  await picture(page, 'lists');

  // A second one of a unique ship is a fault, and its rule opens beside the list.
  await page.getByRole('button', { name: /Back to the units/ }).click();
  await page.getByLabel('Filter by name or text').fill('Enterprise-D');
  await page.locator('.shelf-card', { hasText: 'U.S.S. Enterprise-D' }).first().click();
  const fault = page.locator('.lists-verdict .faults li').first();
  await fault.waitFor();
  await page.getByText(/not allowed/).first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Play with this list' }).isDisabled(), true);
  await fault.locator('a.rule-link').click();
  await page.locator('.lists-rule .rule-text').waitFor();
  assert.match(page.url(), /\/lists\/attackwing/, 'the builder stays open');

  // Undo takes it out again; then the list is kept under a link.
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('✓ Legal').waitFor();
  await page.getByLabel('Name of the list').fill('Picard alone');
  await page.getByRole('button', { name: 'Keep and get a link' }).click();
  const link = await page.locator('.kept input').inputValue();
  assert.match(link, /\/lists\/attackwing\/[\w-]+$/);

  const other = await on.person({ lang: 'de' });
  await other.goto(link);
  await other.locator('.list-place', { hasText: 'Jean-Luc Picard' }).waitFor();
  assert.equal(await other.getByLabel('Name der Liste').inputValue(), 'Picard alone');
  await other.getByText('✓ Zulässig').waitFor();
  for (const one of [page, other]) assertClean(one, on.server);
});

test('a list survives a reload and can be pasted from text', async () => {
  const page = await on.person();
  await page.goto('/lists/attackwing');
  await page.locator('.tile').first().click();
  await page.getByText('✓ Legal').waitFor();
  const units = await page.locator('.list-unit h2').allInnerTexts();
  await page.reload();
  await page.getByText('✓ Legal').waitFor();
  assert.deepEqual(await page.locator('.list-unit h2').allInnerTexts(), units);

  await page.getByRole('button', { name: 'Copy as text' }).click();
  await page.getByText('✓ Copied').waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(text.length > 10);
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste a list' });
  await dialog.getByLabel('The list as text').fill('certainly no ship');
  await dialog.locator('.bad, .faults').first().waitFor();
  await dialog.getByLabel('The list as text').fill(text);
  await dialog.getByText(/Understood:/).waitFor();
  await dialog.getByRole('button', { name: 'Use this list' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await page.locator('.list-unit h2').allInnerTexts(), units);
  assertClean(page, on.server);
});
