// Tables made without a page: many at once, or in whatever state.

import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';

/**
 * A guest who is asked for by token, not by cookie.
 *
 * @param {string} origin
 */
export async function guest(origin) {
  const made = await fetch(`${origin}/api/guests`, { method: 'POST' });
  const { token } = await made.json();
  const ask = async (path, body) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    /** Opens a table. @returns {Promise<string>} its id */
    open: async (setup) => (await ask('/api/matches', setup)).id,
    /** Takes the free seat of one. @param {string} id */
    join: (id) => ask(`/api/matches/${id}/join`, {}),
    /** Sends a command to a match in which the guest plays. @param {string} id @param {Command} command */
    send: (id, command) =>
      new Promise((done, fail) => {
        const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/matches/${id}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        socket.on('open', () => socket.send(JSON.stringify({ ...command, id: randomUUID() })));
        socket.on('error', fail);
        socket.on('message', (data) => {
          const { type } = JSON.parse(data.toString());
          if (type === 'nack') fail(new Error(data.toString()));
          if (type !== 'ack') return;
          socket.close();
          done(undefined);
        });
      }),
  };
}

/**
 * @typedef {{type: string, ply?: number, move?: string}} Command
 * @typedef {Awaited<ReturnType<typeof guest>>} Guest
 */

/**
 * Sends a command to a match in which the visitor of a page plays.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} id
 * @param {Command} command
 */
export const send = (page, id, command) =>
  page.evaluate(
    ([match, said]) =>
      new Promise((done, fail) => {
        const socket = new WebSocket(`/ws/matches/${match}`);
        socket.onopen = () => socket.send(JSON.stringify({ ...said, id: crypto.randomUUID() }));
        socket.onclose = () => fail(new Error('the socket closed'));
        socket.onmessage = ({ data }) => {
          const { type } = JSON.parse(data);
          if (type === 'ack') done(undefined);
          if (type === 'nack') fail(new Error(data));
        };
      }),
    [id, command],
  );

/**
 * Has the visitor of a page, who plays there, resign.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} id
 */
export const resign = (page, id) => send(page, id, { type: 'resign' });

/**
 * Plays the first moves of a match between the visitor of a page and a guest. Until both have moved, a guest who joined
 * can only leave.
 *
 * @param {import('playwright-core').Page} page
 * @param {Guest} opponent
 * @param {string} id
 * @param {string[]} moves
 */
export async function begin(page, opponent, id, moves) {
  const ask = async (path) => (await page.request.get(new URL(path, page.url()).href)).json();
  const [{ players }, me] = [await ask(`/api/matches/${id}`), await ask('/api/me')];
  for (const [ply, move] of moves.entries()) {
    const command = { type: 'play', ply, move };
    if (players[ply % 2 === 0 ? 'first' : 'second'].id === me.id) await send(page, id, command);
    else await opponent.send(id, command);
  }
}
