// Guidance for a player: the owed action and its reason, and moves that are typed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { catalogue, Game, initSync } from '../../static/engine/yiguan_engine.js';
import { allDescriptors, descriptor } from '../../static/js/games/index.js';
import { turnHints } from '../../static/js/game/turn_hints.js';
import { meterText, recurrence } from '../../static/js/game/repetition_meter.js';
import { duty, effectTexts, owedText, resultText, ruleText } from '../../static/js/game/sentences.js';
import { Timeline } from '../../static/js/game/timeline.js';
import { readTyped } from '../../static/js/match/typed.js';
import { TEXTS } from '../../static/js/i18n/i18n.js';
import './support/words.js';

initSync({ module: readFileSync(new URL('../../static/engine/yiguan_engine_bg.wasm', import.meta.url)) });

/** The lead after some actions from a position. */
function leadAfter(game, ruleset, position, moves, options = {}) {
  const timeline = new Timeline(new Game(game, ruleset, JSON.stringify(options), position));
  assert.ok(timeline.sync(moves));
  return turnHints(timeline, descriptor(game).read(timeline.last.position), timeline.game.legal());
}

test('a chain binds to the stones that capture', () => {
  const line = 'b1b2 b4b3 d1d2 a4b4 a1a2 c4c3 c1c2 b3b2'.split(' ');
  const lead = leadAfter('xia-si', 'as-printed', undefined, line);
  assert.deepEqual(lead, { owed: { kind: 'capture' }, goesOn: true, earned: 0, must: ['c3'], ends: null, safe: [] });
});

/** The names of a game, as far as its guidance shows them. */
const namesOf = (game) => ({ game: descriptor(game), side: (side) => side, captures: () => '' });

test('removals are owed to what earned them until the last is made', () => {
  const line = 'b1b2 a6a5 d1d2 a5a4 e1e2 c6c5 f1f2 e6e5 a1a2 d6c6 c1c2'.split(' ');
  // The action that earned them is the last one at first, and need not be shown twice.
  for (const [moves, count, made] of [
    [line, 2, 0],
    [[...line, 'xc5'], 1, 2],
  ]) {
    const { owed, earned, goesOn } = leadAfter('xia-liu', 'as-printed', undefined, moves);
    assert.deepEqual([owed, earned, goesOn], [{ kind: 'remove', count }, made, true]);
    // One number: that of the stones still to be removed.
    const text = owedText(
      { lead: { owed, earned, goesOn, safe: [] }, legal: [], names: namesOf('xia-liu'), placement: {} },
      'first',
    );
    assert.equal(text, [made && 'Line of six completed', `Remove enemy stones (${count})`].filter(Boolean).join(' · '));
  }
});

/** The owed action on the page where the only action left is a pass. */
function owedBefore(ruleset, position, options = {}) {
  const timeline = new Timeline(new Game('diu-fang', ruleset, JSON.stringify(options), position));
  const [legal, placement] = [timeline.game.legal(), descriptor('diu-fang').read(position)];
  assert.deepEqual(legal, ['pass'], position);
  return owedText(
    { lead: turnHints(timeline, placement, legal), legal, names: namesOf('diu-fang'), placement },
    timeline.last.turn,
  );
}

test('before a pass that ends the game the player is warned', () => {
  const pass = 'No legal move: pass';
  const full = 'bbbbbb/bbbbbb/bbbbbb/wwwwww/wwwwww/wwwwww w m';
  const six = { board: '6x6' };
  const draws = `${pass} · this ends the game: Draw – two passes in a row`;
  // The first pass leaves the other side its turn; the second in a row draws.
  for (const [ruleset, options] of [
    ['salmi', six],
    ['chinese', { ...six, style: 'tian' }],
  ]) {
    assert.equal(owedBefore(ruleset, full, options), pass);
    assert.equal(owedBefore(ruleset, `${full}z`, options), draws);
  }
  const corner = '7/7/7/7/7/w6/bw5 b mz';
  assert.equal(owedBefore('ludii', corner), draws);
  // In the program two passes do not draw, and a pass ends the removals after the last stone.
  assert.equal(owedBefore('ludii-1.3', corner), pass);
  const won = owedBefore('ludii-1.3', '7/7/7/1b1b3/b1b1b2/1b1b3/7 b mx1');
  assert.equal(won, `${pass} · this ends the game: first wins – all stones captured`);
});

test('the player not to act reads which player owes an action', () => {
  const timeline = new Timeline(new Game('diu-fang', 'salmi', '{}'));
  const [legal, placement] = [timeline.game.legal(), descriptor('diu-fang').read(timeline.last.position)];
  const lead = turnHints(timeline, placement, legal);
  const read = (seat, turn = 'first') =>
    duty({ lead, legal, names: namesOf('diu-fang'), placement, model: { turn }, state: { seat }, standing: '' });
  const owed = read('first');
  assert.match(owed, /^Place a stone \(/);
  assert.deepEqual([read('second'), read(null)], [`first: ${owed}`, `first: ${owed}`]);
  assert.equal(read('first', null), '');
});

test('a result reads as one sentence', () => {
  const ended = (result, reason) => resultText({ result, reason }, namesOf('xiangqi'), null);
  assert.equal(ended('first', 'resignation'), 'first wins by resignation');
  assert.equal(ended('draw', 'agreement'), 'Draw by agreement');
  assert.equal(ended('second', 'timeout'), 'second wins – time ran out');
  assert.equal(ended('draw', null), 'Draw');
});

test('a refusal names its point inside the sentence, or names none', () => {
  const refused = (rule, ...points) => ruleText(rule, points, 'xiangqi');
  assert.equal(refused('piece_movement', 'b3'), 'That piece can’t move to b3.');
  assert.equal(refused('piece_movement'), 'That piece can’t move like that.');
  assert.equal(refused('blocked', 'b3', 'b4'), 'Another piece is in the way.');
  assert.equal(refused('repetition', 'a1'), TEXTS.en['rule.repetition']);
});

test('a refusal is in the words of its game', () => {
  const refused = (game, ...points) => ruleText('empty_origin', points, game);
  assert.deepEqual(
    ['xiangqi', 'xia-si'].map((game) => refused(game, 'b3')),
    ['There is no piece on b3.', 'There is no stone on b3.'],
  );
  assert.deepEqual(
    ['shogi', 'xia-si'].map((game) => refused(game)),
    ['There is no piece there.', 'There is no stone there.'],
  );
});

test('an obligation that lapses because nothing may be taken is shown with the action that earned it', () => {
  const told = (ruleset, position, move) => {
    const timeline = new Timeline(new Game('diu-fang', ruleset, JSON.stringify({ board: '6x6' }), position));
    assert.ok(timeline.sync([move]));
    return effectTexts(timeline.last, namesOf('diu-fang')).join(' · ');
  };
  const lapse = (count) => `Removals forfeited: ${count} (all remaining enemy stones are protected by a fang)`;
  const [forms, two] = ['ww4/ww4/6/6/bb4/b1b3 b m', 'ww4/ww4/6/w5/bbb3/bbb3 b mx2'];
  assert.equal(told('salmi', forms, 'c1b1'), lapse(1));
  assert.equal(told('salmi', two, 'xa3'), lapse(1));
  // Under the Chinese text any stone may be taken then.
  assert.equal(told('chinese', forms, 'c1b1'), 'Fang (squares) made: 1');
});

test('a turn that can only begin with a removal is an exchange', () => {
  const position = '6w/7/7/3bw2/7/1b5/7 b m';
  assert.deepEqual(leadAfter('diu-fang', 'shimizu', position, []).owed, { kind: 'exchange' });
  const after = leadAfter('diu-fang', 'shimizu', position, ['xe4']);
  assert.deepEqual([after.owed, after.must], [{ kind: 'fill', at: 'e4' }, ['d4']]);
});

test('a fang and the stones it protects are announced', () => {
  const { safe } = leadAfter('diu-fang', 'salmi', '7/7/7/7/7/2w4/wwb4/wwb4 b mx1', [], { board: '7x8' });
  assert.deepEqual(safe.map(({ at }) => at).sort(), ['a1', 'a2', 'b1', 'b2']);
  assert.deepEqual(safe[0].by, ['a1', 'b1', 'a2', 'b2']);
});

test('a typed move is read in every form that means one action', () => {
  const steps = ['h2e2', 'b2e2', 'a0a1'];
  const shogi = ['7g7f', '8h2b', '8h2b+', 'P*5e'];
  /** @type {Record<string, string[]>} */
  const forms = {
    '7g7f': ['７六歩(77)', 'P-7f', '７六歩'],
    '8h2b+': ['Bx2b+', '２二角成'],
    '8h2b': ['Bx2b=', '２二角不成'],
    h2e2: ['C2.5', 'C2=5', '炮二平五'],
    b2e2: ['馬八進七', '马八进七'],
  };
  const written = (action) => forms[action] ?? [];
  for (const [text, legal, expected] of [
    ['h2e2', steps, { play: 'h2e2' }],
    [' H2 - E2 ', steps, { play: 'h2e2' }],
    ['h2xe2', steps, { play: 'h2e2' }],
    ['a1', steps, { play: 'a0a1' }],
    ['e2', steps, { problem: 'typed.ambiguous' }],
    ['a0a5', steps, { ask: 'a0a5' }],
    ['', steps, { problem: 'typed.unknown' }],
    ['hello', steps, { problem: 'typed.unknown' }],
    ['8h2b+', shogi, { play: '8h2b+' }],
    ['8h2b', shogi, { play: '8h2b' }],
    ['p*5e', shogi, { play: 'P*5e' }],
    ['７六歩', shogi, { play: '7g7f' }],
    ['7六歩(77)', shogi, { play: '7g7f' }],
    ['G*5e', shogi, { ask: 'G*5e' }],
    ['d4', ['@d4', '@e4'], { play: '@d4' }],
    ['@d5', ['@d4', '@e4'], { ask: '@d5' }],
    ['d5', ['xd4', 'xe4'], { ask: 'xd5' }],
    ['xd4', ['xd4', 'xe4'], { play: 'xd4' }],
    ['pass', ['pass'], { play: 'pass' }],
    ['☗７六歩', shogi, { play: '7g7f' }],
    ['P-7f', shogi, { play: '7g7f' }],
    ['Bx2b+', shogi, { play: '8h2b+' }],
    ['Bx2b=', shogi, { play: '8h2b' }],
    ['Bx2b', shogi, { play: '8h2b' }],
    ['C2=5', steps, { play: 'h2e2' }],
    ['C2.5', steps, { play: 'h2e2' }],
    ['c25', steps, { play: 'h2e2' }],
    // Backwards is another move than sideways.
    ['C2-5', steps, { problem: 'typed.unknown' }],
    ['炮二平五', steps, { play: 'h2e2' }],
    ['马八进七', steps, { play: 'b2e2' }],
  ]) {
    assert.deepEqual(readTyped(text, legal, written), expected, `“${text}” among ${legal}`);
  }
});

/** The meter's words, in English, for an action after others. */
function meterOf(game, ruleset, position, moves, action) {
  const timeline = new Timeline(new Game(game, ruleset, '{}', position));
  assert.ok(timeline.sync(moves.split(' ').filter(Boolean)));
  const found = recurrence(timeline, action);
  return found && meterText(found, { side: (side) => side, game: { id: game } });
}

test('the meter shows how the rules of each game treat repetition', () => {
  const rook = '3k5/9/9/9/9/9/9/9/7R1/5K3 w';
  const once = 'h1d1 d9e9 d1e1 e9d9';
  const cannon = '3k5/9/9/9/7c1/9/9/R8/9/4K4 w';
  const twice = `${once} e1d1 d9e9 d1e1 e9d9`;
  const shogi = '4k4/9/9/9/9/9/9/9/R3K4 b - 1';
  const lap = '4h5h 5a4a 5h4h 4a5a';
  for (const [game, ruleset, position, moves, action, expected] of [
    ['xiangqi', 'walker', rook, once, 'e1d1', 'Perpetual check (2 of 3) · then not allowed'],
    ['xiangqi', 'walker', rook, twice, 'e1d1', 'Perpetual check (3 of 3) · not allowed'],
    ['xiangqi', 'standard', rook, once, 'e1d1', 'Perpetual check (2 of 3) · then first loses'],
    ['xiangqi', 'standard', rook, twice, 'e1d1', 'Perpetual check (3 of 3) · first loses by this move'],
    ['xiangqi', 'standard', rook, once, 'e1e5', null],
    [
      'xiangqi',
      'walker',
      rook,
      `${once} e1d1 d9e9 d1e1`,
      'e9d9',
      'Perpetual check (2 of 3) · then first may not repeat the check',
    ],
    ['xiangqi', 'standard', cannon, 'a2a5 h5h6 a5a6 h6h5', 'a6a5', 'Perpetual chase (2 of 3) · then first loses'],
    [
      'xiangqi',
      'standard',
      cannon,
      'a2a5 h5h6 a5a6 h6h5 a6a5 h5h6 a5a6 h6h5',
      'a6a5',
      'Perpetual chase (3 of 3) · first loses by this move',
    ],
    ['shogi', 'standard', shogi, `9i9h 5a4a 9h4h 4a5a ${lap} 4h5h 5a4a`, '5h4h', 'Perpetual check (3 of 4) · then first loses'],
    ['xia-si', 'as-printed', '3w/4/4/bb2 b -', 'a1a2 d4d3 a2a1', 'd3d4', 'Position repeated (2 of 3) · then a draw'],
    ['xia-si', 'original', '3w/4/4/bb2 b -', 'a1a2 d4d3', 'a2a1', null],
  ]) {
    assert.equal(meterOf(game, ruleset, position, moves, action), expected, `${game} ${ruleset} ${moves} ${action}`);
  }
});

/** Texts and figures of a game. */
const lessonOf = (id) => JSON.parse(readFileSync(new URL(`../../static/rules/${id}.json`, import.meta.url), 'utf8'));

test('every game explains the words of its board in each language', () => {
  for (const { id } of allDescriptors()) {
    const { terms } = lessonOf(id);
    assert.ok(terms.length >= 4, id);
    for (const { term, text } of terms)
      for (const language of ['en', 'zh', 'ja']) assert.ok(term[language]?.trim() && text[language]?.trim(), `${id} ${term.en}`);
  }
});

test('every ruleset has its aim in three sentences, in each language', () => {
  const { games } = JSON.parse(catalogue());
  for (const { id, rulesets } of games) {
    const { aim } = lessonOf(id);
    assert.deepEqual(
      Object.keys(aim),
      rulesets.map((ruleset) => ruleset.id),
      id,
    );
    for (const sentences of Object.values(aim)) {
      assert.equal(sentences.length, 3, id);
      for (const language of ['en', 'zh', 'ja']) for (const text of sentences) assert.match(text[language] ?? '', /[.。]$/, id);
    }
  }
});

test('every game has its history in a few lines, each with its source, in each language', () => {
  for (const { id } of allDescriptors()) {
    const { history } = lessonOf(id);
    assert.ok(history.length >= 2 && history.length <= 4, id);
    for (const { text, source } of history)
      for (const language of ['en', 'zh', 'ja'])
        assert.ok(text[language]?.trim() && source[language]?.trim(), `${id} ${text.en}`);
  }
});
