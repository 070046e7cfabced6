// Who comes again loads nothing again, and who was here before an upgrade is brought up to date once.

import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertClean, PROJECT, stage } from './lib.mjs';

const on = stage();

/** Opens a path in a new tab and returns what came over the network: addresses, bytes and how the server answered. */
async function visit(context, path, ready) {
  const page = on.watch(await context.newPage());
  const wire = await context.newCDPSession(page);
  const seen = new Map();
  const note = (id, what) => seen.set(id, { bytes: 0, ...seen.get(id), ...what });
  wire.on('Network.requestWillBeSent', ({ requestId, request }) => note(requestId, { path: new URL(request.url).pathname }));
  wire.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => note(requestId, { status: statusCode }));
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => note(requestId, { bytes: encodedDataLength }));
  await wire.send('Network.enable');
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  assertClean(page, on.server);
  await page.close();
  return [...seen.values()].filter((one) => one.bytes > 0);
}

const files = (loaded) => loaded.filter((one) => one.path.startsWith('/v/'));
const statusOf = (loaded, path) => loaded.find((one) => one.path === path)?.status;

test('the second visit loads no file of the client again', async () => {
  const page = await on.person();
  const id = await on.make(page, { seats: [{ who: 'me', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  for (const [path, ready] of [['/', '.offer'], [`/table/${id}`, '.board .piece.ship'], ['/lists/xwing', '.tile']]) {
    const context = await on.browser.newContext({ baseURL: on.server.address, storageState: await page.context().storageState() });
    const first = await visit(context, path, ready);
    assert.ok(files(first).length > 10, `${path}: the client came over the network: ${files(first).length}`);
    const second = await visit(context, path, ready);
    assert.deepEqual(files(second), [], `${path}: a file came again`);
    assert.equal(statusOf(second, path), 304, 'the page itself is only asked about');
    if (path === '/') assert.equal(statusOf(second, '/api/games'), 304);
    if (path.startsWith('/lists')) assert.equal(statusOf(second, '/api/lists/xwing'), 304);
    await context.close();
  }
});

/** Counts how often a page is loaded. */
function loads(page) {
  const count = { loads: 0 };
  page.on('load', () => {
    count.loads += 1;
  });
  return count;
}

test('whoever stayed through an upgrade is brought to the new client once', async () => {
  const page = await on.person();
  await page.goto('/');
  await page.locator('.offer').first().waitFor();
  const before = loads(page);
  // The same client from a folder stands elsewhere, as another version would.
  on.server.env = { SANDTABLE_WEB: join(PROJECT, 'web') };
  await on.server.restart();
  await page.getByRole('link', { name: 'Rules' }).first().click();
  await page.locator('.rules-page').waitFor();
  assert.equal(new URL(page.url()).pathname, '/rules');
  assert.equal(before.loads, 1);
  assert.equal(await page.locator('script[type=module]').getAttribute('src'), '/v/dev/app/main.js');
  // From here on nothing is missing.
  await page.getByRole('link', { name: 'Lists' }).first().click();
  await page.getByRole('heading').first().waitFor();
  assert.equal(before.loads, 1);
  assertClean(page, on.server, (trouble) => /404|ERR_CONNECTION_REFUSED|Failed to fetch/.test(trouble));
  on.server.env = {};
  await on.server.restart();
});

test('a part that stays missing is told and not tried for ever', async () => {
  const folder = join(on.server.folder, 'web');
  cpSync(join(PROJECT, 'web'), folder, { recursive: true });
  rmSync(join(folder, 'app/rules.js'));
  on.server.env = { SANDTABLE_WEB: folder };
  await on.server.restart();
  const page = await on.person();
  const count = loads(page);
  // No newer client: the page is not loaded anew at all.
  await page.goto('/rules');
  await page.getByText('This page could not be loaded.').waitFor();
  assert.equal(count.loads, 1);
  // Two servers that disagree about the client: once, and then it is told.
  await page.route((url) => url.pathname === '/', (route) => route.fulfill({ contentType: 'text/html', body: '<script src="/v/other/app/main.js"></script>' }));
  await page.goto('/rules');
  await page.getByText('This page could not be loaded.').waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(count.loads, 3);
  await page.context().close();
  on.server.env = {};
  await on.server.restart();
});
