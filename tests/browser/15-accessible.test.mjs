// What assistive technology finds: names on every control, a visible focus, and news that are read out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerUntil, asked, assertClean, choose, stage } from './lib.mjs';

const on = stage();
const CONTROLS = new Set(['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'radio', 'checkbox', 'slider', 'spinbutton', 'tab', 'menuitem', 'switch', 'application', 'dialog', 'radiogroup']);

/** Controls without a name, as the browser's accessibility tree has them. */
async function nameless(page) {
  const line = await page.context().newCDPSession(page);
  await line.send('Accessibility.enable');
  const { nodes } = await line.send('Accessibility.getFullAXTree');
  const controls = nodes.filter((node) => !node.ignored && CONTROLS.has(node.role?.value));
  assert.ok(controls.length > 4, `only ${controls.length} controls`);
  const found = [];
  for (const node of controls.filter((one) => !one.name?.value?.trim())) {
    const { node: element } = await line.send('DOM.describeNode', { backendNodeId: node.backendDOMNodeId });
    found.push(`${node.role.value}: <${element.localName} ${element.attributes?.join(' ')}>`);
  }
  await line.detach();
  return found;
}

/** Walks with Tab and says where nothing shows that the focus is there. */
async function unseenFocus(page, stops) {
  const unseen = [];
  const seen = new Set();
  for (let n = 0; n < stops; n += 1) {
    await page.keyboard.press('Tab');
    const [name, shows] = await page.evaluate(() => {
      const at = document.activeElement;
      if (!at || at === document.body) return ['', true];
      const name = `${at.tagName} ${at.getAttribute('class') ?? ''} ${at.getAttribute('aria-label') ?? (at.textContent.slice(0, 30) || at.getAttribute('name') || at.id)} ${at.value ?? ''}`;
      const outlined = (one) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !/, 0\)$|transparent/.test(outlineColor);
      };
      // A hidden radio button shows it on its label, a piece on the board by a halo, the board by its rim.
      const around = [at, at.closest('label'), at.closest('.segments label')].filter(Boolean);
      const drawn = at.querySelector?.('.halo, .rim');
      return [name, around.some(outlined) || (!!drawn && getComputedStyle(drawn).stroke !== 'none' && parseFloat(getComputedStyle(drawn).strokeOpacity) > 0.3)];
    });
    seen.add(name);
    if (!shows) unseen.push(name);
  }
  assert.ok(seen.size > 3, `Tab goes round: ${[...seen]}`);
  return unseen;
}

test('every control of every page has a name', async () => {
  const page = await on.person();
  for (const [path, there] of [['/', '.offer'], ['/rules', '.rules-hit'], ['/lists', '.tile'], ['/lists/attackwing', '.shelf-card'], ['/account', 'form'], ['/replay', '.file-button']]) {
    await page.goto(path);
    await page.locator(there).first().waitFor();
    assert.deepEqual(await nameless(page), [], path);
    assert.equal(await page.locator('h1').count(), 1, `${path} has one main heading`);
    assert.equal(await page.getByRole('main').count(), 1);
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Set up a game…' }).first().click();
  await page.getByRole('dialog').waitFor();
  assert.deepEqual(await nameless(page), [], 'new game');
  assertClean(page, on.server);
});

test('the table has names, a visible focus and live regions', async () => {
  const page = await on.person();
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await asked(page);
  assert.deepEqual(await nameless(page), [], 'placing');
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
  assert.deepEqual(await nameless(page), [], 'dial');
  assert.deepEqual(await unseenFocus(page, 24), []);

  // The log is read out as it grows, and so is what has to be decided.
  const log = page.getByRole('log');
  assert.equal(await log.getAttribute('aria-live'), 'polite');
  const spoken = page.locator('.table > [role=status]');
  assert.match(await spoken.innerText(), /^Your decision: Set the dial/);
  assert.match(await page.locator('.decision .detail').getAttribute('aria-live'), /polite/);
  await choose(page, page.locator('.dial').getByRole('radio', { name: 'Straight 1', exact: true }));
  await page.waitForFunction(() => !/Set the dial/.test(document.querySelector('.table > [role=status]').textContent));
  await log.getByText(/reveals Straight 1$/).waitFor();
  assert.deepEqual(await nameless(page), [], 'action');
  await page.getByRole('button', { name: 'Menu' }).click();
  assert.deepEqual(await nameless(page), [], 'menu');
  assertClean(page, on.server);
});

test('the focus is visible on the other pages', async () => {
  const page = await on.person();
  for (const [path, there, stops] of [['/', '.offer', 14], ['/rules', '.rules-hit', 14], ['/lists/attackwing', '.shelf-card', 14]]) {
    await page.goto(path);
    await page.locator(there).first().waitFor();
    assert.deepEqual(await unseenFocus(page, stops), [], path);
  }
  assertClean(page, on.server);
});
