// A line that breaks comes back at a time of its own, and an answer that was under way is neither lost nor given twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerUntil, assertClean, choose, stage } from './lib.mjs';

const on = stage();

const seats = [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }];

/** Lets chance always say the same, and keeps every time that the page waits for. */
async function withFixedChance(page) {
  await page.addInitScript(() => {
    window.waits = [];
    Math.random = () => 0.4321;
    const real = window.setTimeout;
    window.setTimeout = (what, time, ...rest) => {
      window.waits.push(time);
      return real(what, time, ...rest);
    };
  });
}

const waitsFor = (page, time) => page.waitForFunction((wanted) => window.waits.some((one) => Math.abs(one - wanted) < 0.01), time);

test('everybody waits for a time of their own, within limits that grow', async () => {
  const page = await on.person();
  await page.goto('/');
  const waits = await page.evaluate(async () => {
    const { pause } = await window.clientModule('table/pause.js');
    const real = Math.random;
    const at = (chance, ...how) => {
      Math.random = () => chance;
      return pause(...how);
    };
    const all = [at(0, 0), at(0.5, 0), at(1, 0), at(1, 1), at(1, 3), at(1, 50), at(0, 0, 5000), at(1, 0, 5000)];
    Math.random = real;
    return all;
  });
  assert.deepEqual(waits, [0, 1000, 2000, 4000, 16000, 16000, 5000, 7000]);
});

test('a table whose server is gone is asked for again after such a time', async () => {
  const page = await on.person();
  await withFixedChance(page);
  await page.goto(`/table/${await on.make(page, { seats })}`);
  await page.locator('.saved[data-state=live]').waitFor();
  await page.evaluate(() => {
    window.waits = [];
  });
  await on.server.stop();
  await waitsFor(page, 0.4321 * 4000);
  // The socket itself is tried after such times, not only the requests that take its place later; it may take six seconds to open.
  const tries = (await page.evaluate(() => window.waits)).map(Math.round).filter((one) => [864, 1728, 6000].includes(one));
  assert.deepEqual(tries.slice(0, 3), [864, 6000, 1728]);
  await on.server.start();
  await page.locator('.saved[data-state=live]').waitFor();
  assertClean(page, on.server, (trouble) => /WebSocket|ERR_CONNECTION_REFUSED/.test(trouble));
});

test('a busy server is left alone for as long as it asks', async () => {
  const page = await on.person();
  await withFixedChance(page);
  const id = await on.make(page, { seats });
  await page.routeWebSocket(/\/socket/, (socket) => socket.close());
  let busy = true;
  await page.route((url) => url.pathname === `/api/tables/${id}`, (route) => (busy ? route.fulfill({ status: 429, headers: { 'retry-after': '2' }, body: '{}' }) : route.continue()));
  await page.goto(`/table/${id}`);
  await waitsFor(page, 2000 + 0.4321 * 2000);
  assert.equal(await page.locator('.decision h2').count(), 0, 'being too many is no reason to give up');
  busy = false;
  await page.locator('.saved[data-state=polling]').waitFor();
});

test('the lobby leaves a busy server alone as well', async () => {
  const page = await on.person();
  await page.clock.install();
  await page.goto('/');
  await page.locator('.offer').first().waitFor();
  let asked = 0;
  await page.route('**/api/lobby?*', (route) => {
    asked += 1;
    return route.fulfill({ status: 503, headers: { 'retry-after': '60' }, body: '{}' });
  });
  await page.clock.runFor(6_000);
  // Where no games are shown the page says what it was told.
  await page.locator('.lobby-games').getByRole('button', { name: 'Try again' }).waitFor();
  await page.clock.runFor(48_000);
  assert.equal(asked, 1);
  const again = page.waitForResponse(/api\/lobby/);
  await page.clock.runFor(18_000);
  await again;
});

/**
 * A table at which the line breaks around one answer, before the server hears it or before the page hears that it was taken.
 * @param {'before' | 'after'} when
 * @returns {Promise<object[]>} how the answer was given
 */
async function breakAround(when) {
  const page = await on.person();
  const given = [];
  let armed = false;
  await page.routeWebSocket(/\/socket/, (client) => {
    const server = client.connectToServer();
    let swallowed = null;
    client.onMessage((message) => {
      page.said.push(String(message));
      const said = JSON.parse(String(message));
      if (said.do === 'answer' && armed) given.push(said);
      if (said.do === 'answer' && armed && given.length === 1) {
        swallowed = said.ref;
        if (when === 'before') return client.close({ code: 4000 });
      }
      server.send(message);
    });
    server.onMessage((message) => {
      const heard = JSON.parse(String(message));
      if (swallowed === null) {
        page.heard.push(String(message));
        client.send(message);
      } else if (heard.type === 'done' && heard.ref === swallowed) client.close({ code: 4000 });
    });
  });
  await page.goto(`/table/${await on.make(page, { seats })}`);
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
  armed = true;
  await choose(page, page.locator('.dial').getByRole('radio', { name: 'Straight 2', exact: true }));
  await page.locator('.log').getByText(/reveals Straight 2$/).waitFor();
  assert.equal(await page.locator('.decision .refusal p').count(), 0, 'nobody is told anything');
  assertClean(page, on.server);
  return given;
}

test('an answer that did not arrive is given again', async () => {
  const [first, second, ...more] = await breakAround('before');
  assert.deepEqual({ ...second, ref: 0 }, { ...first, ref: 0 }, 'the same answer to the same question');
  assert.equal(more.length, 0);
});

test('an answer that arrived unheard is not given again', async () => {
  assert.equal((await breakAround('after')).length, 1);
});
