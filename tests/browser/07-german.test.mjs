// The whole client in German, and the language changed in the middle of a question.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT, answerUntil, asked, assertClean, choose, confirm, heading, picture, stage } from './lib.mjs';

const on = stage();

/** Words that German has no use for. Names of ships and cards are left as they are printed. */
const ENGLISH = new RegExp(`\\b(?:${[
  'the', 'your', 'you', 'of', 'and', 'with', 'for', 'from', 'is', 'are', 'not', 'no', 'all', 'to', 'at', 'by', 'on', 'or',
  'choose', 'confirm', 'cancel', 'close', 'undo', 'menu', 'rules', 'lists', 'games', 'account', 'settings', 'log', 'order', 'saved', 'move', 'round',
  'place', 'placed', 'set', 'dial', 'straight', 'turn', 'bank', 'left', 'right', 'attack', 'attacks', 'attacker', 'defend', 'defender', 'dice', 'roll', 'hit', 'miss',
  'pass', 'planning', 'activation', 'combat', 'end', 'phase', 'waiting', 'thinking', 'watching', 'agent is', 'shields', 'skill', 'range', 'reveals', 'flies',
  'search', 'found', 'source', 'previous', 'next', 'points', 'legal', 'units', 'free', 'unique', 'play', 'save', 'copy', 'language', 'colours', 'dark', 'light',
  'forces', 'board', 'decision', 'seat', 'players', 'password', 'show', 'allowed', 'suggestion', 'concede', 'help',
].join('|')})\\b`, 'i');

/** Everything a person reads in a part of the page: text, names of controls, titles. */
async function leftOvers(page, part, names = []) {
  const said = await page.locator(part).evaluateAll((roots) => roots.flatMap((root) => {
    const found = [];
    for (const node of [root, ...root.querySelectorAll('*')]) {
      if (!node.checkVisibility()) continue;
      if (node.closest('[lang=en]:not(html)')) continue;
      for (const name of ['aria-label', 'title', 'placeholder']) if (node.getAttribute(name)) found.push(node.getAttribute(name));
      for (const child of node.childNodes) if (child.nodeType === Node.TEXT_NODE && child.data.trim()) found.push(child.data.trim());
    }
    return found;
  }));
  assert.ok(said.length > 0, `nothing is said in ${part}`);
  const known = names.sort((a, b) => b.length - a.length);
  return [...new Set(said)].filter((text) => ENGLISH.test(known.reduce((rest, name) => rest.replaceAll(name, ''), text)));
}

/** What is printed on cards keeps its name in every language. */
async function printedNames(page) {
  const all = await page.evaluate(async () => (await fetch('/api/lists/attackwing?lang=de')).json());
  return [...all.units, ...all.cards].map((card) => card.name);
}

test('the board has one name', () => {
  const files = readdirSync(join(PROJECT, 'web/app'), { recursive: true }).filter((name) => name.endsWith('.js'));
  const words = files.map((name) => readFileSync(join(PROJECT, 'web/app', name), 'utf8')).join('\n');
  assert.match(words, /'Spielfeld'/);
  assert.doesNotMatch(words, /\bBrett/);
});

test('every page speaks German', async () => {
  const page = await on.person({ lang: 'de' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Sofort gegen den Computer spielen' }).first().waitFor();
  const names = await printedNames(page);
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  assert.deepEqual(await leftOvers(page, '#bar, #main', ['Star Trek: Attack Wing', 'Star Wars: X-Wing']), [], 'lobby');

  await page.getByRole('button', { name: 'Spiel einrichten…' }).first().click();
  await page.locator('dialog summary').click();
  assert.deepEqual(await leftOvers(page, 'dialog', [...names, 'Star Trek: Attack Wing']), [], 'new game');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Einstellungen' }).click();
  assert.deepEqual(await leftOvers(page, '#settings', ['English']), [], 'settings');
  await page.keyboard.press('Escape');

  await page.goto('/account');
  await page.getByRole('heading', { name: 'Konto' }).waitFor();
  assert.deepEqual(await leftOvers(page, '#main'), [], 'account');

  await page.goto('/lists/attackwing');
  await page.locator('.shelf-card').first().waitFor();
  assert.deepEqual(await leftOvers(page, '.lists-head, .shelf-head, .lists-verdict', [...names, 'Star Trek: Attack Wing']), [], 'lists');

  await page.goto('/rules');
  await page.locator('.rules-hit').first().waitFor();
  assert.deepEqual(await leftOvers(page, '.rules-find, .rules-count', ['Star Wars: Legion', 'Star Wars: Armada', 'Star Wars: X-Wing', 'Star Trek: Attack Wing', 'Star Wars: The Card Game']), [], 'rules');
  assertClean(page, on.server);
});

test('the table speaks German, and the language can change in the middle of a question', async () => {
  const page = await on.person({ lang: 'de', name: 'Mara' });
  const id = await on.make(page, { seats: [{ who: 'me', name: 'Mara', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  const names = [...await printedNames(page), 'Star Trek: Attack Wing', 'Mara'];
  const parts = '.bar, .rosters, .surface, .order, .decision, .dice-tray:not([hidden]), .log';
  await asked(page);
  assert.deepEqual(await leftOvers(page, parts, names), [], 'placing');
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);

  // A dial is chosen but not confirmed; then the language changes there and back.
  const german = await heading(page).innerText();
  const cell = page.locator('.dial [role=radio]:not(.refused)').nth(3);
  await cell.click();
  const chosen = await cell.getAttribute('aria-label');
  assert.deepEqual(await leftOvers(page, parts, names), [], 'dial');
  await picture(page, 'german');
  await page.getByRole('button', { name: 'EN English' }).click();
  await page.locator('.decision h2', { hasText: 'Set the dial of' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  assert.equal(await page.locator('.dial [aria-checked=true]').count(), 1, 'what was chosen stays chosen');
  assert.match(await page.locator('.log').innerText(), /Planning Phase/);
  await page.getByRole('button', { name: 'DE Deutsch' }).click();
  await page.locator('.decision h2', { hasText: german }).waitFor();
  assert.equal(await page.locator('.dial [aria-checked=true]').getAttribute('aria-label'), chosen);

  // Through actions and, if it comes to that, an attack.
  await confirm(page);
  for (let n = 0; n < 4; n += 1) {
    await answerUntil(page, async () => true, 1);
    if (await page.locator('.outcome').isVisible()) break;
    assert.deepEqual(await leftOvers(page, parts, names), [], await heading(page).innerText());
    await choose(page, page.locator('.decision [role=radio]:not(.refused), .decision [role=checkbox]:not(.refused)').first());
  }
  await page.getByRole('button', { name: 'Menü' }).click();
  assert.deepEqual(await leftOvers(page, '#table-menu', ['English']), [], 'menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  assert.deepEqual(await leftOvers(page, '.sheet', ['Enter']), [], 'help');
  assertClean(page, on.server);
});
