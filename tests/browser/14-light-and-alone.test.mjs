// The client is small, asks nobody else, breaks no policy, and keeps drawing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerUntil, asked, assertClean, stage } from './lib.mjs';

const on = stage();
const MOST = 300_000;

/** Bytes that went over the line, headers and sockets included. */
async function weighed(page) {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sum = { bytes: 0, requests: 0 };
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sum.bytes += encodedDataLength;
    sum.requests += 1;
  });
  line.on('Network.webSocketFrameReceived', ({ response }) => { sum.bytes += response.payloadData.length; });
  return sum;
}

test('the first page weighs less than 300 KB, and so does a table', async () => {
  const page = await on.person();
  const lobby = await weighed(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now against the computer' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  assert.ok(lobby.requests > 5 && lobby.bytes < MOST, `lobby: ${lobby.bytes} bytes in ${lobby.requests} requests`);

  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  const table = await on.watch(await page.context().newPage());
  const sum = await weighed(table);
  await table.goto(`/table/${id}`);
  await asked(table);
  assert.ok(sum.requests > 20 && sum.bytes < MOST, `table: ${sum.bytes} bytes in ${sum.requests} requests`);
  console.log(`# lobby ${Math.round(lobby.bytes / 1000)} KB, table ${Math.round(sum.bytes / 1000)} KB`);
  for (const one of [page, table]) assertClean(one, on.server);
});

test('no page asks anybody else, logs an error or breaks the policy', async () => {
  const page = await on.person();
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  for (const [path, there] of [['/', '.offer'], [`/table/${id}`, '.decision.asks .button.main'], ['/rules', '.rules-hit'], ['/rules/attackwing.attack', '#main h1, .failure'],
    ['/lists', '.tile'], ['/lists/attackwing', '.shelf-card'], ['/account', 'form'], ['/replay', '.file-button'], ['/nowhere', '.notice']]) {
    const answer = await page.goto(path);
    await page.locator(there).first().waitFor();
    if (path === '/') assert.match(answer.headers()['content-security-policy'], /default-src 'self'/);
  }
  assert.ok(page.requests.length > 50);
  assertClean(page, on.server, (trouble) => /status of 404/.test(trouble));
});

test('the table keeps drawing, with movement and without', async () => {
  for (const motion of ['normal', 'off']) {
    const page = await on.person({ motion });
    const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
    await page.goto(`/table/${id}`);
    for (const place of ['placing', 'dial']) {
      if (place === 'dial') await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
      await asked(page);
      const frames = await page.evaluate(() => new Promise((done) => {
        let n = 0;
        const end = performance.now() + 1000;
        const frame = () => {
          n += 1;
          if (performance.now() > end) done(n);
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }));
      assert.ok(frames >= 6, `${frames} frames in a second with movement "${motion}" while ${place}`);
    }
    await page.context().close();
  }
});
