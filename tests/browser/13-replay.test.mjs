// A finished game moment by moment: scrubbing, sharing, saving, pictures, and the file opened again.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertClean, picture, stage } from './lib.mjs';

const on = stage();

/** Two agents play a game to its end. */
async function finished(page) {
  const id = await on.make(page, { agreed: { rounds: '10' }, seats: [{ who: 'agent', list: 'federation' }, { who: 'agent', list: 'klingon-40' }] });
  await page.goto(`/table/${id}`);
  await page.locator('.decision .outcome').waitFor({ timeout: 60_000 });
  return id;
}

const moment = (page) => page.locator('.replay-slider').inputValue().then(Number);
const atMoment = (page, n) => page.waitForFunction((wanted) => Number(document.querySelector('.replay-slider')?.value) === wanted, n);
/** Where the ships stand. */
const ships = (page) => page.locator('.replay-board .piece.ship').evaluateAll((all) => all.map((one) => one.getAttribute('transform')));

test('a finished game is looked at again', async () => {
  const page = await on.person();
  const id = await finished(page);
  await page.getByRole('link', { name: 'Watch the replay' }).click();
  await page.waitForURL(new RegExp(`/replay/${id}`));
  await page.locator('.replay-slider').waitFor();
  const last = Number(await page.locator('.replay-slider').getAttribute('max'));
  assert.ok(last > 10, `${last} moments`);

  // To the end by button: the result is told. Back by key, one moment each.
  await page.getByRole('button', { name: /^To the end$|^Last/i }).click();
  await atMoment(page, last);
  await page.locator('.replay-now strong').waitFor();
  await page.keyboard.press('ArrowLeft');
  await atMoment(page, last - 1);
  await page.keyboard.press('Home');
  await atMoment(page, 0);
  await page.locator('.replay-log .is-ahead').first().waitFor();
  const atStart = await ships(page);

  // Another place on the slider is another position.
  const slider = await page.locator('.replay-slider').boundingBox();
  await page.mouse.click(slider.x + slider.width * 0.6, slider.y + slider.height / 2);
  await page.waitForFunction(() => Number(document.querySelector('.replay-slider').value) > 3);
  const there = await moment(page);
  await page.waitForURL(new RegExp(`at=${there}$`));
  await page.waitForFunction((old) => {
    const now = [...document.querySelectorAll('.replay-board .piece.ship')].map((one) => one.getAttribute('transform'));
    return now.length > 0 && JSON.stringify(now) !== old;
  }, JSON.stringify(atStart));
  // The log shows the same moment: its line is marked and in sight, what comes later is pale.
  await page.waitForFunction(() => {
    const list = document.querySelector('.replay-log .log-lines');
    const line = list?.querySelector('.shown');
    const told = document.querySelector('.replay-now')?.textContent;
    if (!line || !told || !line.textContent.includes(told)) return false;
    const [inner, outer] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1 && line.nextElementSibling?.classList.contains('is-ahead');
  });
  await picture(page, 'replay');

  // A line of the log leads to its moment.
  const line = page.locator('.replay-log .log-text').first();
  await line.click();
  await page.waitForFunction((old) => Number(document.querySelector('.replay-slider').value) !== old, there);

  // Playing goes on by itself and can be stopped.
  await page.keyboard.press('Home');
  await atMoment(page, 0);
  await page.getByLabel('Speed').selectOption('8');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector('.replay-slider').value) >= 2);
  await page.getByRole('button', { name: 'Pause' }).click();

  // The link to this moment opens it in another browser.
  const now = await moment(page);
  await page.locator('.replay-tools > .button').first().click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, new RegExp(`/replay/${id}\\?at=${now}$`));
  const other = await on.person({ lang: 'de' });
  await other.goto(link);
  await atMoment(other, now);
  await other.getByText(`Moment ${now} von ${last}`).waitFor();

  // The file is saved and can be opened again; the picture is a picture.
  const saved = async (name) => {
    await page.locator('[popovertarget=replay-save]').click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#replay-save').getByText(name, { exact: true }).click()]);
    await page.locator('#replay-save:popover-open').waitFor({ state: 'detached', timeout: 500 }).catch(() => page.keyboard.press('Escape'));
    return download.path();
  };
  const png = readFileSync(await saved('Picture of this moment (PNG)'));
  assert.deepEqual([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  assert.ok(png.length > 5000);
  assert.match(readFileSync(await saved('Picture of this moment (SVG)'), 'utf8'), /^<svg|^<\?xml/);
  const file = await saved('Replay file');
  assert.ok(JSON.parse(readFileSync(file, 'utf8')), 'the file is JSON');

  await other.goto('/replay');
  await other.locator('input[type=file]').setInputFiles(file);
  await other.waitForURL(/\/replay\/(?!$)/);
  await other.locator('.replay-slider').waitFor();
  assert.notEqual(new URL(other.url()).pathname, `/replay/${id}`);
  assert.equal(Number(await other.locator('.replay-slider').getAttribute('max')), last);

  // From the lobby too.
  await page.goto('/');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a replay file' }).click()]);
  await chooser.setFiles(file);
  await page.waitForURL(/\/replay\/(?!$)/);
  await page.locator('.replay-slider').waitFor();
  assert.equal(Number(await page.locator('.replay-slider').getAttribute('max')), last);

  await other.goto('/replay');
  await other.locator('input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"no": "replay"}') });
  await other.locator('.failure').waitFor();
  assertClean(page, on.server);
  assertClean(other, on.server, (trouble) => /status of 4\d\d/.test(trouble));
});
