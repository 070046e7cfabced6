// A tone when somebody must decide again, for those who want it, and no sound at all for everybody else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked, assertClean, button, looks, playUntil, lastLook, stage, untilLook } from './lib.mjs';

const on = stage();

/** Counts what a page asks of the browser's sound. */
async function listen(page) {
  await page.addInitScript(() => {
    window.heard = { contexts: 0, made: 0, started: 0 };
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
      constructor(...all) {
        super(...all);
        window.heard.contexts += 1;
      }
    };
    const count = (type, name, key) => {
      const real = type.prototype[name];
      type.prototype[name] = function (...all) {
        window.heard[key] += 1;
        return real.apply(this, all);
      };
    };
    for (const name of ['createOscillator', 'createBufferSource']) count(BaseAudioContext, name, 'made');
    count(AudioScheduledSourceNode, 'start', 'started');
  });
  return page;
}

const heard = (page) => page.evaluate(() => window.heard);

/** How often a question came to somebody who had none. */
function calls(page) {
  const all = looks(page);
  return all.filter((look, n) => n > 0 && look.questions.length > 0 && all[n - 1].questions.length === 0).length;
}

test('with sound on every call to decide is one tone, with sound off there is none', async () => {
  const anna = await listen(await on.person({ name: 'Anna', sound: true }));
  const bert = await listen(await on.person({ name: 'Bert' }));
  const id = await on.make(anna, { seats: [{ who: 'me', name: 'Anna', list: 'federation' }, { who: 'open', list: 'klingon-40' }] });
  await anna.goto(`/table/${id}`);
  await anna.locator('.share').waitFor();
  assert.deepEqual(await heard(anna), { contexts: 0, made: 0, started: 0 }, 'nothing has happened yet');
  await bert.goto(`/table/${id}`);
  await button(bert, 'Take this seat').click();

  // Through the placing and the dials to the first answer of the second round.
  await playUntil([anna, bert], () => lastLook(anna).waiting.length === 2);
  for (const page of [anna, bert]) await asked(page);
  const first = calls(anna);
  assert.ok(first >= 1, 'Anna was called at least once');
  assert.deepEqual(await heard(anna), { contexts: 1, made: first, started: first });
  const { answers } = lastLook(anna);
  await playUntil([anna, bert], () => lastLook(anna).answers > answers + 2 && lastLook(anna).waiting.includes(0));
  await asked(anna);
  const second = calls(anna);
  assert.ok(second > first, 'and again later');
  assert.deepEqual(await heard(anna), { contexts: 1, made: second, started: second });

  assert.ok(calls(bert) >= 1, 'Bert was called too');
  assert.deepEqual(await heard(bert), { contexts: 0, made: 0, started: 0 });

  // A page that is opened in the middle of a question does not ring: nobody was away.
  anna.heard.length = 0;
  await anna.reload();
  await asked(anna);
  assert.deepEqual(await heard(anna), { contexts: 0, made: 0, started: 0 });
  for (const page of [anna, bert]) assertClean(page, on.server);
});

test('sound is off until somebody turns it on', async () => {
  const page = await on.person();
  await page.goto('/');
  await page.getByRole('button', { name: 'Settings' }).click();
  const box = page.getByRole('checkbox', { name: 'A short tone when you must decide' });
  assert.equal(await box.isChecked(), false);
  await box.check();
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  assert.equal(await box.isChecked(), true);
});
