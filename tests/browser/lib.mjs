// What the browser tests share: a server and a browser of their own for each file, and hands that click, drag and type.
// A test waits for states that the page shows; it never waits for a while and hopes.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { updated } from '../../web/app/table/scene.js';
import { shrink } from './png.mjs';

export const PROJECT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** How long a state may take to appear; generous, because it costs nothing when the page is quick. */
export const SOON = 20_000;
/** So many options can be asked about at a time. */
const MOST_HINTS = 32;
const LARGE = { width: 1600, height: 1000 };
const PHONE = { width: 844, height: 390 };

// ---- the server --------------------------------------------------------------------------------------------------------

/** The program that was named, or else the one that was built last. */
export function program() {
  const built = ['target/release/sandtable', 'target/debug/sandtable'].map((place) => join(PROJECT, place)).filter((place) => existsSync(place));
  const found = process.env.SANDTABLE_BIN ?? built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
  if (!found) throw new Error('no program to test: set SANDTABLE_BIN, or build it with `cargo build --release`');
  return found;
}

/** One server with a data file of its own. `restart` ends it as a system would and starts it again at the same address. */
export class Server {
  /** Words of the command line besides the usual ones. @type {string[]} */
  flags = [];
  /** Variables of the environment besides the usual ones. @type {Record<string, string>} */
  env = {};

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'sandtable-browser-'));
    this.address = '';
  }

  async start() {
    const port = this.port ?? (this.port = await freePort());
    const said = [];
    const child = spawn(program(), ['serve', '--bind', `127.0.0.1:${port}`, '--data', join(this.folder, 'games'), '--rate', '0', ...this.flags], {
      stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, LANG: 'C.UTF-8', ...this.env },
    });
    this.child = child;
    this.ended = new Promise((done) => child.once('exit', done));
    child.stderr.on('data', (data) => said.push(data));
    await new Promise((done, fail) => {
      child.stdout.on('data', (data) => {
        said.push(data);
        const address = /https?:\/\/[^\s/]+/.exec(said.join(''));
        if (address) {
          this.address = address[0];
          done();
        }
      });
      child.once('error', fail);
      child.once('exit', (code) => fail(new Error(`the server ended with ${code}:\n${said.join('')}`)));
    });
    return this;
  }

  async stop() {
    this.child?.kill('SIGTERM');
    await this.ended;
  }

  async restart() {
    await this.stop();
    await this.start();
  }

  async close() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail).listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

// ---- the browser -------------------------------------------------------------------------------------------------------

/** A server and a browser for the tests of one file, both gone when they are done. */
export function stage() {
  const stage = new Stage();
  before(() => stage.open());
  after(() => stage.close());
  return stage;
}

class Stage {
  server = new Server();
  /** @type {import('playwright-core').BrowserContext[]} */
  contexts = [];

  async open() {
    const found = spawnSync('sh', ['-c', 'command -v chromium || command -v chromium-browser || command -v google-chrome'], { encoding: 'utf8' });
    const executablePath = found.stdout.trim();
    if (!executablePath) throw new Error('chromium is missing (Debian: apt install chromium)');
    const launch = () => chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    // Chromium sometimes falls over while it starts on a busy machine; that is nothing to do with us.
    [this.browser] = await Promise.all([launch().catch(launch), this.server.start()]);
  }

  async close() {
    await Promise.all([this.browser?.close(), this.server.close()]);
  }

  /**
   * Somebody with a browser of their own: own cookies, own language, own screen. Everything that goes wrong in it is kept in
   * `page.trouble`, every message of the server in `page.heard`.
   * @param {{lang?: 'en' | 'de', phone?: boolean, screen?: {width: number, height: number}, motion?: 'normal' | 'fast' | 'off', theme?: string, name?: string,
   *   sound?: boolean, still?: boolean}} [who] `still` for a system that asks for less movement
   */
  async person({ lang = 'en', phone = false, screen, motion = 'off', theme = 'dark', name = '', sound = false, still = false } = {}) {
    const context = await this.browser.newContext({
      baseURL: this.server.address,
      locale: lang === 'de' ? 'de-DE' : 'en-GB',
      viewport: screen ?? (phone ? PHONE : LARGE),
      deviceScaleFactor: phone ? 2 : 1,
      hasTouch: phone,
      isMobile: phone,
      colorScheme: 'dark',
      reducedMotion: still ? 'reduce' : 'no-preference',
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: this.server.address });
    context.setDefaultTimeout(SOON);
    await context.addInitScript((settings) => {
      if (!localStorage.getItem('sandtable.settings')) localStorage.setItem('sandtable.settings', JSON.stringify(settings));
      // A module of the client that the page runs, for a test that looks inside: the same one, not another copy.
      window.clientModule = (name) => import(new URL(name, document.querySelector('script[type=module]').src).href);
      document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
    }, { motion, theme, name, sound });
    this.contexts.push(context);
    return this.watch(await context.newPage());
  }

  /** @param {import('playwright-core').Page} page */
  watch(page) {
    page.trouble = [];
    page.requests = [];
    page.heard = [];
    page.said = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') page.trouble.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => page.trouble.push(`thrown: ${error.stack ?? error}`));
    page.on('request', (request) => page.requests.push(request.url()));
    page.on('websocket', (socket) => {
      page.requests.push(socket.url());
      socket.on('framesent', ({ payload }) => page.said.push(String(payload)));
      socket.on('framereceived', ({ payload }) => page.heard.push(String(payload)));
    });
    return page;
  }

  /** A game made by a browser without its pages, for tests that are about something else. */
  async make(page, { seats, agreed = {}, game = 'attackwing', listed = false }) {
    const answer = await page.context().request.post('/api/tables', {
      headers: { origin: this.server.address },
      data: {
        game, agreed, listed,
        seats: seats.map((seat) => ({ who: seat.who, name: seat.name ?? '', agent: seat.who === 'agent' ? seat.agent ?? 'greedy' : null, list: { ready: seat.list } })),
      },
    });
    assert.equal(answer.status(), 200, await answer.text());
    return (await answer.json()).id;
  }
}

/** Nothing was logged as an error, nothing was thrown, nothing broke the content policy, nobody else was asked. */
export function assertClean(page, server, except = () => false) {
  assert.deepEqual(page.trouble.filter((one) => !except(one)), [], 'the page reported errors');
  const allowed = new RegExp(`^(?:(?:http|ws)://${new URL(server.address).host}/|data:|blob:)`);
  assert.deepEqual(page.requests.filter((url) => !allowed.test(url)), [], 'a request left the machine');
}

// ---- what the server told a browser ------------------------------------------------------------------------------------

/** What has been read of each page's frames, so that none is read twice. */
const readings = new WeakMap();

/** Every look that a browser has received, oldest first, each with the whole scene. */
export function looks(page) {
  let read = readings.get(page);
  // A test that starts listening anew empties `heard`.
  if (!read || page.heard[read.frames - 1] !== read.last) readings.set(page, (read = { frames: 0, last: undefined, looks: [] }));
  for (const frame of page.heard.slice(read.frames)) {
    const message = JSON.parse(frame);
    if (message.type !== 'look') continue;
    let scene = read.looks.at(-1)?.scene ?? null;
    for (const step of message.steps) scene = updated(step.scene, scene);
    read.looks.push({ ...message, scene: message.scene ? updated(message.scene, scene) : null });
  }
  read.frames = page.heard.length;
  read.last = page.heard.at(-1);
  return [...read.looks];
}

export const lastLook = (page) => looks(page).at(-1);

/** Waits until the latest look fulfils something. */
export async function untilLook(page, holds, what = 'a look from the server') {
  const end = Date.now() + SOON;
  for (;;) {
    const look = lastLook(page);
    if (look && holds(look)) return look;
    if (Date.now() > end) throw new Error(`${what} did not come; the last one waits for ${JSON.stringify(look?.waiting)} and asks ${JSON.stringify(look?.questions?.map((one) => one.text))}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

// ---- hands -------------------------------------------------------------------------------------------------------------

export const decision = (page) => page.locator('.decision');
export const heading = (page) => page.locator('.decision h2');
export const mainButton = (page) => page.locator('.decision-foot .button.main');

/** Waits until the panel asks this browser something and returns the question's sentence. */
export async function asked(page) {
  await page.locator('.decision.asks .decision-foot .button.main').waitFor();
  return heading(page).innerText();
}

/** What of the panel is there: something to decide, the result, or neither. */
export async function state(page) {
  return page.locator('.decision').evaluate((panel) => {
    if (panel.querySelector('.outcome')) return 'over';
    return panel.classList.contains('asks') && panel.querySelector('.decision-foot .button.main') ? 'asked' : 'waiting';
  });
}

/** Clicks the main button and waits for the answer to be taken. */
export const confirm = (page) => answerBy(page, () => mainButton(page).click({ timeout: 2000 }));

/**
 * Does something until it has sent an answer, and waits until the question is gone. It may take a second time: the page takes
 * whatever comes right after a question has appeared for a mistake.
 * @param {() => Promise<void>} press
 */
export async function answerBy(page, press) {
  const question = await page.locator('.decision .choices').elementHandle();
  const from = page.said.length;
  const answered = () => page.said.slice(from).some((one) => JSON.parse(one).do === 'answer');
  const end = Date.now() + SOON;
  while (!answered()) {
    if (Date.now() > end) throw new Error(`nothing was answered: ${await heading(page).innerText()}`);
    await press().catch(() => {});
    // Once the page has replied to anything, what the press sent is known.
    await page.evaluate(() => undefined);
    if (!answered()) await new Promise((done) => setTimeout(done, 20));
  }
  await page.waitForFunction((old) => !old.isConnected || !!document.querySelector('.decision .refusal p, .curtain:not([hidden])'), question);
}

/** Clicks an option and confirms it. @param {import('playwright-core').Locator} option */
export async function choose(page, option) {
  await option.click();
  await page.waitForFunction(() => !document.querySelector('.decision-foot .button.main')?.disabled);
  await confirm(page);
}

/** Answers whatever is asked in the simplest way until something else holds. */
export async function answerUntil(page, holds, most = 60) {
  for (let n = 0; n < most; n += 1) {
    await page.waitForFunction(() => document.querySelector('.decision .outcome, .decision.asks .decision-foot .button.main, .curtain:not([hidden])'));
    if (await holds()) return n;
    await simply(page);
  }
  throw new Error(`${most} answers were not enough`);
}

/** Answers the open question: the suggested place, else the first option that does something. */
export async function simply(page) {
  const curtain = page.locator('.curtain:not([hidden]) .button.main');
  if (await curtain.isVisible()) {
    await curtain.click();
    return;
  }
  await asked(page);
  if (await page.locator('.decision .placing-form').isVisible()) await confirm(page);
  else if (await page.locator('.decision .ordering, .decision .whole').first().isVisible()) await confirm(page);
  else if (await page.locator('.decision .lineup').isVisible()) await choose(page, page.locator('.decision .option:not(.refused)').first());
  else if (await page.locator('.decision [role=radiogroup]').isVisible()) await choose(page, page.locator('.decision [role=radio]:not(.refused)').first());
  else {
    const least = Number(/\d+/.exec(await page.locator('.decision .choices > p').first().innerText())?.[0] ?? 0);
    for (let n = 0; n < least; n += 1) await page.locator('.decision [role=checkbox]:not(.refused)').nth(n).click();
    await confirm(page);
  }
}

/** Answers the open question as somebody who wants to fight: dials lead to where the enemy is near and in sight. */
export async function fight(page) {
  const text = await asked(page);
  const look = await untilLook(page, (one) => one.questions[0]?.text === text);
  const [question] = look.questions;
  if (!question.options.some((option) => option.about.cell)) return simply(page);
  const values = (await hintsOf(page, question)).map((hint) => worth(look, hint));
  const best = question.options[values.indexOf(Math.max(...values))];
  await choose(page, page.locator('.dial').getByRole('radio', { name: best.text, exact: true }));
}

/** What the first options of an open question lead to, asked of the server as its page may ask. */
export async function hintsOf(page, question = lastLook(page).questions[0]) {
  const { seat, track, id } = question;
  const { address, id: table } = { address: new URL(page.url()).origin, id: lastLook(page).id };
  const all = question.options.map((_, n) => n);
  const hints = [];
  for (let from = 0; from < all.length; from += MOST_HINTS) {
    const data = { seat, track, question: id, options: all.slice(from, from + MOST_HINTS) };
    const answer = await page.context().request.post(`/api/tables/${table}/hints?lang=${await page.evaluate(() => document.documentElement.lang)}`, { headers: { origin: address }, data });
    assert.equal(answer.status(), 200, await answer.text());
    hints.push(...(await answer.json()).options);
  }
  return hints;
}

/** How good it is to stand where a hint says: near the enemy and looking at it, and never over the edge. */
export function worth(look, hint) {
  const ghost = hint.marks.find((mark) => mark.kind === 'ghost');
  const enemy = look.scene.pieces.find((piece) => piece.kind === 'ship' && piece.side !== look.viewer);
  if (!ghost || !enemy) return -1e6;
  const { x, y } = ghost.at;
  const { width, height } = look.scene.board;
  const edge = Math.min(x, y, width - x, height - y);
  const [dx, dy] = [enemy.at.x - x, enemy.at.y - y];
  const off = Math.abs(((Math.atan2(dx, dy) * 180 / Math.PI - ghost.facing + 540) % 360) - 180);
  return (edge < 60 ? (edge - 60) * 50 : 0) - Math.abs(Math.hypot(dx, dy) - 150) - off * 2;
}

/** Lets several people answer, each in their own browser and whoever is asked, until something holds. */
export async function playUntil(pages, holds, most = 20, answer = simply) {
  const [first] = pages;
  for (const page of pages) await untilLook(page, (look) => look.yours.length > 0 && look.stage !== 'open');
  for (let n = 0; n <= most; n += 1) {
    // One may have been told of the last answer before the other; nobody is asked anything until all have.
    const before = (await untilLook(first, (look) => (look.waiting.length > 0 || look.result) && pages.every((page) => lastLook(page).answers === look.answers))).answers;
    if (await holds()) return;
    const seat = lastLook(first).waiting[0];
    const whose = pages.find((page) => lastLook(page)?.yours.includes(seat));
    if (!whose) throw new Error(`nobody here has seat ${seat}`);
    await untilLook(whose, (look) => look.answers === before && look.questions.length > 0);
    await answer(whose);
    for (const page of pages) await untilLook(page, (look) => look.answers > before);
  }
  throw new Error(`${most} answers were not enough`);
}

/** Where a point of the board in millimetres is on the screen. */
export async function onScreen(page, place) {
  return page.locator('.board-svg .world').first().evaluate((world, { x, y }) => {
    const p = new DOMPoint(x, y).matrixTransform(world.getScreenCTM());
    return { x: p.x, y: p.y };
  }, place);
}

/** Drags the piece that is being placed to a point of the board in millimetres. */
export async function dragTo(page, place) {
  const body = page.locator('.placing-root .placing');
  await body.waitFor();
  const from = await body.evaluate((node) => {
    const box = node.querySelector('.halo').getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  const to = await onScreen(page, place);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

/** The control with this name is found by its role, as assistive technology finds it. */
export const button = (where, name) => where.getByRole('button', { name, exact: typeof name === 'string' });

// ---- pictures ----------------------------------------------------------------------------------------------------------

/** Keeps a picture of the page for the documentation, if pictures are wanted. */
export async function picture(page, name) {
  if (process.env.SCREENSHOTS !== '1') return;
  const folder = join(PROJECT, 'docs/img');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), shrink(await page.screenshot({ animations: 'disabled', caret: 'hide' })));
}
