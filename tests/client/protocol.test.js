// The samples of tests/protocol/, one of every message, which the server's tests read too.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { emptyLobby, receive as receiveInLobby } from '../../static/js/lobby/state.js';
import { emptyState, receive } from '../../static/js/match/state.js';
import { askSnapshot, chat, offer, ping, play, readMessage, simple } from '../../static/js/net/protocol.js';

const samples = (name) => JSON.parse(readFileSync(new URL(`../protocol/${name}.json`, import.meta.url), 'utf8'));

/** The client's message with the same meaning. */
function said(sample) {
  const { type, id } = sample;
  switch (type) {
    case 'play':
      return play(id, sample.ply, sample.move);
    case 'chat':
      return chat(id, sample.text);
    case 'ping':
      return ping(sample.t);
    case 'snapshot':
      return askSnapshot();
    default:
      return sample.answer ? offer(id, type, sample.answer) : simple(id, type);
  }
}

test('every message of a client equals its sample', () => {
  for (const sample of samples('client')) assert.deepEqual(said(sample), sample);
});

test('every message of the server is read as it came', () => {
  for (const sample of samples('server')) assert.deepEqual(readMessage(JSON.stringify(sample)), sample);
});

test('every message of an analysis is read as it came', () => {
  for (const sample of samples('analysis_server')) assert.deepEqual(readMessage(JSON.stringify(sample)), sample);
});

test('a match takes every event in turn', () => {
  const [whole] = samples('server').filter(({ type }) => type === 'snapshot');
  for (const event of samples('server').filter(({ type }) => type === 'event')) {
    const before = receive(emptyState(), { ...whole, seq: event.seq - 1 });
    const after = receive(before, event);
    assert.equal(after.seq, event.seq, event.kind);
    assert.equal(after.wantsSnapshot, false, event.kind);
  }
});

test('a match takes every snapshot and every answer', () => {
  for (const sample of samples('server').filter(({ type }) => ['welcome', 'snapshot', 'ack', 'nack'].includes(type))) {
    const state = receive(emptyState(), sample);
    if (sample.type === 'snapshot') assert.deepEqual([state.seq, state.match.state], [sample.seq, sample.state]);
    if (sample.type === 'welcome') assert.equal(state.seat, sample.seat);
  }
});

test('the lobby takes every message', () => {
  const told = samples('server').filter(({ type }) => ['matches', 'match', 'gone', 'counts', 'seek'].includes(type));
  const lobby = told.reduce(receiveInLobby, emptyLobby());
  assert.equal(lobby.matches.size, 1);
  assert.equal(lobby.counts.players, 12);
});
