// The server and the WebAssembly it serves are built from the same rules.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game, catalogue, initSync } from '../../static/engine/yiguan_engine.js';
import { Server } from './support/server.js';

test('the engine that the server serves knows the games that the server knows', async (t) => {
  const server = await Server.start(t);
  const engine = await fetch(server.origin + (await engineAddress(server)));
  assert.equal(engine.status, 200);
  initSync({ module: await engine.arrayBuffer() });
  const { games } = await (await fetch(`${server.origin}/api/games`)).json();
  // Records in other forms than the rules' own are written by the server.
  const known = games.map((game) => ({ ...game, rulesets: game.rulesets.map(({ records, ...ruleset }) => ruleset) }));
  assert.deepEqual(JSON.parse(catalogue()).games, known);

  for (const { id, rulesets } of games) {
    for (const { id: ruleset } of rulesets) {
      const { hash } = await newMatch(server, id, ruleset);
      assert.equal(new Game(id, ruleset).hash(), hash, `${id} ${ruleset}`);
    }
  }
});

/** Where a page finds the engine: a bundle names its files in the page, with a hash each. */
async function engineAddress(server) {
  const page = await (await fetch(`${server.origin}/local`)).text();
  const files = /id="asset-files">([^<]*)</.exec(page)?.[1] ?? '{}';
  return JSON.parse(files)['engine/yiguan_engine_bg.wasm'] ?? '/engine/yiguan_engine_bg.wasm';
}

/** The snapshot of a new match, made as a program would. */
async function newMatch(server, game, ruleset) {
  const guest = await (await fetch(`${server.origin}/api/guests`, { method: 'POST' })).json();
  const created = await fetch(`${server.origin}/api/matches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${guest.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ game, ruleset, visibility: 'link' }),
  });
  assert.equal(created.status, 201, `${game} ${ruleset}`);
  const { id } = await created.json();
  return (await fetch(`${server.origin}/api/matches/${id}`)).json();
}
