// A visitor's part in a match: commands, their repetition, and requests when things go wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { KeptOutbox } from '../../static/js/match/kept_outbox.js';
import { Session } from '../../static/js/match/session.js';
import { Problem } from '../../static/js/net/api.js';
import { FakeGame } from './support/fake_game.js';
import { event, moved, snapshot } from './support/match.js';

const ENGINE = { Game: FakeGame };
const never = () => new Promise(() => {});

/** A session seated as the first side, and the server's end of its link. */
function begin(fetch = never, kept = { read: () => [], write() {} }) {
  const server = { sent: [], up: true, path: null, heard: null, closed: false, missing: [], timers: [], kept };
  const session = new Session(
    'm',
    { changed() {}, link() {}, missing: (key) => server.missing.push(key) },
    {
      fetch,
      outbox: server.kept,
      after: (run) => server.timers.push(run),
      connect(path, heard) {
        server.path = path;
        server.heard = heard;
        return {
          send(message) {
            if (server.up) server.sent.push(message);
            return server.up;
          },
          hurry() {},
          close: () => (server.closed = true),
        };
      },
    },
  );
  server.welcome = () => server.heard.message({ type: 'welcome', seat: 'first', seq: 10, now: 1000 });
  return { session, server };
}

function playing() {
  const { session, server } = begin();
  session.useEngine(ENGINE);
  server.welcome();
  server.heard.message(snapshot());
  return { session, server };
}

const actions = (session) => session.timeline.entries.slice(1).map(({ action }) => action);

test('an action is on the board at once, and off it when refused', () => {
  const { session, server } = playing();
  session.play('a');
  assert.deepEqual(actions(session), ['a']);
  const [{ type, id, ply, move }] = server.sent;
  assert.deepEqual([type, ply, move], ['play', 0, 'a']);
  session.play('b');
  assert.equal(server.sent.length, 1, 'one action at a time');
  server.heard.message({ type: 'nack', id, code: 'busy', seq: 10 });
  assert.deepEqual(actions(session), []);
});

test('after a broken link the same command is sent again under the same id', () => {
  const { session, server } = playing();
  session.play('a');
  server.up = false;
  server.heard.link('reconnecting');
  assert.equal(session.state.outbox[0].sent, false);
  assert.equal(server.path(), '/ws/matches/m?since=10');
  server.up = true;
  server.welcome();
  assert.equal(server.sent.length, 2);
  assert.deepEqual(server.sent[1], server.sent[0]);
  server.heard.message(moved(11, 0, 'first', 'a'));
  assert.deepEqual(actions(session), ['a']);
  assert.deepEqual(session.state.outbox, []);
});

test('a silently replaced link receives unanswered commands again', () => {
  const { server, session } = playing();
  session.play('a');
  server.welcome();
  assert.deepEqual(server.sent[1], server.sent[0]);
  server.heard.message({ type: 'ack', id: server.sent[0].id, seq: 11 });
  server.heard.message(moved(11, 0, 'first', 'a'));
  server.welcome();
  assert.equal(server.sent.length, 2, 'what was answered is not');
});

test('commands while the link is down are sent when it is back', () => {
  const { session, server } = playing();
  server.up = false;
  session.play('a');
  assert.equal(server.sent.length, 0);
  server.up = true;
  server.welcome();
  assert.equal(server.sent.length, 1);
});

test('why the seat could not be taken stays to be read', async () => {
  const { server, session } = playing();
  globalThis.fetch = async () => Response.json({ code: 'seat_taken' }, { status: 409 });
  await session.join();
  server.heard.message(event(11, 'presence', { spectators: 1 }));
  assert.equal(session.state.refusal?.code, 'seat_taken');
  globalThis.fetch = async () => Response.json({ seat: 'second' });
  await session.join();
  assert.equal(session.state.seat, 'second');
});

test('a position that is called otherwise by the server asks for the whole once, then is played on', () => {
  const { session, server } = playing();
  server.heard.message(moved(11, 0, 'first', 'a', { hash: 'other' }));
  assert.deepEqual(server.sent, [{ type: 'snapshot' }]);
  assert.equal(session.game.mismatches, 1);
  server.heard.message(snapshot({ seq: 11, moves: ['a'], times: [1], ply: 1, hash: 'other' }));
  assert.equal(server.sent.length, 1, 'it is not asked for again');
  assert.ok(!session.game.failed);
  server.heard.message(moved(12, 1, 'second', 'b', { hash: 'another' }));
  assert.deepEqual(actions(session), ['a', 'b']);
  session.play('c');
  assert.deepEqual(actions(session), ['a', 'b', 'c'], 'a player is not locked out while the clock runs');
});

test('an action that is unknown here asks for the whole once, then the texts of the server are followed', () => {
  const { session, server } = playing();
  server.heard.message(moved(11, 0, 'first', 'illegal'));
  assert.deepEqual(server.sent, [{ type: 'snapshot' }]);
  server.heard.message(snapshot({ seq: 11, moves: ['illegal'], times: [1], ply: 1, hash: 'other' }));
  assert.equal(server.sent.length, 1, 'it is not asked for again');
  assert.ok(session.game.failed);
  assert.equal(session.timeline, null);
  server.heard.message(moved(12, 1, 'second', 'b'));
  assert.equal(session.state.match.ply, 2);
});

test('a request for the whole that gets no answer is made again', () => {
  const { server } = playing();
  server.heard.message(moved(13, 2, 'first', 'c'));
  server.heard.message({ type: 'nack', id: null, code: 'rate', seq: 13 });
  assert.equal(server.sent.length, 1);
  server.timers.pop()();
  assert.deepEqual(server.sent, [{ type: 'snapshot' }, { type: 'snapshot' }]);
  server.heard.message(snapshot({ seq: 13, moves: ['a', 'b', 'c'], times: [1, 1, 1], ply: 3, hash: 'h3' }));
  server.timers.pop()();
  assert.equal(server.sent.length, 2);
});

test('rules that could not be loaded are used when they come', () => {
  const { session, server } = begin();
  session.useEngine(null);
  server.welcome();
  server.heard.message(snapshot());
  assert.ok(session.game.failed);
  session.useEngine(ENGINE);
  assert.ok(!session.game.failed && session.timeline);
});

test('an action that was not sent is sent by the page that is loaded next', () => {
  const items = new Map();
  const storage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => items.set(key, text),
    removeItem: (key) => items.delete(key),
  };
  const first = begin(never, new KeptOutbox('m', storage));
  first.session.useEngine(ENGINE);
  first.server.welcome();
  first.server.heard.message(snapshot());
  first.server.up = false;
  first.session.play('a');
  first.session.talk('hello');
  first.session.command('resign');
  const next = begin(never, new KeptOutbox('m', storage));
  next.session.useEngine(ENGINE);
  next.server.heard.message(snapshot());
  assert.deepEqual(actions(next.session), ['a'], 'it is seen before there is a link');
  next.server.welcome();
  assert.deepEqual(
    next.server.sent,
    first.session.state.outbox.slice(0, 2).map(({ message }) => message),
  );
  for (const { id } of next.server.sent) next.server.heard.message({ type: 'ack', id, seq: 11 });
  next.server.heard.message(moved(11, 0, 'first', 'a'));
  assert.equal(items.size, 0, 'what was answered is kept no longer');
});

test('storage that holds something else is as if empty', () => {
  for (const text of ['{', '7', '[null,{"type":"resign","id":"x"},{"type":"play"}]'])
    assert.deepEqual(new KeptOutbox('m', { getItem: () => text, setItem() {}, removeItem() {} }).read(), []);
});

test('a snapshot that agrees sets the engine right', () => {
  const { session, server } = playing();
  server.heard.message(moved(11, 0, 'first', 'illegal'));
  assert.deepEqual(server.sent, [{ type: 'snapshot' }]);
  server.heard.message(snapshot({ seq: 11, moves: ['a'], times: [1], ply: 1, hash: 'h1' }));
  assert.ok(!session.game.failed);
  assert.deepEqual(actions(session), ['a']);
});

test('the time of the server is learnt with each new link', () => {
  const { server, session } = playing();
  const now = Date.now();
  server.heard.message({ type: 'pong', t: now, now: now + 5000 });
  server.heard.message({ type: 'welcome', seat: 'first', seq: 10, now: now + 90_000 });
  assert.ok(Math.abs(session.time.at(now) - (now + 90_000)) < 1000);
});

test('a gap asks for the whole', () => {
  const { session, server } = playing();
  server.heard.message(moved(13, 2, 'first', 'c'));
  assert.deepEqual(server.sent, [{ type: 'snapshot' }]);
  server.heard.message(snapshot({ seq: 13, moves: ['a', 'b', 'c'], times: [1, 1, 1], ply: 3, hash: 'h3' }));
  assert.deepEqual(actions(session), ['a', 'b', 'c']);
});

test('a taken back action leaves the board', () => {
  const { session, server } = playing();
  server.heard.message(moved(11, 0, 'first', 'a'));
  server.heard.message(moved(12, 1, 'second', 'b'));
  server.heard.message(
    event(13, 'taken_back', { ply: 1, position: 'a', turn: 'second', check: false, repetitions: 1, hash: 'h1' }),
  );
  assert.deepEqual(actions(session), ['a']);
  assert.equal(session.game.mismatches, 0);
});

for (const [status, closed] of [
  [404, true],
  [400, true],
  [503, false],
  [0, false],
]) {
  test(`a problem ${status} ${closed ? 'closes' : 'keeps'} the link`, async () => {
    const { server } = begin(() => Promise.reject(new Problem('x', status, '')));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(server.closed, closed);
    assert.deepEqual(server.missing, closed ? ['match.missing'] : []);
  });
}
