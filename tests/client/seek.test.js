// The content of the bar of a seek, and when a page goes to the match by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLanguage } from '../../static/js/i18n/i18n.js';
import { sought } from '../../static/js/seek/sought.js';
import { counted, goesThere, COMPUTER_AFTER, isOlder, stageOf } from '../../static/js/seek/stage.js';

const NOW = 1_000_000;
const SEEK = {
  games: [{ game: 'shogi', ruleset: 'standard' }],
  clocks: [{ kind: 'none' }],
  side: null,
  made_at: NOW,
  expires_at: NOW + 60_000,
};
const FOUND = {
  id: 'a',
  game: 'shogi',
  ruleset: 'standard',
  clock: { kind: 'none' },
  side: 'first',
  opponent: { id: 'b', name: 'B' },
  until: NOW + 10_000,
  accepted: false,
};
const standing = (more) => ({ now: NOW, seek: null, found: null, missed: false, started: null, seekers: 1, ...more });

test('a seek is looking, found, accepted, missed and begun', () => {
  const kind = (more, now = NOW) => stageOf(standing(more), now).kind;
  assert.equal(stageOf(null, NOW).kind, 'none');
  assert.equal(kind({}), 'none');
  assert.equal(kind({ seek: SEEK }), 'looking');
  assert.equal(kind({ missed: true }), 'missed');
  assert.equal(kind({ seek: SEEK, found: FOUND }), 'found');
  assert.equal(kind({ seek: SEEK, found: { ...FOUND, accepted: true } }), 'accepted');
  assert.equal(kind({ started: 'm' }), 'started');
});

test('the seconds to accept are counted down, and those waited up', () => {
  const left = (now) => stageOf(standing({ seek: SEEK, found: FOUND }), now).seconds;
  assert.deepEqual([NOW, NOW + 1, NOW + 9_001, NOW + 10_000, NOW + 99_000].map(left), [10, 10, 1, 0, 0]);
  const waited = (now) => stageOf(standing({ seek: SEEK }), now).seconds;
  assert.deepEqual([NOW - 5, NOW + 999, NOW + 61_000].map(waited), [0, 0, 61]);
  assert.deepEqual([7, 760, 3_723].map(counted), ['0:07', '12:40', '1:02:03']);
});

test('a computer player is offered after some time of waiting', () => {
  const offers = (seconds) => stageOf(standing({ seek: SEEK }), NOW + seconds * 1_000).offersComputer;
  assert.deepEqual([COMPUTER_AFTER - 1, COMPUTER_AFTER].map(offers), [false, true]);
});

test('a page goes to a match by itself only if it was accepted there', () => {
  const accepted = standing({ seek: SEEK, found: { ...FOUND, accepted: true } });
  assert.equal(goesThere(accepted, standing({ started: 'm' })), true);
  assert.equal(goesThere(standing({ seek: SEEK, found: FOUND }), standing({ started: 'm' })), false);
  assert.equal(goesThere(null, standing({ started: 'm' })), false);
  assert.equal(goesThere(accepted, standing({ seek: SEEK })), false);
});

test('a match reported by the socket before the answer to accepting it is opened', () => {
  const found = standing({ seek: SEEK, found: FOUND });
  assert.equal(goesThere(found, standing({ started: 'm' }), FOUND.id), true);
  assert.equal(goesThere(found, standing({ started: 'm' }), 'another'), false);
  assert.equal(goesThere(found, standing({ seek: SEEK }), FOUND.id), false);
  assert.equal(goesThere(standing({}), standing({ started: 'm' }), FOUND.id), false);
});

test('a late answer does not hide newer messages of the socket', () => {
  const found = standing({ seek: SEEK, found: FOUND });
  assert.equal(isOlder(standing({ seek: SEEK }), found), true, 'of the same millisecond');
  assert.equal(isOlder(standing({ now: NOW - 1, seek: SEEK }), standing({ seek: SEEK })), true);
  assert.equal(isOlder(found, standing({ seek: SEEK })), false);
  assert.equal(isOlder(standing({ now: NOW + 1, seek: SEEK }), found), false);
  assert.equal(isOlder(standing({ started: 'm' }), found), false);
  assert.equal(isOlder(standing({}), null), false);
});

test('a game is sought as the visitor begins it, and as visitors in other languages do', () => {
  const rulesets = [{ id: 'as-printed' }, { id: 'original' }];
  const ids = (language, id) => {
    setLanguage(language);
    return sought({ id, rulesets }).map(({ ruleset }) => ruleset);
  };
  assert.deepEqual(ids('zh', 'xia-liu'), ['original', 'as-printed']);
  assert.deepEqual(ids('ja', 'xia-liu'), ['as-printed']);
  assert.deepEqual(ids('zh', 'tui-da-che'), ['as-printed']);
  setLanguage('en');
});
