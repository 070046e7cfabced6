// @ts-check
// One table's line to the server: a WebSocket that comes back by itself, or long polling where sockets are blocked.

import { ApiError, get, post } from '../api.js';
import { lang, onLang, t } from '../words.js';

/** @typedef {import('../../types/protocol.js').Look} Look */
/** @typedef {import('../../types/protocol.js').Hear} Hear */
/** @typedef {import('../../types/protocol.js').Say} Say */
/** @typedef {import('../../types/protocol.js').Refusal} Refusal */

/** What can be said, without its number. @typedef {Say extends infer One ? One extends Say ? Omit<One, 'ref'> : never : never} What */
/** `lost` means that nothing can be said at the moment. @typedef {'connecting' | 'live' | 'polling' | 'lost'} LineState */

const PING = 20_000;
const SILENCE = 45_000;
const OPEN_WITHIN = 6_000;
const ANSWER_WITHIN = 15_000;
const POLL_SECONDS = 25;
/** So many sockets in a row that never opened, and we poll. */
const GIVE_UP = 2;
const SOCKET_AGAIN = 60_000;

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
    /** @type {Map<number, {done: () => void, fail: (error: ApiError) => void, timer: number}>} */
    this.open = new Map();
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
   * Says something and waits until it is done and durable.
   * @param {What} what
   * @returns {Promise<void>}
   */
  async say(what) {
    if (this.socket?.readyState === WebSocket.OPEN) return this.sayBySocket(this.socket, what);
    const { do: verb, ...body } = /** @type {{do: string} & Record<string, unknown>} */ (what);
    await post(`${this.path}/${verb}`, body);
  }

  /**
   * @param {WebSocket} socket
   * @param {What} what
   * @returns {Promise<void>}
   */
  sayBySocket(socket, what) {
    const reference = ++this.reference;
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        this.open.delete(reference);
        fail(unavailable());
      }, ANSWER_WITHIN);
      this.open.set(reference, { done, fail, timer });
      socket.send(JSON.stringify({ ref: reference, ...what }));
    });
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
        this.timer = setTimeout(() => this.connect(), Math.min(8000, 250 * 2 ** (this.tries - 1)));
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
      else waiting.done();
    }
  }

  /** @param {Look} look */
  see(look) {
    if (look.version < this.version) return;
    this.version = look.version;
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
    let pause = 500;
    let gone = false;
    while (!this.closed && !control.signal.aborted) {
      try {
        const look = await get(`${this.path}?scene=1${after}`, { signal: control.signal });
        this.turn('polling');
        pause = 500;
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
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
          this.hear.fail(error);
          if (error.status === 404) return;
        }
        gone = true;
        this.turn('lost');
        await new Promise((done) => setTimeout(done, pause));
        pause = Math.min(8000, pause * 2);
      }
    }
  }

  /** What was said on a line that broke is not known to be done. */
  drop() {
    for (const { fail, timer } of this.open.values()) {
      clearTimeout(timer);
      fail(unavailable());
    }
    this.open.clear();
  }

  /** @param {LineState} state */
  turn(state) {
    if (this.state === state) return;
    this.state = state;
    this.hear.state(state);
  }
}

/** @returns {ApiError} */
function unavailable() {
  return new ApiError(0, { code: 'unavailable', text: t('error.offline'), rule: null, rule_title: null, faults: [] });
}
