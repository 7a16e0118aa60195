// Moves read aloud: as the notation that is chosen names the piece, in the language of the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as engine from '../../static/engine/yiguan_engine.js';
import { Names } from '../../static/js/game/names.js';
import { engineNotations } from '../../static/js/game/written.js';
import { Timeline } from '../../static/js/game/timeline.js';
import { descriptor } from '../../static/js/games/index.js';
import { setLanguage } from '../../static/js/i18n/i18n.js';
import { choose } from '../../static/js/ui/settings.js';
import './support/words.js';

engine.initSync({ module: readFileSync(new URL('../../static/engine/yiguan_engine_bg.wasm', import.meta.url)) });

/** The announcement of each move of a game, and the marks of checks in the list. */
function said(game, moves, position = undefined) {
  const names = new Names(undefined, '', descriptor(game));
  const timeline = new Timeline(new engine.Game(game, undefined, '{}', position), engineNotations(descriptor(game)));
  timeline.sync(moves);
  assert.equal(timeline.ply, moves.length);
  return moves.map((_, ply) => names.spoken(timeline.at(ply + 1), timeline.at(ply)));
}

/** Announces the same in another notation and language, and then returns. */
function under(game, notation, language, run) {
  choose('notations', { [game]: notation });
  setLanguage(language);
  const found = run();
  setLanguage('en');
  choose('notations', {});
  return found;
}

const SHOGI = ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*5e', '2b3c'];

test('a move of shogi is announced in western notation: with its origin only where that is needed', () => {
  assert.deepEqual(said('shogi', SHOGI), [
    'pawn to 7f',
    'pawn to 3d',
    'bishop to 2b, takes bishop, promotes',
    'silver to 2b, takes horse',
    'bishop dropped on 5e',
    'silver to 3c',
  ]);
  assert.deepEqual(said('shogi', ['4i5h', '5c5d', '6i7h']), ['gold 4i to 5h', 'pawn to 5d', 'gold to 7h']);
  assert.deepEqual(said('shogi', ['7g7f', '3c3d', '8h2b']).at(-1), 'bishop to 2b, takes bishop, does not promote');
  assert.deepEqual(
    under('shogi', 'usi', 'en', () => said('shogi', ['7g7f'])),
    ['pawn 7g to 7f'],
  );
});

test('a move of xiangqi is announced in WXF notation', () => {
  assert.deepEqual(said('xiangqi', ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0i1']), [
    'cannon 2 across to 5',
    'horse 8 forward 7',
    'horse 2 forward 3',
    'chariot 9 across to 8',
    'chariot 1 forward 1',
  ]);
  const tandem = '5k3/9/9/4C4/9/9/4C4/9/9/3K5 w - - 0 1';
  assert.deepEqual(said('xiangqi', ['e6d6'], tandem), ['front cannon across to 6']);
  assert.deepEqual(said('xiangqi', ['e3d3'], tandem), ['rear cannon across to 6']);
});

test('where the notation is of another language the move is read in one of the page’s own', () => {
  assert.deepEqual(
    under('xiangqi', 'wxf', 'zh', () => said('xiangqi', ['h2e2'])),
    ['炮二平五'],
  );
  assert.deepEqual(
    under('shogi', 'western', 'ja', () => said('shogi', ['7g7f'])),
    ['７六歩'],
  );
});

test('a check has no sign where that means something else', () => {
  const sign = (game, notation) => under(game, notation, 'en', () => new Names(undefined, '', descriptor(game)).checkSign);
  assert.deepEqual([sign('shogi', 'western'), sign('shogi', 'usi'), sign('xiangqi', 'wxf')], ['', '', '']);
  assert.deepEqual([sign('shogi', 'japanese'), sign('xiangqi', 'chinese'), sign('xiangqi', 'iccs')], ['+', '+', '+']);
});
