// A game whose record was spoiled on disk: the server says so, and the players can look at it, play on elsewhere or end it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { answerUntil, assertClean, button, stage, untilLook } from './lib.mjs';

const on = stage();

const seats = [{ who: 'me', name: 'Mara', list: 'federation' }, { who: 'agent', list: 'klingon-40' }];
const notice = (page) => page.locator('.broken-card');

/** Lets the last recorded answer of a table belong to a question that was never asked; says how many came before it. */
function spoil(id) {
  const script = `
import json, sqlite3, sys
data = sqlite3.connect(sys.argv[1])
rows = data.execute("SELECT seq, body FROM records WHERE game = ? ORDER BY seq DESC", (sys.argv[2],)).fetchall()
answers = [(seq, body) for seq, body in ((seq, json.loads(body)) for seq, body in rows) if "answer" in body]
seq, body = answers[0]
body["answer"]["entry"]["question"] ^= 1
data.execute("UPDATE records SET body = ? WHERE game = ? AND seq = ?", (json.dumps(body), sys.argv[2], seq))
data.commit()
print(len(answers) - 1)`;
  const done = spawnSync('python3', ['-c', script, join(on.server.folder, 'games'), id], { encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  return Number(done.stdout);
}

/** A game that has begun and was then spoiled while the server was down. */
async function spoiled(page) {
  const id = await on.make(page, { seats, listed: true });
  await page.goto(`/table/${id}`);
  await answerUntil(page, async () => page.locator('.dial').isVisible(), 3);
  await on.server.stop();
  const before = spoil(id);
  await on.server.start();
  page.heard.length = 0;
  return { id, before };
}

test('a spoiled game is told in both languages and played on at a new table', async () => {
  const page = await on.person({ name: 'Mara' });
  const { id, before } = await spoiled(page);
  await page.goto(`/table/${id}`);
  const look = await untilLook(page, (one) => one.stage === 'broken');
  assert.equal(look.broken.answers, before);
  await notice(page).getByText(look.broken.text).waitFor();
  assert.deepEqual(look.questions, []);

  const german = await on.person({ lang: 'de' });
  await german.goto(`/table/${id}`);
  const read = await untilLook(german, (one) => one.stage === 'broken');
  await notice(german).getByText(read.broken.text).waitFor();
  assert.notEqual(read.broken.text, look.broken.text);
  assert.equal(await notice(german).getByRole('button').count(), 0, 'a spectator only looks');

  await page.goto('/');
  await page.locator(`.game-row[data-game="${id}"]`).getByText('cannot be played').waitFor();
  await page.goto(`/replay/${id}`);
  await page.locator('.replay-slider').waitFor();

  await page.goto(`/table/${id}`);
  await button(notice(page), 'Play on from there at a new table').click();
  await page.waitForURL((url) => url.pathname.startsWith('/table/') && !url.pathname.endsWith(id));
  page.heard.length = 0;
  await page.reload();
  await untilLook(page, (one) => one.stage === 'playing' && one.questions.length > 0);
  await page.goto(`/table/${id}`);
  await notice(page).getByRole('link', { name: 'To the new table' }).waitFor();
  assertClean(page, on.server, (trouble) => /WebSocket|ERR_CONNECTION_REFUSED/.test(trouble));
});

test('a spoiled game can be ended and its file kept', async () => {
  const page = await on.person({ name: 'Mara' });
  const { id } = await spoiled(page);
  await page.goto(`/table/${id}`);
  await button(notice(page), 'End it').click();
  await button(notice(page), 'Yes, end it').click();
  await page.locator('.decision .outcome').waitFor();
  assert.equal((await page.context().request.get(`/api/tables/${id}/replay`)).status(), 200);
});
