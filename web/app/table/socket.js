// @ts-check
// One table's line to the server: a WebSocket that comes back by itself, or long polling where sockets are blocked.

import { ApiError, get, post } from '../api.js';
import { lang, onLang, t } from '../words.js';
import { pause } from './pause.js';
import { updated } from './scene.js';

/** @typedef {import('../../types/protocol.js').Look} Sent */
/** @typedef {import('../../types/protocol.js').Scene} Scene */
/** Something that happened, and how many of the look's lines tell of it and of what was before. @typedef {{scene: Scene, lines: number}} Step */
/** A look with whole scenes. @typedef {Omit<Sent, 'scene' | 'steps'> & {scene: Scene | null, steps: Step[]}} Look */
/** @typedef {import('../../types/protocol.js').Hear} Hear */
/** @typedef {import('../../types/protocol.js').Say} Say */
/** @typedef {import('../../types/protocol.js').Refusal} Refusal */

/** What can be said, without its number. @typedef {Say extends infer One ? One extends Say ? Omit<One, 'ref'> : never : never} What */
/** `lost` means that nothing can be said at the moment. @typedef {'connecting' | 'live' | 'polling' | 'lost'} LineState */
/** Something that was said and not yet replied to, and how many answers the table had by then. @typedef {{what: What, answers: number, done: (told?: any) => void, fail: (error: ApiError) => void}} Saying */
/** An answer to a question. @typedef {Extract<What, {do: 'answer'}>} Answer */

const PING = 20_000;
const SILENCE = 45_000;
const OPEN_WITHIN = 6_000;
const ANSWER_WITHIN = 15_000;
const POLL_SECONDS = 25;
/** So many sockets in a row that never opened, and we poll. */
const GIVE_UP = 2;
const SOCKET_AGAIN = 60_000;
/** The status of a server that is asked too often. */
const TOO_MANY = 429;

export class Line {
  /**
   * @param {string} id of the table
   * @param {{look: (look: Look) => void, state: (state: LineState) => void, fail: (error: ApiError) => void}} hear
   */
  constructor(id, hear) {
    this.path = `/api/tables/${encodeURIComponent(id)}`;
    this.hear = hear;
    /** @type {LineState} */
    this.state = 'connecting';
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.never = 0;
    this.tries = 0;
    this.reference = 0;
    this.version = -1;
    this.heard = 0;
    /** What this line was shown last. @type {Scene | null} */
    this.scene = null;
    /** How many answers the table had when it was last seen. */
    this.answers = 0;
    /** @type {Map<number, Saying & {timer: number}>} */
    this.open = new Map();
    /** Answers that were under way when the line broke: perhaps the server has them, perhaps not. @type {Saying[]} */
    this.unsure = [];
    /** @type {AbortController | null} */
    this.poll = null;
    this.timer = 0;
    this.ping = setInterval(() => this.keepAlive(), PING);
    this.offLang = onLang(() => this.relang());
    this.online = () => this.reconnect();
    addEventListener('online', this.online);
    this.connect();
  }

  close() {
    this.closed = true;
    clearInterval(this.ping);
    clearTimeout(this.timer);
    this.offLang();
    removeEventListener('online', this.online);
    this.poll?.abort();
    this.socket?.close();
    this.drop();
    for (const { fail } of this.unsure.splice(0)) fail(unavailable());
  }

  /** Comes back with whatever the browser may now see: after taking a seat, or when the network is back. */
  reconnect() {
    this.tries = 0;
    this.never = 0;
    this.version = -1;
    clearTimeout(this.timer);
    this.poll?.abort();
    this.poll = null;
    if (this.socket) this.socket.close();
    else this.connect();
  }

  /**
   * Says something and waits until it is done and durable, or for what was asked about. An answer outlives the line it was
   * given on.
   * @param {What} what
   * @returns {Promise<any>}
   */
  say(what) {
    if (this.socket?.readyState === WebSocket.OPEN) return this.sayBySocket(this.socket, what);
    return new Promise((done, fail) => void this.sayByRequest({ what, answers: this.answers, done, fail }));
  }

  /** @param {Saying} saying */
  async sayByRequest(saying) {
    const { do: verb, ...body } = /** @type {{do: string} & Record<string, unknown>} */ (saying.what);
    try {
      saying.done(await post(`${this.path}/${verb}`, body));
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) this.unheard(saying);
      else saying.fail(/** @type {ApiError} */ (error));
    }
  }

  /**
   * @param {WebSocket} socket
   * @param {What} what
   * @returns {Promise<any>}
   */
  sayBySocket(socket, what) {
    const reference = ++this.reference;
    return new Promise((done, fail) => {
      const timer = setTimeout(() => this.late(socket, reference), ANSWER_WITHIN);
      this.open.set(reference, { what, answers: this.answers, done, fail, timer });
      socket.send(JSON.stringify({ ref: reference, ...what }));
    });
  }

  /** No reply in time. For an answer the line is as good as broken. @param {WebSocket} socket @param {number} reference */
  late(socket, reference) {
    const saying = this.open.get(reference);
    if (saying?.what.do === 'answer') socket.close();
    else {
      this.open.delete(reference);
      saying?.fail(unavailable());
    }
  }

  connect() {
    if (this.closed) return;
    if (this.state !== 'polling') this.turn(this.tries > 0 ? 'lost' : 'connecting');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    let socket;
    try {
      socket = new WebSocket(`${scheme}://${location.host}${this.path}/socket?lang=${lang()}&scene=1`);
    } catch {
      void this.startPolling();
      return;
    }
    this.socket = socket;
    this.scene = null;
    let opened = false;
    const slow = setTimeout(() => socket.close(), OPEN_WITHIN);
    socket.onopen = () => {
      opened = true;
      clearTimeout(slow);
      this.never = 0;
      this.heard = Date.now();
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      clearTimeout(slow);
      if (this.socket === socket) this.socket = null;
      this.drop();
      if (this.closed) return;
      if (!opened) this.never += 1;
      this.tries += 1;
      if (this.never >= GIVE_UP) void this.startPolling();
      else {
        if (this.tries > 1) this.turn('lost');
        this.timer = setTimeout(() => this.connect(), pause(this.tries - 1));
      }
    };
  }

  /** @param {Hear} message */
  receive(message) {
    this.heard = Date.now();
    if (message.type === 'look') {
      this.tries = 0;
      this.turn('live');
      this.see(message);
    } else if (message.type === 'closing') {
      this.socket?.close();
    } else {
      const waiting = this.open.get(message.ref);
      if (!waiting) return;
      this.open.delete(message.ref);
      clearTimeout(waiting.timer);
      if (message.type === 'refused') waiting.fail(new ApiError(409, message.refusal));
      else waiting.done(message.type === 'hints' ? message.hints : undefined);
    }
  }

  /** @param {Sent} sent */
  see(sent) {
    /** @type {Step[]} */
    const steps = [];
    let scene = this.scene;
    for (const { scene: update, lines } of sent.steps) {
      scene = updated(update, scene);
      if (!scene) break;
      steps.push({ scene, lines });
    }
    const complete = steps.length === sent.steps.length;
    scene = sent.scene && complete ? updated(sent.scene, scene) : null;
    // Something is missing here: a line that begins anew is told everything.
    if (sent.scene && !scene) return this.reconnect();
    this.scene = scene;
    if (sent.version < this.version) return;
    this.version = sent.version;
    this.answers = sent.answers;
    const look = { ...sent, steps, scene };
    this.settle(look);
    this.hear.look(look);
  }

  keepAlive() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENCE) this.socket.close();
    else this.sayBySocket(this.socket, { do: 'ping' }).catch(() => undefined);
  }

  relang() {
    if (this.socket?.readyState === WebSocket.OPEN) this.say({ do: 'lang', lang: lang() }).catch(() => this.reconnect());
    else this.reconnect();
  }

  async startPolling() {
    this.never = 0;
    const control = (this.poll = new AbortController());
    const began = Date.now();
    let after = '';
    let failed = 0;
    let gone = false;
    while (!this.closed && !control.signal.aborted) {
      try {
        const look = await get(`${this.path}?scene=1${after}`, { signal: control.signal });
        this.turn('polling');
        failed = 0;
        this.see(look);
        // A server that was gone, or a minute: perhaps a socket gets through again.
        if (gone || Date.now() - began > SOCKET_AGAIN) {
          this.never = GIVE_UP - 1;
          this.connect();
          return;
        }
        after = `&after=${look.version}&wait=${POLL_SECONDS}`;
      } catch (error) {
        if (control.signal.aborted) return;
        const refused = error instanceof ApiError ? error : null;
        if (refused && refused.status >= 400 && refused.status < 500 && refused.status !== TOO_MANY) {
          this.hear.fail(refused);
          if (refused.status === 404) return;
        }
        gone = true;
        this.turn('lost');
        const least = refused?.wait ?? 0;
        await new Promise((done) => setTimeout(done, pause(failed, least)));
        failed += 1;
      }
    }
  }

  /** What was said on a line that broke is not known to be done. */
  drop() {
    for (const saying of this.open.values()) {
      clearTimeout(saying.timer);
      this.unheard(saying);
    }
    this.open.clear();
  }

  /** An answer is kept until the line is back; anything else is for the player to say again. @param {Saying} saying */
  unheard(saying) {
    if (saying.what.do === 'answer' && !this.closed) this.unsure.push(saying);
    else saying.fail(unavailable());
  }

  /**
   * The line is back. An answer whose question is still open is given again, which the server takes for the same one; if
   * the question is gone, the table has moved on.
   * @param {Look} look
   */
  settle(look) {
    for (const { what, done, fail, answers } of this.unsure.splice(0)) {
      if (isOpen(/** @type {Answer} */ (what), look, answers)) this.say(what).then(done, fail);
      else done();
    }
  }

  /** @param {LineState} state */
  turn(state) {
    if (this.state === state) return;
    this.state = state;
    this.hear.state(state);
  }
}

/**
 * Whether a question is still the one that was answered. The same question may come again later in the game, and is then
 * another one: while others have answered meanwhile, only a sealed one is known to have waited.
 * @param {Answer} what
 * @param {Look} look
 * @param {number} answers how many there were when the answer was given
 */
function isOpen(what, look, answers) {
  const question = look.questions.find((one) => one.seat === what.seat && one.track === what.track && one.id === what.question);
  return question !== undefined && (look.answers === answers || question.sealed);
}

/** @returns {ApiError} */
function unavailable() {
  return new ApiError(0, { code: 'unavailable', text: t('error.offline'), rule: null, rule_title: null, faults: [] });
}
