// Plays tic-tac-toe at a steady rate. Moves are due at moments that are fixed beforehand; a move counts from the moment it was
// due until the position it leads to has arrived, whatever held it up.
//
//   node server.js 8499 &
//   node client.js --port 8499 --pid $! --matches 2000 --rate 1000 --seconds 20

const { readFileSync } = require('node:fs');
const { parseArgs } = require('node:util');
const { io } = require('socket.io-client');

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8499' },
    pid: { type: 'string' },
    matches: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    'warm-up': { type: 'string', default: '5' },
  },
});
const [matches, rate, seconds, warmUp] =
  [values.matches, values.rate, values.seconds, values['warm-up']].map(Number);

const GIVE_UP = 15;
const OPENING = 50;

const now = () => performance.now() / 1000;
const figures = { fromDue: [], service: [], lateness: [], acknowledged: 0, inTime: 0, games: 0, errors: 0 };
/** When the first move is due; unknown until everybody sits. @type {number | null} */
let zero = null;

/** One browser at one match after the other; it holds both seats. */
class Player {
  constructor(number) {
    this.number = number;
    this.turn = 0;
    this.games = 0;
    this.state = null;
    this.sent = null;
  }

  open() {
    const options = { transports: ['websocket'], forceNew: true, multiplex: false, reconnection: false };
    this.socket = io(`http://127.0.0.1:${values.port}/tic-tac-toe`, options);
    this.socket.on('update', (match, state) => this.see(match, state));
    this.socket.on('connect_error', () => { figures.errors += 1; });
    this.socket.on('disconnect', () => { figures.errors += 1; });
    return new Promise((sits) => {
      this.socket.on('sync', (match, info) => { this.see(match, info.state); sits(); });
      this.socket.on('connect', () => this.begin());
    });
  }

  begin() {
    this.match = `match-${this.number}-${this.games++}`;
    this.state = null;
    this.socket.emit('sync', this.match, '0', undefined, 2);
  }

  see(match, state) {
    if (match !== this.match) return;
    if (this.sent && state._stateID > this.sent.stateID) this.acknowledge();
    this.state = state;
    this.ready = now();
    if (state.ctx.gameover !== undefined) {
      figures.games += 1;
      this.begin();
    } else if (zero !== null) this.wait();
  }

  acknowledge() {
    const { due, at, ready } = this.sent;
    const time = now();
    this.sent = null;
    this.turn += 1;
    const from = zero + warmUp;
    if (due < from || due >= from + seconds) return;
    figures.acknowledged += 1;
    if (time < from + seconds) figures.inTime += 1;
    figures.fromDue.push(time - due);
    figures.service.push(time - at);
    if (ready <= due) figures.lateness.push(at - due);
  }

  wait() {
    clearTimeout(this.timer);
    this.due = zero + (this.number + this.turn * matches) / rate;
    const left = this.due - now();
    if (left <= 0) this.move();
    else this.timer = setTimeout(() => this.move(), Math.ceil(left * 1000));
  }

  move() {
    if (this.sent || !this.state) return;
    const free = this.state.G.cells.flatMap((cell, id) => (cell === null ? [id] : []));
    const playerID = this.state.ctx.currentPlayer;
    const args = [free[Math.floor(Math.random() * free.length)]];
    const action = { type: 'MAKE_MOVE', payload: { type: 'clickCell', args, playerID, credentials: undefined } };
    this.sent = { due: this.due, at: now(), ready: this.ready, stateID: this.state._stateID };
    this.socket.emit('update', action, this.state._stateID, this.match, playerID);
  }
}

function usage() {
  if (!values.pid) return null;
  const status = readFileSync(`/proc/${values.pid}/status`, 'utf8');
  const stat = readFileSync(`/proc/${values.pid}/stat`, 'utf8').split(') ').pop().split(' ');
  return { mib: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024, cpu: (Number(stat[11]) + Number(stat[12])) / 100 };
}

const spread = (list) => {
  const sorted = Float64Array.from(list).sort();
  const at = (share) => +(1000 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)).toFixed(2);
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
};

const until = (time) => new Promise((done) => setTimeout(done, Math.max(0, time - now()) * 1000));

async function main() {
  const players = Array.from({ length: matches }, (_, number) => new Player(number));
  for (let first = 0; first < matches; first += OPENING) {
    await Promise.all(players.slice(first, first + OPENING).map((player) => player.open()));
  }
  zero = now();
  players.forEach((player) => player.wait());
  await until(zero + warmUp);
  const [before, own] = [usage(), process.cpuUsage()];
  await until(zero + warmUp + seconds);
  const [after, mine] = [usage(), process.cpuUsage(own)];
  const due = Math.ceil((warmUp + seconds) * rate) - Math.ceil(warmUp * rate);
  const end = now() + GIVE_UP;
  while (now() < end && figures.acknowledged < due) await until(now() + 0.05);
  console.log(JSON.stringify({
    matches,
    answers_due: due,
    rate_offered: rate,
    rate_reached: figures.inTime / seconds,
    reached: figures.inTime >= due * 0.99,
    unanswered: due - figures.acknowledged,
    latency_ms: spread(figures.fromDue),
    service_ms: spread(figures.service),
    lateness_ms: spread(figures.lateness),
    games: figures.games,
    errors: figures.errors,
    server_mib: after?.mib,
    server_cores: before && after ? (after.cpu - before.cpu) / seconds : null,
    own_cores: (mine.user + mine.system) / 1e6 / seconds,
  }));
  process.exit(0);
}

void main();
