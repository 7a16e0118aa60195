// The link to the server, with an invented network and an invented time.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chat, commandId, readMessage } from '../../static/js/net/protocol.js';
import { pause } from '../../static/js/net/pause.js';
import { Socket } from '../../static/js/net/socket.js';

/** A network and a clock in the hands of the test. */
class World {
  time = 0;
  sockets = [];
  timers = new Map();
  #next = 1;

  open(url) {
    const socket = {
      url,
      readyState: 0,
      sent: [],
      send: (text) => socket.sent.push(JSON.parse(text)),
      close: () => (socket.readyState = 3),
    };
    this.sockets.push(socket);
    return socket;
  }

  after(run, ms) {
    this.timers.set(this.#next, { run, at: this.time + ms });
    return this.#next++;
  }

  cancel(timer) {
    this.timers.delete(timer);
  }

  now() {
    return this.time;
  }

  random() {
    return 1;
  }

  get last() {
    return this.sockets.at(-1);
  }

  /** Lets time pass and runs what falls due, in order. */
  pass(ms) {
    const end = this.time + ms;
    for (;;) {
      const due = [...this.timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.timers.delete(due[0]);
      this.time = due[1].at;
      due[1].run();
    }
    this.time = end;
  }

  /** The server takes the connection and sends a message. */
  accept(message = { type: 'welcome', seat: null, seq: 0, now: 0 }) {
    this.last.readyState = 1;
    this.last.onopen();
    this.say(message);
  }

  say(message) {
    this.last.onmessage({ data: JSON.stringify(message) });
  }
}

function connect() {
  const world = new World();
  const links = [];
  const messages = [];
  let seq = -1;
  const socket = new Socket(
    () => `/ws?since=${seq}`,
    {
      message(message) {
        messages.push(message);
        seq = message.seq ?? seq;
      },
      link: (link) => links.push(link),
    },
    { world },
  );
  return { world, links, messages, socket };
}

test('a link that breaks comes back from where it was', () => {
  const { world, links } = connect();
  world.accept({ type: 'welcome', seat: null, seq: 7, now: 0 });
  world.last.onclose({});
  assert.deepEqual(links, ['connecting', 'connected', 'reconnecting']);
  world.pass(300);
  assert.equal(world.sockets.length, 2);
  assert.equal(world.last.url, '/ws?since=7');
  world.accept();
  assert.equal(links.at(-1), 'connected');
});

test('the pauses grow while the server is away, and start small afterwards', () => {
  const { world } = connect();
  world.accept();
  const waits = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    world.last.onclose({});
    const [{ at }] = world.timers.values();
    waits.push(at - world.time);
    world.pass(at - world.time);
  }
  assert.deepEqual(waits, [300, 600, 1200, 2400, 4800, 8000, 8000]);
  world.accept();
  world.last.onclose({});
  assert.equal([...world.timers.values()][0].at - world.time, 300);
});

test('when the session has ended, the page asks who the visitor is before it comes back', async () => {
  const { world } = connect();
  world.accept();
  let answer = () => {};
  world.renew = () => new Promise((done) => (answer = done));
  const closed = world.last.onclose({ code: 4010 });
  world.pass(10_000);
  assert.equal(world.sockets.length, 1, 'no connection of a guest that the page does not know');
  answer();
  await closed;
  world.pass(300);
  assert.equal(world.sockets.length, 2);
});

test('pauses are scattered', () => {
  assert.equal(pause(0, 0), 150);
  assert.equal(pause(3, 1), 2400);
  assert.equal(pause(50, 1), 8000);
});

test('a silent link is given up', () => {
  const { world, links } = connect();
  world.accept();
  world.pass(20_000);
  assert.equal(links.at(-1), 'connected');
  world.pass(15_000);
  assert.ok(links.includes('reconnecting'));
});

test('answered pings keep a link', () => {
  const { world, links } = connect();
  world.accept();
  for (let second = 0; second < 60; second += 1) {
    world.pass(1000);
    for (const { type, t } of world.last.sent.splice(0)) if (type === 'ping') world.say({ type: 'pong', t, now: 0 });
  }
  assert.deepEqual(links, ['connecting', 'connected']);
});

test('a page that wakes once a minute keeps its link, unless its last ping was not answered', () => {
  const { world, links } = connect();
  world.accept();
  const wake = () => {
    const [due] = world.timers.values();
    world.time += 60_000;
    due.run();
  };
  for (let minute = 0; minute < 5; minute += 1) {
    for (const { t } of world.last.sent.splice(0)) world.say({ type: 'pong', t, now: 0 });
    wake();
  }
  assert.deepEqual(links, ['connecting', 'connected']);
  wake();
  assert.equal(links.at(-1), 'reconnecting');
});

test('nothing is sent on a link that is down', () => {
  const { world, socket } = connect();
  assert.equal(socket.send({ type: 'snapshot' }), false);
  world.accept();
  assert.equal(socket.send({ type: 'snapshot' }), true);
  socket.close();
  world.pass(60_000);
  assert.equal(world.sockets.length, 1, 'a closed link stays closed');
});

test('a returning network is tried at once', () => {
  const { world, socket } = connect();
  world.accept();
  world.last.onclose({});
  socket.hurry();
  assert.equal(world.sockets.length, 2);
});

test('a link that may have died has to answer soon', () => {
  const { world, links, socket } = connect();
  world.accept();
  world.pass(8000);
  socket.hurry();
  world.say({ type: 'pong', t: 8000, now: 0 });
  world.pass(5000);
  assert.equal(links.at(-1), 'connected');
  world.pass(4000);
  socket.hurry();
  world.pass(4000);
  assert.equal(links.at(-1), 'reconnecting');
});

test('without a network the link is given up at once, and tried with growing pauses', () => {
  const { world, links, socket } = connect();
  world.accept();
  socket.hurry(false);
  assert.equal(links.at(-1), 'reconnecting');
  world.pass(300);
  assert.equal(world.sockets.length, 2);
  socket.close();
  socket.hurry(false);
  world.pass(60_000);
  assert.equal(world.sockets.length, 2);
});

test('frames that are not of the protocol are skipped', () => {
  for (const text of ['', '{', 'null', '1', '{"type":"tomorrow"}']) assert.equal(readMessage(text), null, text);
  assert.deepEqual(readMessage('{"type":"gone","id":"x"}'), { type: 'gone', id: 'x' });
});

test('commands have ids the server takes, and talk is cut to its limit', () => {
  assert.match(commandId(), /^[A-Za-z0-9_-]{1,36}$/);
  assert.notEqual(commandId(), commandId());
  assert.equal([...chat('c1', `  ${'棋'.repeat(400)} `).text].length, 300);
});
