// The end of a game by repetition: the note of each move, of the article and of other rulesets.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { catalogue, Game, initSync } from '../../static/engine/yiguan_engine.js';
import { articleText, elsewhereText, findingText, labelText } from '../../static/js/game/evidence_view.js';
import { Names } from '../../static/js/game/names.js';
import { descriptor } from '../../static/js/games/index.js';
import { LANGUAGES, setLanguage } from '../../static/js/i18n/i18n.js';
import './support/words.js';

initSync({ module: readFileSync(new URL('../../static/engine/yiguan_engine_bg.wasm', import.meta.url)) });
const { games } = JSON.parse(catalogue());

/** A game played to its end, its evidence and its names. */
function ended(id, ruleset, position, moves, version = undefined) {
  const game = new Game(id, ruleset, '{}', position, version);
  for (const move of moves.split(' ')) game.play(move);
  assert.ok(game.result(), `${moves} ends the game`);
  const names = new Names(
    games.find((info) => info.id === id),
    ruleset,
    descriptor(id),
  );
  return { game, names, evidence: JSON.parse(game.evidence()) };
}

const PINNED = '5k3/9/5n3/9/7c1/9/9/R4R3/9/4K4 w';
const AFTER = 'a2a5 h5h6 a5a6 h6h5 a6a5 h5h6 a5a6 h6h5 a6a5';

test('every move of a perpetual chase is labelled, and the article quoted', () => {
  const { game, names, evidence } = ended('xiangqi', 'standard', PINNED, AFTER);
  assert.equal(game.reason(), 'perpetual_chase');
  assert.deepEqual(evidence.stood, [1, 5, 9]);
  assert.deepEqual(
    evidence.plies.map(({ action, label }) => `${action} ${label}`),
    ['h5h6 idle', 'a5a6 chase', 'h6h5 idle', 'a6a5 chase', 'h5h6 idle', 'a5a6 chase', 'h6h5 idle', 'a6a5 chase'],
  );
  const labels = evidence.plies.slice(0, 4).map((ply) => labelText(ply, names));
  assert.deepEqual(labels, [
    'neither check nor chase',
    'chases the cannon: its protector can’t leave its place',
    'neither check nor chase',
    'chases the cannon: nothing protects it',
  ]);
  assert.equal(findingText(evidence, names), 'Red attacked the same cannon with every move of the repetition.');
  assert.match(articleText(evidence.ruling, names), /^Asian rules: chasing one piece/);
  assert.deepEqual(
    evidence.elsewhere.map((other) => elsewhereText(other, names)),
    ['Walker’s rules: the game would be a draw.'],
  );
});

test('a game of version 1 ends as it ended, and today’s version is shown next to it', () => {
  const { game, names, evidence } = ended('xiangqi', 'standard', PINNED, AFTER, 1);
  assert.deepEqual([game.result(), game.reason()], ['draw', 'repetition']);
  assert.deepEqual(
    evidence.elsewhere.map((other) => elsewhereText(other, names)),
    ['Standard, today’s version: Red would lose by perpetual chase.', 'Walker’s rules: the game would be a draw.'],
  );
});

test('every end by repetition is explained in each language', () => {
  const rook = '3k5/9/9/9/9/9/9/9/7R1/5K3 w';
  const checks = 'h1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9 e1d1';
  const lap = '4h5h 5a4a 5h4h 4a5a';
  for (const [id, ruleset, position, moves, said] of [
    ['xiangqi', 'standard', PINNED, AFTER, 'Red attacked the same cannon with every move of the repetition.'],
    ['xiangqi', 'standard', rook, checks, 'Red gave check with every move of the repetition.'],
    [
      'xiangqi',
      'standard',
      undefined,
      'a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9',
      'The position occurred 3 times, and neither side gave check or chased one piece with every move.',
    ],
    [
      'xiangqi',
      'standard',
      '5r3/3k5/3c5/9/3R5/9/9/5K3/9/3C5 w',
      'd5f5 d7f7 f5d5 f7d7 d5f5 d7f7 f5d5 f7d7',
      'Both sides gave check with every move.',
    ],
    [
      'xiangqi',
      'walker',
      '9/4k4/9/9/9/9/9/3n5/4n4/2r1CK3 b',
      'e8d8 e0d0 d8e8 d0e0 e8d8 e0d0 d8e8',
      'Every move left would repeat a position in a way that is not allowed.',
    ],
    [
      'shogi',
      'standard',
      '4k4/9/9/9/9/9/9/5R3/4K4 b - 1',
      `${lap} ${lap} ${lap}`,
      'Black (sente) gave check with every move of the repetition.',
    ],
    ['er-chi-yi', 'standard', undefined, 'a1a2 e5e4 a2a1 e4e5 a1a2 e5e4 a2a1 e4e5', 'The position occurred 3 times.'],
  ]) {
    for (const { id: language } of LANGUAGES) {
      setLanguage(language);
      const { names, evidence } = ended(id, ruleset, position, moves);
      const texts = [
        findingText(evidence, names),
        articleText(evidence.ruling, names),
        ...evidence.plies.map((ply) => labelText(ply, names)),
        ...evidence.elsewhere.map((other) => elsewhereText(other, names)),
      ];
      if (language === 'en') assert.equal(texts[0], said);
      for (const text of texts.filter((said) => id !== 'er-chi-yi' || said)) {
        assert.ok(text && !text.includes('{') && !text.includes('undefined'), `${id} ${language}: ${text}`);
        if (language !== 'en') assert.doesNotMatch(text.replace(/Walker/g, ''), /[A-Za-z]{3,}/, text);
      }
    }
    setLanguage('en');
  }
});
