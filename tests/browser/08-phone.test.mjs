// A phone held sideways: the board first, the decision as a sheet, rosters and log behind tabs, all by tapping.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerBy, answerUntil, asked, assertClean, button, heading, mainButton, picture, stage, untilLook } from './lib.mjs';

const on = stage();

/** Nothing is wider than the screen, and whatever a finger needs is on it. */
async function assertFits(page) {
  const { wide, out } = await page.evaluate(() => {
    /** What scrolls sideways by itself is meant to. @param {Element | null} one */
    const scrolls = (one) => one !== null && one !== document.body && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    // A page that is too wide makes a phone show more of it at once: the screen stays as wide as it is.
    return {
      wide: document.scrollingElement.scrollWidth - screen.width,
      out: [...document.querySelectorAll('button, a, select, input')].filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()])
        .filter(([one, box]) => box.width > 0 && (box.right > innerWidth + 1 || box.left < -1) && !one.closest('.skip') && !scrolls(one))
        .map(([one]) => one.outerHTML.slice(0, 120)),
    };
  });
  assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  assert.deepEqual(out, []);
}

test('a decision is made by tapping', async () => {
  const page = await on.person({ phone: true });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now against the computer' }).first().waitFor();
  await assertFits(page);
  await page.getByRole('button', { name: 'Play now against the computer' }).first().tap();
  await page.waitForURL(/\/table\//);
  await asked(page);
  await assertFits(page);

  // The ship is placed by the suggestion, with a finger.
  await answerBy(page, () => mainButton(page).tap({ timeout: 2000 }));
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 2);
  await assertFits(page);

  // The sheet lies at the edge, leaves room for the board, and can be folded away.
  const sheet = await page.locator('.decision').boundingBox();
  const board = await page.locator('.surface').boundingBox();
  assert.ok(board.width >= 380 && board.height >= 200, `the board has room: ${JSON.stringify(board)}`);
  assert.ok(sheet.y + sheet.height <= 391, 'the sheet ends on the screen');
  await page.locator('.fold-sheet').tap();
  await page.locator('.decision.folded').waitFor();
  const folded = await page.locator('.decision').boundingBox();
  assert.ok(folded.height < sheet.height, 'folding makes it smaller');
  await page.locator('.fold-sheet').tap();

  // A tap shows what an option leads to; the main button is in reach and a second step.
  const before = await heading(page).innerText();
  const cell = page.locator('.dial').getByRole('radio', { name: 'Straight 2', exact: true });
  await cell.scrollIntoViewIfNeeded();
  await cell.tap();
  await page.locator('.board .ghost').first().waitFor();
  const main = await mainButton(page).boundingBox();
  assert.ok(main.y + main.height <= 391, `the main button is on the screen: ${JSON.stringify(main)}`);
  await picture(page, 'phone');

  // Rosters and log are behind tabs.
  const tabs = page.locator('.tabs');
  await tabs.getByText('Forces').tap();
  await page.locator('.rosters').waitFor();
  assert.ok(await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('.rosters') !== null), 'the forces cover the board');
  await assertFits(page);
  await tabs.getByText('Log').tap();
  await page.locator('.log .log-line').first().waitFor();
  await assertFits(page);
  await tabs.getByText('Board').tap();
  await page.locator('.surface').waitFor();

  await answerBy(page, () => mainButton(page).tap({ timeout: 2000 }));
  await page.waitForFunction((old) => {
    const now = document.querySelector('.decision h2')?.textContent;
    return now && now !== old;
  }, before);
  assertClean(page, on.server);
});

test('the other pages fit a phone too', async () => {
  for (const screen of [{ width: 844, height: 390 }, { width: 390, height: 844 }]) {
    const page = await on.person({ phone: true, screen });
    for (const [path, there] of [['/rules', '.rules-hit'], ['/rules?q=cloak', '.rules-hit'], ['/rules/attackwing.attack', '#main'], ['/lists', '.tile'], ['/lists/attackwing', '.shelf-card'], ['/account', 'form'], ['/replay', '.button']]) {
      await page.goto(path);
      await page.locator(there).first().waitFor();
      await assertFits(page);
    }
    await page.context().close();
  }
});

test('a list is built on a phone with its sum in sight', async () => {
  const page = await on.person({ phone: true, screen: { width: 390, height: 844 } });
  await page.goto('/lists/attackwing');
  await page.locator('.shelf-card').first().tap();
  const foot = page.locator('.lists-foot');
  await foot.getByText(/^\d+/).first().waitFor();
  await button(foot, 'Play').waitFor();
  const seen = await foot.boundingBox();
  assert.ok(seen.y >= 0 && seen.y + seen.height <= 845, `the sum is on the screen: ${JSON.stringify(seen)}`);
  await button(foot, 'Points and legality').tap();
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector('.lists-verdict').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight + 1;
  });
  assertClean(page, on.server);
});

test('every screen has room for German', async () => {
  for (const screen of [{ width: 390, height: 844 }, { width: 844, height: 390 }, { width: 1366, height: 768 }, { width: 3840, height: 2160 }]) {
    const page = await on.person({ lang: 'de', phone: screen.width < 900, screen });
    const size = `${screen.width} × ${screen.height}`;
    await page.goto('/');
    await page.getByRole('button', { name: 'Sofort gegen den Computer spielen' }).first().waitFor();
    await assertFits(page);
    const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
    await page.goto(`/table/${id}`);
    await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
    await page.locator('.dial').getByRole('radio', { name: 'Scharfe Kurve links 3', exact: true }).click();
    await assertFits(page);
    assert.deepEqual(await overlapping(page, '.bar > *, .bar-end > *'), [], `the bar at ${size}`);

    // A line of the main button never begins with the number.
    const lines = await mainButton(page).evaluate((main) => {
      const range = document.createRange();
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      const found = [];
      while (walker.nextNode()) {
        const { data } = walker.currentNode;
        for (let n = 0; n < data.length; n += 1) {
          range.setStart(walker.currentNode, n);
          range.setEnd(walker.currentNode, n + 1);
          const { top, height } = range.getBoundingClientRect();
          if (height > 0) found.push([Math.round(top / height), data[n]]);
        }
      }
      return Object.values(Object.groupBy(found, ([top]) => top)).map((line) => line.map(([, letter]) => letter).join('').trim());
    });
    assert.match(lines.join(' '), /Bestätigen: ?Scharfe Kurve links\s3/, `the main button at ${size}`);
    assert.ok(lines.every((line) => !/^\d/.test(line)), `at ${size} the main button reads ${JSON.stringify(lines)}`);
    await page.locator('.detail').getByText(/Notenergie/).scrollIntoViewIfNeeded();

    // Hull and shields stand side by side.
    if (await page.locator('.tabs').isVisible()) await page.locator('.tabs').getByText('Kräfte').tap();
    const tops = await page.locator('.unit').first().locator('.pips').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    assert.equal(tops.length, 2);
    assert.equal(tops[0], tops[1], `hull and shields in one line at ${size}`);
    await assertFits(page);
    assertClean(page, on.server);
    await page.context().close();
  }
});

test('what is pointed at does not slip away', async () => {
  for (const screen of [{ width: 390, height: 844 }, { width: 844, height: 390 }, { width: 1366, height: 768 }]) {
    const page = await on.person({ lang: 'de', screen });
    const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
    await page.goto(`/table/${id}`);
    await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
    await untilLook(page, (look) => look.waiting.length === 1);
    await still(page);
    await page.locator('.dial').getByRole('radio', { name: 'Geradeaus 1', exact: true }).click();
    await answerBy(page, () => page.keyboard.press('Enter'));
    await page.locator('.decision h2', { hasText: 'Wähle eine Aktion' }).waitFor();
    await untilLook(page, (look) => /^Wähle eine Aktion/.test(look.questions[0]?.text));
    await still(page);
    await page.context().close();
  }

  /** Points at every option that is in sight; none of them moves. */
  async function still(page) {
    const options = page.locator('.decision [role=radio]');
    const tops = () => options.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    await page.mouse.move(1, 1);
    const before = await tops();
    const details = new Set();
    for (const option of await options.all()) {
      const box = await option.boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      details.add(await page.locator('.decision .detail').innerText());
      assert.deepEqual(await tops(), before, `something moved at ${JSON.stringify(page.viewportSize())}`);
    }
    assert.ok(details.size > 2, `each says something of its own: ${[...details]}`);
  }
});

/** Which of these lie over each other, though none is inside the other. */
function overlapping(page, selector) {
  return page.locator(selector).evaluateAll((all) => {
    const shown = all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0 && !one.matches('[popover]'));
    const hits = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return shown.flatMap((one, n) => shown.slice(n + 1)
      .filter((other) => !one.contains(other) && !other.contains(one) && hits(one.getBoundingClientRect(), other.getBoundingClientRect()))
      .map((other) => `${one.className} and ${other.className}`));
  });
}
