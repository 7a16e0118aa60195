// Going over a game with others: the server's changes are applied, changes here are sent as
// in the samples of tests/protocol/, and again until it is answered.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as engine from '../../static/engine/yiguan_engine.js';
import { Drawings } from '../../static/js/analysis/drawings.js';
import { Study } from '../../static/js/analysis/study.js';
import { Together } from '../../static/js/analysis/together.js';

const root = new URL('../../', import.meta.url);
engine.initSync({ module: readFileSync(new URL('static/engine/yiguan_engine_bg.wasm', root)) });
const samples = JSON.parse(readFileSync(new URL('tests/protocol/analysis_client.json', root)));

const player = { id: 'me', name: 'Me', guest: true };
const other = { id: 'them', name: 'Them', guest: true };

/** A page at a game of shogi of one move, with a link in the hands of the test. */
function page({ seat = null, tree = {} } = {}) {
  const told = [];
  const link = { sent: [], hurried: [], hear: null, url: null };
  const study = new Study(new engine.Game('shogi', undefined, '{}', undefined), ['7g7f']);
  const listener = {
    changed: () => told.push('changed'),
    looked: (node, { name }) => told.push(`${name} at ${node}`),
    drawn: (node, { name }, shapes) => told.push(`${name} drew ${shapes.length} at ${node}`),
    renamed: (before, node) => told.push(`${before} is ${node}`),
    refused: (code) => told.push(code),
  };
  const together = new Together('g1', study, listener, (url, heard) => {
    link.url = url;
    link.hear = heard.message;
    link.link = heard.link;
    return { send: (message) => link.sent.push(structuredClone(message)) > 0, hurry: (online) => link.hurried.push(online) };
  });
  together.open();
  link.hear({ type: 'welcome', player, seat, seq: 0, now: 0 });
  link.hear({ type: 'tree', seq: 0, plies: 1, locked: false, nodes: [], notes: [], ...tree });
  const change = (seq, kind, fields, by = other) => link.hear({ type: 'change', seq, at: 0, by, kind, ...fields });
  return { together, study, link, told, change };
}

test('the stored tree is read, with its authors', () => {
  const nodes = [
    { node: 2, parent: 0, move: '2g2f', by: other },
    { node: 3, parent: 2, move: '3c3d', by: player },
  ];
  const { study, link } = page({ tree: { seq: 4, nodes, notes: [{ node: 3, by: other, text: 'so' }] } });
  assert.deepEqual(study.tree.actions(3), ['2g2f', '3c3d']);
  assert.deepEqual(study.tree.at(3).comments, [{ by: 'them', name: 'Them', text: 'so' }]);
  assert.equal(link.url(), '/ws/analysis/g1?since=4');
});

test('notes that follow the tree in parts are taken in', () => {
  const { study, link } = page({ tree: { seq: 4, notes: [{ node: 0, by: other, text: 'one' }] } });
  link.hear({ type: 'notes', notes: [{ node: 1, by: other, text: 'two' }] });
  assert.deepEqual(
    [0, 1].map((node) => study.tree.at(node).comments[0]?.text),
    ['one', 'two'],
  );
});

test('changes are taken in order, each once', () => {
  const { study, change, together } = page();
  change(1, 'added', { node: 2, parent: 1, move: '3c3d' });
  change(2, 'added', { node: 3, parent: 1, move: '8c8d' });
  change(2, 'deleted', { node: 2 });
  assert.deepEqual(study.tree.at(1).children, [2, 3]);
  change(3, 'promoted', { node: 3 });
  assert.deepEqual(study.tree.at(1).children, [3, 2]);
  change(4, 'noted', { node: 3, text: 'x' });
  change(5, 'noted', { node: 3, text: '', of: 'them' });
  assert.deepEqual(study.tree.at(3).comments, []);
  study.go(2);
  change(6, 'deleted', { node: 2 });
  assert.equal(study.current, 0, 'what one looks at may go');
  change(7, 'locked', { on: true });
  assert.equal(together.writes, false);
});

test('a change that does not follow the last one is asked for again, with what lies between', () => {
  const { study, change, link } = page();
  change(1, 'added', { node: 2, parent: 1, move: '3c3d' });
  change(3, 'deleted', { node: 2 });
  assert.deepEqual(study.tree.at(1).children, [2], 'what it follows is not known');
  assert.deepEqual(link.hurried, [false], 'the link is given up');
  assert.equal(link.url(), '/ws/analysis/g1?since=1');
  change(2, 'noted', { node: 2, text: 'x' });
  change(3, 'deleted', { node: 2 });
  assert.deepEqual(study.tree.at(1).children, []);
});

test('a variation played here is sent from the last node the server knows, and becomes its own', () => {
  const { together, study, link, change } = page();
  together.on = true;
  study.go(1);
  study.play('3c3d');
  together.share(study.current);
  study.play('2g2f');
  together.share(study.current);
  const [first, second] = link.sent;
  assert.deepEqual(first, { type: 'add', id: first.id, node: 1, moves: ['3c3d'] });
  assert.deepEqual(second.moves, ['3c3d', '2g2f']);
  change(1, 'added', { node: 2, parent: 1, move: '3c3d' }, player);
  change(2, 'added', { node: 3, parent: 2, move: '2g2f' }, player);
  assert.equal(study.current, 3);
  assert.ok(together.owns(3));
  for (const { type } of link.sent) assert.ok(samples.some((sample) => sample.type === type));
});

test('a note on an unknown node waits until the server knows it', () => {
  const { together, study, link, change } = page();
  together.on = true;
  study.go(1);
  study.play('3c3d');
  together.note(study.current, 'good');
  assert.deepEqual(
    link.sent.map(({ type }) => type),
    ['add'],
  );
  change(1, 'added', { node: 2, parent: 1, move: '3c3d' }, player);
  assert.deepEqual(
    link.sent.slice(1).map(({ type, node, text }) => [type, node, text]),
    [['note', 2, 'good']],
  );
});

test('an unanswered command is sent again under the same id', () => {
  const { together, study, link } = page();
  together.on = true;
  study.go(1);
  study.play('3c3d');
  together.share(study.current);
  link.hear({ type: 'welcome', player, seat: null, seq: 0, now: 0 });
  assert.deepEqual(link.sent[1], link.sent[0]);
  link.hear({ type: 'ack', id: link.sent[0].id, seq: 1 });
  link.hear({ type: 'welcome', player, seat: null, seq: 1, now: 0 });
  assert.equal(link.sent.length, 2);
});

test('a repeated tree drops nodes deleted in the meantime and preserves those that are only here', () => {
  const nodes = [{ node: 2, parent: 1, move: '3c3d', by: other }];
  const { study, link } = page({ tree: { seq: 1, nodes } });
  study.go(1);
  study.play('8c8d');
  const again = [{ node: 5, parent: 1, move: '3c3d', by: other }];
  link.hear({ type: 'tree', seq: 9, plies: 1, locked: false, nodes: again, notes: [] });
  assert.deepEqual(study.tree.at(1).children, [5, study.current]);
});

test('only a player may lock, and only the own or a player’s hand may delete', () => {
  const nodes = [{ node: 2, parent: 1, move: '3c3d', by: other }];
  const spectator = page({ tree: { seq: 1, nodes } });
  spectator.together.on = true;
  assert.equal(spectator.together.owns(2), false);
  const seated = page({ seat: 'second', tree: { seq: 1, nodes, locked: true } });
  seated.together.on = true;
  assert.ok(seated.together.writes && seated.together.owns(2));
});

test('refusals are shown, the looks of others too, the own not', () => {
  const { link, told } = page();
  told.length = 0;
  link.hear({ type: 'nack', id: 'x', code: 'full', seq: 0 });
  link.hear({ type: 'looked', player: other, node: 1 });
  link.hear({ type: 'looked', player, node: 1 });
  assert.deepEqual(told, ['full', 'Them at 1']);
});

test('shapes are sent once for all that come at once, and on nodes that the others know', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { together, study, link, change, told } = page();
  const arrow = { from: '7g', to: '7f' };
  together.view.draw(1, [arrow]);
  t.mock.timers.tick(1_000);
  assert.deepEqual(link.sent, [], 'nobody is shown anything while that is off');
  together.on = true;
  together.view.draw(1, [arrow]);
  together.view.draw(1, [arrow, { from: '5e', to: '5e', brush: 'red' }]);
  t.mock.timers.tick(1_000);
  const shapes = [
    { ...arrow, brush: 'green' },
    { from: '5e', to: '5e', brush: 'red' },
  ];
  assert.deepEqual(link.sent, [{ type: 'draw', node: 1, shapes }]);
  const [sample] = samples.filter(({ type }) => type === 'draw');
  assert.deepEqual(Object.keys(sample), Object.keys(link.sent[0]));
  assert.deepEqual(Object.keys(sample.shapes[0]), Object.keys(shapes[0]));
  // A move that is new has no number yet.
  study.go(1);
  study.play('3c3d');
  together.share(study.current);
  together.view.draw(study.current, [arrow]);
  t.mock.timers.tick(1_000);
  assert.equal(link.sent.at(-1).type, 'add');
  change(1, 'added', { node: 2, parent: 1, move: '3c3d' }, player);
  t.mock.timers.tick(1_000);
  assert.deepEqual(link.sent.at(-1), { type: 'draw', node: 2, shapes: [{ ...arrow, brush: 'green' }] });
  // No more than the server shows.
  together.view.draw(
    1,
    Array.from({ length: 40 }, () => arrow),
  );
  t.mock.timers.tick(1_000);
  assert.equal(link.sent.at(-1).shapes.length, 32);
  told.length = 0;
  link.hear({ type: 'drawn', player: other, node: 1, shapes: [arrow] });
  link.hear({ type: 'drawn', player, node: 1, shapes: [arrow] });
  assert.deepEqual(told, ['Them drew 1 at 1']);
});

test('what others have drawn is seen on its position, and theirs to wipe', () => {
  const drawings = new Drawings(() => undefined);
  const [arrow, circle] = [
    { from: 'a1', to: 'b2', brush: 'green' },
    { from: 'c3', to: 'c3', brush: 'red' },
  ];
  drawings.show(4);
  drawings.draw([arrow]);
  drawings.take('them', 4, [circle]);
  assert.deepEqual(drawings.shapes, [arrow, circle]);
  drawings.draw([]);
  assert.deepEqual(drawings.shapes, [circle]);
  drawings.draw([circle, arrow]);
  assert.deepEqual(drawings.own, [arrow]);
  drawings.rename(4, 9);
  drawings.show(9);
  assert.deepEqual(drawings.own, [arrow], 'the same position under another number');
  drawings.show(5);
  assert.deepEqual(drawings.shapes, []);
  drawings.show(4);
  assert.deepEqual(drawings.shapes, [circle]);
  drawings.leave('them', 4);
  assert.deepEqual(drawings.shapes, [circle]);
  drawings.leave('them', 5);
  assert.deepEqual(drawings.shapes, []);
});

test('nothing is connected before it is wanted', () => {
  let connections = 0;
  const study = new Study(new engine.Game('shogi', undefined, '{}', undefined), ['7g7f']);
  const together = new Together('g1', study, { changed() {}, looked() {}, renamed() {}, refused() {} }, () => {
    connections += 1;
    return { send: () => true, hurry() {} };
  });
  assert.equal(connections, 0);
  assert.ok(together.open());
  assert.equal(together.open(), null);
  assert.equal(connections, 1);
});

test('others are shown a move that is new as soon as the server has numbered it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { together, study, link, change, told } = page();
  together.on = true;
  study.go(1);
  study.play('3c3d');
  together.share(study.current);
  together.view.look(study.current);
  t.mock.timers.tick(1_000);
  assert.deepEqual(
    link.sent.map(({ type }) => type),
    ['add'],
  );
  change(1, 'added', { node: 2, parent: 1, move: '3c3d' }, player);
  t.mock.timers.tick(1_000);
  assert.deepEqual(link.sent.at(-1), { type: 'look', node: 2 });
  assert.ok(told.includes('-1 is 2'), 'whoever writes about it goes on writing');
});

test('a shared change is waiting, sent, then saved', () => {
  const { together, study, link } = page();
  together.on = true;
  link.link('connected');
  assert.equal(together.delivery, 'saved');
  study.go(1);
  study.play('3c3d');
  together.share(study.current);
  assert.equal(together.delivery, 'sent');
  link.link('reconnecting');
  assert.equal(together.delivery, 'waiting');
  link.hear({ type: 'ack', id: link.sent[0].id, seq: 1 });
  assert.equal(together.delivery, 'saved');
});
