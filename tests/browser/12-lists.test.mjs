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
  await page.locator('.lists-verdict').getByText('✓ Legal').waitFor();
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
  await page.locator('.lists-verdict').getByText('✓ Legal').waitFor();
  await page.getByLabel('Name of the list').fill('Picard alone');
  await page.getByRole('button', { name: 'Save and get a link' }).click();
  const link = await page.locator('.kept input').inputValue();
  assert.match(link, /\/lists\/attackwing\/[\w-]+$/);

  const other = await on.person({ lang: 'de' });
  await other.goto(link);
  await other.locator('.list-place', { hasText: 'Jean-Luc Picard' }).waitFor();
  assert.equal(await other.getByLabel('Name der Liste').inputValue(), 'Picard alone');
  await other.locator('.lists-verdict').getByText('✓ Zulässig').waitFor();
  for (const one of [page, other]) assertClean(one, on.server);
});

test('a list goes along from its page to the table', async () => {
  for (const [lang, words] of Object.entries({
    en: { name: 'Name of the list', play: 'Play with this list', dialog: 'New game', list: 'List', chosen: 'Your list: Picard alone', start: 'Start the game' },
    de: { name: 'Name der Liste', play: 'Mit dieser Liste spielen', dialog: 'Neues Spiel', list: 'Liste', chosen: 'Deine Liste: Picard alone', start: 'Spiel beginnen' },
  })) {
    const page = await on.person({ lang });
    await page.goto('/lists/attackwing');
    await page.locator('.lists-shelf').getByRole('searchbox').fill('Enterprise-D');
    await page.locator('.shelf-card', { hasText: 'U.S.S. Enterprise-D' }).first().click();
    await page.locator('.shelf-card', { hasText: 'Jean-Luc Picard' }).first().click();
    await page.getByLabel(words.name).fill('Picard alone');
    await page.getByRole('button', { name: words.play }).click();
    const dialog = page.getByRole('dialog', { name: words.dialog });
    const lists = dialog.locator('.new-seat label', { hasText: new RegExp(`^${words.list}`) }).locator('select');
    assert.equal(await lists.first().locator('option:checked').innerText(), words.chosen, 'it is chosen for my seat');
    assert.notEqual(await lists.nth(1).locator('option:checked').innerText(), words.chosen, 'and for nobody else');
    await dialog.locator('label', { hasText: /^2$/ }).click();
    assert.equal(await lists.first().locator('option:checked').innerText(), words.chosen, 'with another number of players too');
    await dialog.getByRole('button', { name: words.start }).click();
    await page.waitForURL(/\/table\//);
    // Picard has no crew in this list; in the ready-made one he has.
    const mine = page.locator('.roster').first();
    await mine.getByText(/Jean-Luc Picard/).waitFor();
    assert.equal(await mine.locator('.unit').count(), 1);
    assert.doesNotMatch(await mine.innerText(), /Geordi|Miles/);
    assertClean(page, on.server);
  }
});

test('a link with a list opens the dialog once, and one with an unknown list says so', async () => {
  const page = await on.person();
  await page.goto('/?game=attackwing&list=nosuchlist');
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.locator('.failure').waitFor();
  assert.doesNotMatch(await dialog.locator('.new-seat').first().innerText(), /Your list/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // By its element: a closed dialog loses its role at once, and is taken away a moment later.
  await page.locator('dialog.new-game').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => location.search), '', 'the address no longer asks for it');
  await page.getByRole('button', { name: 'DE Deutsch' }).click();
  await page.getByRole('button', { name: 'Spiel einrichten…' }).first().waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  assertClean(page, on.server, (trouble) => /status of 404/.test(trouble));
});

test('copying waits for the verdict and never gives away an old list', async () => {
  const page = await on.person();
  /** @type {(() => void)[]} */
  const held = [];
  let holding = true;
  await page.route('**/api/lists/attackwing/check*', async (route) => {
    if (holding) await new Promise((go) => held.push(go));
    await route.continue();
  });
  const release = () => {
    holding = false;
    held.splice(0).forEach((go) => go());
  };
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/lists/attackwing');
  await page.evaluate(() => navigator.clipboard.writeText('from before'));
  await page.locator('.shelf-card', { hasText: "I.K.S. Maht-H'a" }).first().click();
  await page.getByText('Checking…').waitFor();
  await page.getByRole('button', { name: 'Copy as text' }).click();
  assert.equal(await copied(), 'from before', 'there is nothing to copy yet');
  release();
  await page.getByText('✓ Copied').waitFor();
  assert.match(await copied(), /maht/i);
  await page.locator('.lists-verdict .total').waitFor();

  // The list changes, and the old verdict is still there.
  holding = true;
  await page.getByRole('button', { name: /Back to the units/ }).click();
  await page.locator('.shelf-card', { hasText: 'U.S.S. Enterprise-D' }).first().click();
  await page.getByRole('button', { name: 'Copy as text' }).click();
  release();
  await page.waitForFunction(async () => /enterprise/i.test(await navigator.clipboard.readText()));
  assert.match(await copied(), /maht/i);
  assertClean(page, on.server);
});

test('a list survives a reload and can be pasted from text', async () => {
  const page = await on.person();
  await page.goto('/lists/attackwing');
  await page.locator('.tile').first().click();
  await page.locator('.lists-verdict').getByText('✓ Legal').waitFor();
  const units = await page.locator('.list-unit h2').allInnerTexts();
  await page.reload();
  await page.locator('.lists-verdict').getByText('✓ Legal').waitFor();
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
