// A page's state of a match, message by message, without a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clockFace, formatClock, isLow, ServerTime, shownTime, untilChange } from '../../static/js/game/clock.js';
import { ClockHands } from '../../static/js/match/clock_hands.js';
import { model } from '../../static/js/match/model.js';
import { CLAIM_AFTER } from '../../static/js/net/limits.js';
import { pendingPlay, queue, unsent } from '../../static/js/match/outbox.js';
import { emptyState, receive } from '../../static/js/match/state.js';
import { scoreSheet, Timeline } from '../../static/js/game/timeline.js';
import { FakeGame } from './support/fake_game.js';
import { event, moved, openMatch, snapshot, WHITE } from './support/match.js';

/** The state after these messages, seated as the first side. */
function after(...messages) {
  const welcome = { type: 'welcome', seat: 'first', seq: 10, now: 1000 };
  return [welcome, ...messages].reduce(receive, emptyState());
}

const playing = (id, ply, move) => ({ type: 'play', id, ply, move });

test('a move of the opponent is taken over whole', () => {
  const { match, clock, seq } = after(snapshot(), moved(11, 0, 'first', 'a1a2'), moved(12, 1, 'second', 'a4a3'));
  assert.deepEqual(match.moves, ['a1a2', 'a4a3']);
  assert.deepEqual(match.times, [500, 500]);
  assert.deepEqual([match.ply, match.turn, match.hash, match.position], [2, 'first', 'h2', 'after a4a3']);
  assert.deepEqual([clock.first, clock.running, clock.at, seq], [299_000, 'second', 2000, 12]);
});

test('an event seen before changes nothing, a gap asks for the whole', () => {
  const state = after(snapshot(), moved(11, 0, 'first', 'a1a2'));
  assert.equal(receive(state, moved(11, 0, 'first', 'a1a2')), state);
  const gap = receive(state, moved(13, 2, 'first', 'b1b2'));
  assert.ok(gap.wantsSnapshot);
  assert.equal(gap.seq, 11);
  assert.ok(!receive(gap, snapshot({ seq: 13 })).wantsSnapshot);
});

test('chat that is withheld comes with the whole after the end', () => {
  const line = { seq: 11, at: 0, by: null, name: 'Guest', channel: 'spectators', text: 'hello' };
  const ended = event(12, 'ended', { result: 'first', reason: 'resignation' });
  const state = after(snapshot(), event(11, 'noted'), ended);
  assert.deepEqual([state.seq, state.match.chat], [12, []]);
  const whole = receive(state, snapshot({ seq: 12, state: 'over', chat: [line] }));
  assert.deepEqual([whole.seq, whole.match.chat], [12, [line]]);
});

test('an unknown kind of event only advances the count', () => {
  const state = after(snapshot(), event(11, 'fireworks'));
  assert.equal(state.seq, 11);
  assert.deepEqual(state.match.moves, []);
});

test('an action is waiting, then sent, then saved', () => {
  const delivery = (state) => model(state, null, 0).delivery;
  let state = queue(after(snapshot()), playing('c1', 0, 'a1a2'), false);
  assert.equal(delivery(state), 'waiting');
  state = queue(after(snapshot()), playing('c1', 0, 'a1a2'), true);
  assert.equal(delivery(state), 'sent');
  assert.deepEqual(pendingPlay(state), { move: 'a1a2', ply: 0, sent: true });
  state = receive(state, { type: 'ack', id: 'c1', seq: 11 });
  assert.equal(delivery(state), 'saved');
  assert.equal(pendingPlay(state)?.move, 'a1a2', 'it stays on the board until its event');
  state = receive(state, moved(11, 0, 'first', 'a1a2'));
  assert.equal(delivery(state), 'saved');
  assert.equal(pendingPlay(state), null);
  assert.deepEqual(state.outbox, []);
  state = receive(state, moved(12, 1, 'second', 'a4a3'));
  assert.equal(delivery(state), null);
});

test('the event may come before the ack', () => {
  let state = queue(after(snapshot()), playing('c1', 0, 'a1a2'), true);
  state = receive(state, moved(11, 0, 'first', 'a1a2'));
  assert.deepEqual(state.outbox, []);
  assert.equal(receive(state, { type: 'ack', id: 'c1', seq: 11 }), state);
});

test('a refused action leaves the board, with its reason', () => {
  let state = queue(after(snapshot()), playing('c1', 0, 'a1a2'), true);
  state = receive(state, { type: 'nack', id: 'c1', code: 'illegal', rule: 'in_check', squares: ['e4'], seq: 10 });
  assert.equal(pendingPlay(state), null);
  assert.deepEqual(state.refusal, { code: 'illegal', rule: 'in_check', squares: ['e4'] });
  assert.equal(receive(state, moved(11, 0, 'first', 'b1b2')).refusal, null);
});

test('a stale action asks for the whole', () => {
  const state = queue(after(snapshot()), playing('c1', 0, 'a1a2'), true);
  assert.ok(receive(state, { type: 'nack', id: 'c1', code: 'stale', seq: 12 }).wantsSnapshot);
});

test('a broken link makes sent commands uncertain, and preserves their ids', () => {
  const state = unsent(queue(after(snapshot()), playing('c1', 0, 'a1a2'), true));
  assert.deepEqual(state.outbox, [{ message: playing('c1', 0, 'a1a2'), sent: false }]);
});

test('a taken back action is gone, with the offer to take it back', () => {
  const state = after(
    snapshot(),
    moved(11, 0, 'first', 'a1a2'),
    event(12, 'offered', { offer: 'draw', by: 'first' }),
    event(13, 'offered', { offer: 'takeback', by: 'first' }),
    event(14, 'taken_back', { ply: 0, position: 'start', turn: 'first', check: false, repetitions: 1, hash: 'h0' }),
  );
  assert.deepEqual([state.match.moves, state.match.ply, state.match.hash], [[], 0, 'h0']);
  assert.deepEqual([state.match.offers.takeback, state.match.offers.draw], [null, 'first']);
  assert.equal(state.savedPly, null);
});

test('a rematch that is agreed leaves no offer', () => {
  const state = after(
    snapshot(),
    event(11, 'ended', { result: 'first', reason: 'resignation' }),
    event(12, 'offered', { offer: 'rematch', by: 'first' }),
    event(13, 'rematched', { match: 'm2' }),
  );
  assert.deepEqual([state.match.rematch, state.match.offers.rematch], ['m2', null]);
});

test('an offer lapses when the opponent of its maker plays', () => {
  const offered = [snapshot(), event(11, 'offered', { offer: 'draw', by: 'first' })];
  assert.equal(after(...offered).match.offers.draw, 'first');
  assert.equal(after(...offered, moved(12, 0, 'first', 'a1a2')).match.offers.draw, 'first');
  assert.equal(after(...offered, moved(12, 0, 'second', 'a4a3')).match.offers.draw, null);
});

test('an offer that is withdrawn is gone, and no player receives a refusal', () => {
  const offered = [snapshot(), event(11, 'offered', { offer: 'takeback', by: 'first' })];
  const state = after(...offered, event(12, 'withdrawn', { offer: 'takeback', by: 'first' }));
  assert.deepEqual([state.match.offers.takeback, state.refusal], [null, null]);
});

test('only the player who made an offer learns that it was declined', () => {
  const answered = (by, answerer) => [
    event(11, 'offered', { offer: 'draw', by }),
    event(12, 'declined', { offer: 'draw', by: answerer }),
  ];
  const declined = after(snapshot(), ...answered('first', 'second'));
  assert.deepEqual([declined.match.offers.draw, declined.refusal?.code], [null, 'declined.draw']);
  assert.equal(receive(declined, moved(13, 0, 'first', 'a1a2')).refusal, null);
  assert.equal(after(snapshot(), ...answered('second', 'first')).refusal, null);
  const watching = { type: 'welcome', seat: null, seq: 10, now: 1000 };
  assert.equal(after(watching, snapshot(), ...answered('first', 'second')).refusal, null);
});

test('time credited to a clock is shown until its next reading', () => {
  const clock = (credit) => ({ first: 300_000, second: 300_000, running: 'first', credit });
  const credited = (seq, credit, all) => event(seq, 'credited', { clock: clock(all), credit, cause: 'store' });
  let state = after(snapshot(), credited(11, 2500, 2500));
  assert.deepEqual(state.credit, { side: 'first', ms: 2500 });
  state = receive(state, event(12, 'presence', { spectators: 1 }));
  assert.deepEqual(state.credit, { side: 'first', ms: 2500 });
  state = receive(state, credited(13, 500, 3000));
  assert.deepEqual(state.credit, { side: 'first', ms: 500 });
  assert.equal(receive(state, snapshot({ seq: 14 })).credit.ms, 0);
  const played = (all) => receive(state, moved(14, 0, 'first', 'a1a2', { clock: { ...clock(all), running: 'second' } }));
  assert.equal(played(3000).credit.ms, 0);
  assert.deepEqual(played(3120).credit, { side: 'first', ms: 120 }, 'what the network took of the turn that ended');
});

test('a seat shows the name that its player has now', () => {
  const named = { ...WHITE, name: 'Li', named: true };
  const state = after(snapshot(), event(11, 'renamed', { seat: 'second', player: named }));
  assert.deepEqual([state.match.players.second, state.match.players.first.name], [named, 'Guest b']);
});

test('until both have acted no clock runs, but a grace', () => {
  const clock = { first: 300_000, second: 300_000, running: null, credit: 0 };
  const grace = (side) => ({ clock: { ...clock, grace: { side, left: 30_000 } } });
  const joined = after(openMatch(), event(11, 'joined', { seat: 'second', player: WHITE, turn: 'first', ...grace('first') }));
  assert.deepEqual(
    [joined.match.turn, joined.clock.running, joined.clock.grace],
    ['first', null, { side: 'first', left: 30_000 }],
  );
  const played = receive(joined, moved(12, 0, 'first', 'a1a2', grace('second')));
  assert.equal(played.clock.grace.side, 'second');
  const begun = receive(played, moved(13, 1, 'second', 'a4a3', { clock: { ...clock, running: 'first' } }));
  assert.deepEqual([begun.clock.running, begun.clock.grace], ['first', null]);
  const ended = receive(played, event(13, 'ended', { result: null, reason: 'no_start' }));
  assert.equal(ended.clock.grace, null);
});

test('the end stops the clock and closes the board', () => {
  const state = after(snapshot(), event(11, 'ended', { result: 'second', reason: 'resignation' }));
  assert.deepEqual([state.match.state, state.match.result, state.match.reason], ['over', 'second', 'resignation']);
  assert.equal(state.clock.running, null);
  const shown = model(state, null, 0);
  assert.deepEqual([shown.turn, shown.canPlay, shown.canResign, shown.canRematch], [null, false, false, true]);
});

test('without an opponent there is no rematch', () => {
  const called = after(openMatch(), event(11, 'ended', { result: null, reason: 'aborted' }));
  assert.deepEqual([called.match.state, model(called, null, 0).canRematch], ['over', false]);
});

test('a free seat is offered to those without one', () => {
  const open = openMatch();
  assert.ok(!model(after(open), null, 0).canJoin);
  const visitor = receive(receive(emptyState(), { type: 'welcome', seat: null, seq: 10, now: 1000 }), open);
  assert.ok(model(visitor, null, 0).canJoin);
  const joined = receive(visitor, event(11, 'joined', { seat: 'second', player: WHITE, turn: 'first' }));
  assert.equal(joined.match.state, 'live');
  assert.ok(!model(joined, null, 0).canJoin);
});

test('an absent opponent can be claimed after two minutes, once both have acted', () => {
  const begun = snapshot({ moves: ['a', 'b'], times: [1, 1], ply: 2 });
  const away = event(11, 'presence', { first: true, second: false, spectators: 2 });
  assert.ok(!model(after(snapshot(), away), null, 2000 + CLAIM_AFTER).canClaim);
  const state = after(begun, event(11, 'presence', { first: true, second: false, spectators: 2 }));
  assert.equal(state.match.presence.spectators, 2);
  assert.ok(!model(state, null, 2000 + CLAIM_AFTER - 1).canClaim);
  assert.ok(model(state, null, 2000 + CLAIM_AFTER).canClaim);
  const back = receive(state, event(12, 'presence', { first: true, second: true, spectators: 2 }));
  assert.ok(!model(back, null, 2000 + CLAIM_AFTER).canClaim);
});

test('who reloads the page reads since when the opponent has been away', () => {
  const begun = snapshot({
    moves: ['a', 'b'],
    times: [1, 1],
    ply: 2,
    presence: { first: true, second: false, spectators: 0 },
    away: { second: 500 },
  });
  const state = after(begun);
  assert.deepEqual(state.awaySince, { first: null, second: 500 });
  assert.ok(!model(state, null, 499 + CLAIM_AFTER).canClaim);
  assert.ok(model(state, null, 500 + CLAIM_AFTER).canClaim);
});

test('absence counts from the end of a pause', () => {
  const begun = snapshot({ moves: ['a', 'b'], times: [1, 1], ply: 2 });
  const away = event(11, 'presence', { first: true, second: false, spectators: 0 });
  const paused = after(begun, away, event(12, 'paused', { until: 9_000_000 }));
  const end = 500_000;
  assert.ok(!model(paused, null, end).canClaim);
  const resumed = { ...event(13, 'resumed', { by: 'first' }), at: end };
  const moved = { ...event(13, 'moved', { by: 'first', ply: 2, move: 'c', time: 1 }), at: end };
  for (const state of [
    receive(paused, resumed),
    receive(paused, moved),
    receive(paused, {
      ...begun,
      seq: 20,
      now: end,
      presence: { first: true, second: false, spectators: 0 },
      away: { second: end },
    }),
  ]) {
    assert.ok(!model(state, null, end + CLAIM_AFTER - 1).canClaim);
    assert.ok(model(state, null, end + CLAIM_AFTER).canClaim);
  }
  const back = receive(paused, event(13, 'presence', { first: true, second: true, spectators: 0 }));
  assert.deepEqual(receive(back, { ...resumed, seq: 14 }).awaySince, { first: null, second: null });
});

test('who joins is there', () => {
  const open = { ...openMatch(), presence: { first: true, second: false, spectators: 0 } };
  const state = after(open, event(11, 'joined', { seat: 'second', player: WHITE, turn: 'first' }));
  assert.ok(!model(state, null, 2000 + CLAIM_AFTER).canClaim);
});

test('who joins watches no more', () => {
  const open = { ...openMatch(), presence: { first: true, second: false, spectators: 2 } };
  const joined = event(11, 'joined', { seat: 'second', player: WHITE, turn: 'first' });
  for (const seat of ['first', 'second', null]) {
    const welcome = { type: 'welcome', seat, seq: 10, now: 1000 };
    assert.equal(after(welcome, open, joined).match.presence.spectators, 1);
  }
});

test('only the side to act may play, and not while an action is under way', () => {
  const timeline = new Timeline(new FakeGame());
  const state = after(snapshot());
  assert.ok(model(state, timeline, 0).canPlay);
  assert.ok(!model({ ...state, seat: 'second' }, timeline, 0).canPlay);
  assert.ok(!model({ ...state, seat: null }, timeline, 0).canPlay);
  assert.ok(!model(queue(state, playing('c1', 0, 'a'), true), timeline, 0).canPlay);
});

test('presses are queued while the own turn may be about to come, and at no other time', () => {
  const open = snapshot({ state: 'open', players: { first: null, second: WHITE }, turn: null });
  const live = (turn) => snapshot({ turn });
  for (const [match, seat, joining, kept] of [
    [open, null, null, false],
    [open, null, 'first', true],
    [open, 'first', null, true],
    // A player who waits for an opponent.
    [open, 'second', null, false],
    [live(null), 'second', null, true],
    [live('first'), 'first', null, true],
    [live('first'), 'second', null, false],
    [live('first'), null, 'first', true],
    [live('first'), null, null, false],
    [snapshot({ state: 'over', turn: null }), 'first', null, false],
  ]) {
    const state = { ...after(match), seat, joining };
    assert.equal(model(state, null, 0).keepsPresses, kept, `${match.state} ${match.turn} ${seat} ${joining}`);
  }
});

test('a match is called off only before both have acted', () => {
  const abort = (moves) => {
    const timeline = new Timeline(new FakeGame());
    timeline.sync(moves);
    return model(after(snapshot({ ply: moves.length, moves })), timeline, 0).canAbort;
  };
  assert.ok(abort([]));
  assert.ok(abort(['a']));
  assert.ok(!abort(['a', 'b']));
});

test('chat is shown in order', () => {
  const said = (seq, text) => event(seq, 'chat', { by: 'first', name: 'Guest b', channel: 'players', text });
  const { match } = after(snapshot(), said(11, 'hello'), said(12, '<b>'));
  assert.deepEqual(
    match.chat.map(({ seq, text }) => [seq, text]),
    [
      [11, 'hello'],
      [12, '<b>'],
    ],
  );
});

test('a timeline goes back to where the games part, and no further', () => {
  const game = new FakeGame();
  const timeline = new Timeline(game);
  assert.ok(timeline.sync(['a', 'b', 'c']));
  game.calls = 0;
  assert.ok(timeline.sync(['a', 'b', 'd', 'e']));
  assert.equal(game.calls, 2, 'only what differs is played');
  assert.deepEqual(
    timeline.entries.map(({ action }) => action),
    [null, 'a', 'b', 'd', 'e'],
  );
  assert.ok(timeline.sync([]));
  assert.equal(timeline.ply, 0);
  assert.ok(!timeline.sync(['a', 'illegal']));
  assert.equal(timeline.at(99).action, 'a');
});

test('an action that is still asked about is written as the list will write it', () => {
  const timeline = new Timeline(Object.assign(new FakeGame(), { notate: (notation, move) => `${notation} ${move}` }), [
    'kif',
    'western',
  ]);
  const asked = timeline.written('a');
  timeline.sync(['a']);
  assert.deepEqual(asked, { kif: 'kif a', western: 'western a' });
  assert.deepEqual(timeline.last.written, asked);
});

test('a score sheet has a row for what each side did in turn', () => {
  const entries = ['', 'first', 'second', 'second', 'first', 'first', 'second'].map((by) => ({ by: by || null }));
  assert.deepEqual(
    scoreSheet(entries).map(({ number, cells }) => [number, ...cells.map(({ by, plies }) => `${by} ${plies}`)]),
    [
      [1, 'first 1', 'second 2,3'],
      [2, 'first 4,5', 'second 6'],
    ],
  );
});

test('clocks count on from the last word of the server', () => {
  const reading = { first: 10_000, second: 60_000, running: 'first', at: 5000 };
  assert.equal(shownTime(reading, 'first', 8000).ms, 7000);
  assert.equal(shownTime(reading, 'second', 8000).ms, 60_000);
  assert.equal(shownTime(reading, 'first', 99_000).ms, 0);
  assert.equal(shownTime(reading, 'first', 4000).ms, 10_000, 'a clock of ours that is slow gives no time');
});

test('after the main time the present period is shown, and how many are left with it', () => {
  const shown = (first) => shownTime({ first, second: 0, running: null, at: 0, period: 30, periods: 3 }, 'first', 0);
  for (const [left, ms, periods] of [
    [690_000, 600_000, 0],
    [90_001, 1, 0],
    [90_000, 30_000, 3],
    [89_999, 29_999, 3],
    [60_000, 30_000, 2],
    [1, 1, 1],
    [0, 0, 0],
  ]) {
    assert.deepEqual(shown(left), { ms, periods }, `${left}`);
  }
});

test('a period alarms later than a main time', () => {
  assert.deepEqual(
    [20_000, 19_999].map((ms) => isLow({ ms, periods: 0 })),
    [false, true],
  );
  assert.deepEqual(
    [10_000, 9_999].map((ms) => isLow({ ms, periods: 2 })),
    [false, true],
  );
});

test('clocks as they are shown', () => {
  for (const [ms, text] of [
    [3_723_000, '1:02:03'],
    [303_000, '5:03'],
    [60_999, '1:00'],
    [19_999, '0:19.9'],
    [9_400, '0:09.4'],
    [0, '0:00.0'],
  ]) {
    assert.equal(formatClock(ms), text);
    if (ms > 0) assert.notEqual(formatClock(ms - untilChange({ ms, periods: 0 })), text, `${ms} changes in time`);
  }
});

test('byoyomi is counted in seconds begun', () => {
  for (const [ms, text] of [
    [30_000, '30 ×3'],
    [29_999, '30 ×3'],
    [29_000, '29 ×3'],
    [1, '1 ×3'],
  ]) {
    const shown = { ms, periods: 3 };
    assert.equal(clockFace(shown), text);
    const wait = untilChange(shown);
    assert.equal(clockFace({ ms: ms - wait + 1, periods: 3 }), text, `${ms} changes no sooner`);
    if (ms > 1000) assert.notEqual(clockFace({ ms: ms - wait, periods: 3 }), text, `${ms} changes in time`);
  }
});

test('a clock is drawn when its text changes, and one that has run out no more', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  let drawn = 0;
  const clock = { first: 350, second: 60_000, running: 'first', at: 0 };
  const hands = new ClockHands(
    () => ({ clock, now }),
    () => (drawn += 1),
  );
  hands.move();
  const pass = (ms) => {
    for (const end = now + ms; now < end; ) {
      now += 1;
      t.mock.timers.tick(1);
    }
  };
  pass(400);
  assert.equal(drawn, 5, 'at 0.35, 0.2, 0.1, 0.0 and the end');
  pass(2000);
  assert.equal(drawn, 5);
});

test('the time of the server is taken from the quickest exchange', () => {
  const time = new ServerTime();
  time.note(5000, 1000);
  assert.equal(time.at(1000), 5000);
  time.note(6000, 2000, 400);
  assert.equal(time.at(2000), 6200);
  time.note(9000, 3000, 900);
  assert.equal(time.at(2000), 6200, 'a slower exchange says less');
  time.note(9000, 3000, -50);
  assert.equal(time.at(2000), 6200, 'a clock that was set in between says nothing');
});

test('no exchange is trusted for ever', () => {
  const time = new ServerTime();
  time.note(5000, 1000, 20);
  for (let exchange = 0; exchange < 9; exchange += 1) time.note(90_030, 1000, 60);
  assert.equal(time.at(1000), 90_060);
});
