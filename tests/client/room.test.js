// The texts and offers of a match: the phase, the grace, the end, the buttons, without a page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Game, catalogue, initSync } from '../../static/engine/yiguan_engine.js';
import { takenFrom, turningPoint } from '../../static/js/game/material.js';
import { Names } from '../../static/js/game/names.js';
import { begunText, phaseText, taskText } from '../../static/js/game/phases.js';
import { shownName } from '../../static/js/game/player_name.js';
import { Timeline } from '../../static/js/game/timeline.js';
import { descriptor } from '../../static/js/games/index.js';
import { setLanguage } from '../../static/js/i18n/i18n.js';
import { countedSecond, shownGrace } from '../../static/js/game/clock.js';
import { Announcer } from '../../static/js/match/announcer.js';
import { usableControls } from '../../static/js/match/controls.js';
import { reasonText } from '../../static/js/match/end_view.js';
import { graceText } from '../../static/js/match/grace.js';
import { model } from '../../static/js/match/model.js';
import { figuresFor } from '../../static/js/match/rules_dialog.js';
import { emptyState, receive } from '../../static/js/match/state.js';
import { heardBetween } from '../../static/js/ui/sound.js';
import { event, openMatch, snapshot } from './support/match.js';
import './support/words.js';

initSync({ module: readFileSync(new URL('../../static/engine/yiguan_engine_bg.wasm', import.meta.url)) });
const { games } = JSON.parse(catalogue());
const namesOf = (game, ruleset) =>
  new Names(
    games.find(({ id }) => id === game),
    ruleset,
    descriptor(game),
  );

test('the phase of a game of several is shown with the number of stones left to place, and its task', () => {
  const names = namesOf('diu-fang', 'salmi');
  const told = (position, side) => phaseText(names, position, names.game.read(position), side);
  assert.equal(told('6/6/6/6/6/6 b p18,17', 'second'), 'Phase 1 of 3: Placement, 17 left');
  assert.equal(told('bbbbbb/6/6/6/6/wwwwww b m', 'first'), 'Phase 3 of 3: Movement');
  assert.match(taskText(names, 'bbbbbb/6/6/6/6/wwwwww b m'), /^Move one of your stones/);
  const line = namesOf('er-chi-yi', 'standard');
  assert.deepEqual(
    [phaseText(line, '4/4/4/4 b -', { pieces: new Map() }, 'first'), taskText(line, '4/4/4/4 b -')],
    ['', line.ruleset.turn.en],
  );
});

test('each side is notified once that a phase has begun', () => {
  const names = namesOf('diu-fang', 'salmi');
  const timeline = new Timeline(new Game('diu-fang', 'salmi', '{"board":"6x6"}', '6/6/6/6/b1b1b1/w1w1w1 b p1,1'));
  const told = [''];
  for (const move of ['@f6', '@a6', 'f6e6', 'a6a5', 'e6e5']) {
    assert.ok(timeline.sync([...timeline.entries.slice(1).map(({ action }) => action), move]), move);
    told.push(begunText(names, timeline.entries).split('.')[0]);
  }
  assert.deepEqual(told, ['', '', 'Movement begins', 'Movement begins', '', '']);
});

test('a guest without a name is called so in the language of the page', () => {
  const said = ['en', 'zh', 'ja'].map((language) => {
    setLanguage(language);
    return [shownName('Guest 4f2a'), shownName('Guest Li'), shownName(null)];
  });
  setLanguage('en');
  assert.deepEqual(said, [
    ['Guest 4f2a', 'Guest Li', ''],
    ['访客 4f2a', 'Guest Li', ''],
    ['ゲスト 4f2a', 'Guest Li', ''],
  ]);
});

const GRACE = { first: 300_000, second: 300_000, running: null, at: 1000, grace: { side: 'first', left: 30_000 } };

test('a grace is counted down, to each side in its own words', () => {
  assert.deepEqual(
    [shownGrace(GRACE, 1000).seconds, shownGrace(GRACE, 3500).seconds, shownGrace(GRACE, 99_000).seconds],
    [30, 28, 0],
  );
  assert.equal(shownGrace({ ...GRACE, grace: null }, 1000), null);
  const names = namesOf('tui-da-che', 'original');
  assert.equal(graceText(GRACE, 'first', names, 3000), 'Make your first move: 28 s, or the game is aborted');
  assert.equal(graceText(GRACE, 'second', names, 3000), 'Black has 28 s for the first move, or the game is aborted');
  assert.equal(graceText(null, 'first', names, 3000), '');
  const days = { ...GRACE, grace: { side: 'first', left: 50 * 3_600_000 } };
  assert.equal(graceText(days, 'first', names, GRACE.at), 'Make your first move within 2 d 2 h, or the game is aborted');
  assert.equal(graceText(days, null, names, GRACE.at), 'Black has 2 d 2 h for the first move, or the game is aborted');
});

test('the last ten seconds of a period and of a grace are counted aloud, for either player', () => {
  const period = (first) => ({ first, second: 0, running: 'first', at: 0, period: 30, periods: 3 });
  assert.deepEqual(
    [70_001, 70_000, 61_000, 60_001, 60_000].map((left) => countedSecond(period(left), 'first', 0)),
    [null, 10, 1, 1, null],
  );
  assert.equal(countedSecond(period(65_000), 'second', 0), null);
  assert.equal(countedSecond(period(95_000), 'first', 0), null, 'main time is not counted');
  assert.deepEqual(
    [1000, 21_000, 30_500].map((now) => countedSecond(GRACE, 'first', now)),
    [null, 10, 1],
  );
  assert.equal(countedSecond(GRACE, 'second', 22_000), null);
  const moment = { ply: 0, over: false, low: true, taken: false, check: false, shape: 'stone', begun: true, second: 10 };
  assert.deepEqual(heardBetween(moment, { ...moment, second: 9 }), ['tick']);
  assert.deepEqual(heardBetween(moment, { ...moment, second: null }), []);
  assert.deepEqual(heardBetween({ ...moment, begun: false }, moment), ['join']);
});

test('the end is described to each side in its own words, and neutrally to others', () => {
  const won = { result: 'first', reason: 'resignation' };
  assert.deepEqual(
    [
      reasonText(won, 'first'),
      reasonText(won, 'second'),
      reasonText({ result: 'draw', reason: 'agreement' }, 'first'),
      reasonText({ result: null, reason: null }, null),
    ],
    ['Your opponent resigned.', 'You resigned.', 'Agreement', ''],
  );
});

/** The buttons of a page in a state, with whether they can be used. */
function buttons(messages, seat) {
  const state = [{ type: 'welcome', seat, seq: 10, now: 1000 }, ...messages].reduce(receive, emptyState());
  return usableControls(model(state, null, 0), state.match, seat);
}

test('only buttons that are of use in the state of the match are there', () => {
  assert.deepEqual(buttons([openMatch()], 'first'), { abort: true });
  assert.deepEqual(buttons([openMatch()], null), {});
  assert.deepEqual(buttons([snapshot()], null), { flip: true, pen: true, other: true });
  const over = event(11, 'ended', { result: 'second', reason: 'resignation' });
  assert.deepEqual(buttons([snapshot({ ply: 1, moves: ['a1a2'] }), over], 'first'), {
    replay: true,
    flip: true,
    pen: true,
    rematch: true,
  });
  assert.deepEqual(buttons([snapshot({ ply: 1, moves: ['a1a2'] }), over], null), {
    replay: true,
    flip: true,
    pen: true,
    other: true,
  });
  const aborted = event(11, 'ended', { result: null, reason: 'aborted' });
  assert.deepEqual(buttons([openMatch(), aborted], 'first'), {});
});

test('taken pieces are listed dearest first, where they do not change sides', () => {
  const xiangqi = descriptor('xiangqi');
  const read = (board) => xiangqi.read(`${board} w - - 0 1`);
  const start = read('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR');
  const now = read('rnbakab2/9/1c5c1/p1p1p1p2/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR');
  assert.deepEqual(
    takenFrom(start, now, xiangqi, 'second').map(({ role }) => role),
    ['chariot', 'horse', 'soldier'],
  );
  assert.deepEqual(takenFrom(start, now, xiangqi, 'first'), []);
  for (const game of ['shogi', 'tui-da-che'])
    assert.deepEqual(takenFrom(start, { pieces: new Map() }, descriptor(game), 'second'), []);
});

test('a game turned where the winner was ahead for good', () => {
  const game = descriptor('tui-da-che');
  const entries = (boards) => boards.map((board) => ({ position: `${board} b -` }));
  const line = entries(['wwww/4/4/bbbb', 'wwww/4/b3/1bbb', 'ww2/4/b3/1bbb', 'ww2/4/4/2bb', 'w3/4/4/2bb']);
  assert.equal(turningPoint(line, game, 'first'), 4);
  assert.equal(turningPoint(line, game, 'second'), null);
});

test('the rules open at the last effect, then at the beginning', () => {
  const figure = (id, expect, first = false, ruleset = 'a') => ({ id, ruleset, expect, first });
  const figures = [
    figure('begin', { captures: [] }, true),
    figure('nifu', { refused: 'nifu' }),
    figure('other', { refused: 'nifu' }, true, 'b'),
    figure('top', { captures: [{ at: 'a1', pattern: 'top' }] }),
    figure('fang', { earned: 1 }),
  ];
  const shown = (happened) => {
    const { exact, first } = figuresFor(figures, 'a', { refused: null, patterns: [], earned: false, ...happened });
    return [exact, first].map((some) => some.map(({ id }) => id).join());
  };
  assert.deepEqual(shown({ refused: 'nifu', patterns: ['top'] }), ['nifu', 'begin']);
  assert.deepEqual(shown({ patterns: ['top'] }), ['top', 'begin']);
  assert.deepEqual(shown({ earned: true }), ['fang', 'begin']);
  assert.deepEqual(shown({}), ['', 'begin']);
});

test('a repeated offer is announced again', () => {
  const region = { textContent: '' };
  const announcer = new Announcer(region);
  const names = { side: () => 'White' };
  const match = snapshot();
  const heard = [];
  for (const offers of [
    [],
    [{ offer: 'draw', by: 'second', mine: false }],
    [],
    [{ offer: 'draw', by: 'second', mine: false }],
    [],
    [{ offer: 'draw', by: 'second', mine: false }],
  ]) {
    const before = region.textContent;
    announcer.announce(
      {
        model: { turn: 'first', offers },
        names,
        state: { seat: 'first' },
        lead: {},
        legal: [],
        placement: {},
        check: false,
        begun: '',
        standing: '',
      },
      match,
      null,
    );
    if (region.textContent !== before) heard.push(region.textContent.trim());
  }
  assert.equal(heard.length, 4, heard.join(' | '));
  assert.ok(heard.slice(1).every((text) => /offers a draw/.test(text)));
});
