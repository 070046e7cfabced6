// What assistive technology finds: names on every control, a visible focus, and news that are read out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerBy, answerUntil, asked, assertClean, choose, heading, lastLook, mainButton, stage, untilLook } from './lib.mjs';

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

/** Where the keyboard is. */
const inPanel = (page) => page.evaluate(() => !!document.activeElement?.closest('.decision'));
const spoken = (page) => page.locator('.table > [role=status]').evaluate((one) => one.textContent);

test('the focus is never lost while question follows question, and each is read out', async () => {
  const page = await on.person();
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await asked(page);
  // Everything that a screen reader is told, in order.
  await page.locator('.table > [role=status]').evaluate((region) => {
    window.told = [];
    new MutationObserver(() => window.told.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
  });
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
  await page.locator('.decision').focus();
  const questions = [];
  for (let n = 0; n < 8; n += 1) {
    const text = await asked(page);
    questions.push(text);
    assert.ok(await inPanel(page), `the keyboard is in the panel at "${text}"`);
    // By turns with Enter on the option and with the main button.
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => !document.querySelector('.decision-foot .button.main').disabled);
    if (n % 2) await mainButton(page).focus();
    const { answers } = lastLook(page);
    await answerBy(page, () => page.keyboard.press('Enter'));
    assert.ok(await inPanel(page), `the keyboard is in the panel after "${text}"`);
    await untilLook(page, (look) => look.answers > answers && (look.questions.length > 0 || look.result));
    if (lastLook(page).result) break;
  }
  const told = await page.evaluate(() => window.told);
  told.forEach((text, n) => assert.notEqual(text, told[n - 1], 'the same words twice are not heard twice'));
  for (const text of new Set(questions)) {
    const times = (all, wanted) => all.filter((one) => one.includes(wanted)).length;
    assert.ok(times(told, text) >= times(questions, text), `"${text}" came ${times(questions, text)} times and was read out ${times(told, text)} times`);
  }
  assertClean(page, on.server);
});

test('a refusal is read out and leaves the keyboard where it is', async () => {
  const page = await on.person();
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  // Between the page and the server somebody refuses the first answer.
  let refused = false;
  await page.routeWebSocket(/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const said = JSON.parse(String(message));
      if (said.do !== 'answer' || refused) return server.send(message);
      refused = true;
      socket.send(JSON.stringify({ type: 'refused', ref: said.ref, refusal: { code: 'denied', text: 'Somebody is in the way.', rule: 'attackwing.attack', rule_title: 'Attack', faults: [] } }));
    });
  });
  await page.goto(`/table/${id}`);
  await page.locator('.decision.asks .decision-foot .button.main').waitFor();
  const question = await heading(page).innerText();
  await mainButton(page).focus();
  const alert = page.getByRole('alert').filter({ hasText: 'Somebody is in the way.' });
  // What comes right after a question has appeared is taken for a mistake.
  while (!refused) await page.keyboard.press('Enter', { delay: 50 });
  await alert.waitFor();
  await alert.getByRole('link', { name: 'Attack' }).waitFor();
  assert.equal(await heading(page).innerText(), question, 'the question stays');
  assert.ok(await inPanel(page), 'and so does the keyboard');
  assert.equal(await mainButton(page).isDisabled(), false);
});

test('what an illegal place breaks is read out too', async () => {
  const page = await on.person();
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await asked(page);
  assert.match(await spoken(page), /^Your decision: Place/);
  for (let n = 0; n < 20; n += 1) await page.keyboard.press('Shift+ArrowUp');
  const why = page.locator('.decision [aria-live=polite]', { has: page.locator('.why') });
  await why.waitFor();
  assert.ok((await why.innerText()).length > 15);
  assert.ok(await page.evaluate(() => document.activeElement !== document.body), 'the keyboard is somewhere');
  assertClean(page, on.server);
});

test('the order of activation keeps the focus while the game goes on', async () => {
  const page = await on.person();
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
  await page.locator('.dial').getByRole('radio', { name: 'Straight 1', exact: true }).click();
  const entry = page.locator('.order-entry', { hasText: 'Enterprise' });
  const { answers } = lastLook(page);
  // The answer is given and the keyboard is already elsewhere when the next question comes.
  await answerBy(page, () => page.evaluate(() => {
    document.querySelector('.decision-foot .button.main').click();
    [...document.querySelectorAll('.order-entry')].find((one) => one.textContent.includes('Enterprise')).focus();
  }));
  await untilLook(page, (look) => look.answers > answers && look.questions.length > 0);
  await page.locator('.decision.asks h2', { hasText: 'Choose an action' }).waitFor();
  assert.ok(await entry.evaluate((one) => one === document.activeElement), 'it is where it was put');
  assertClean(page, on.server);
});
