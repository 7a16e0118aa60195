// A link of a given length and width before a server: bytes come late, and one after the other.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * @param {{after: (step: () => unknown) => void}} t
 * @param {string} origin of the server
 * @param {{roundTrip: number, bitsPerSecond: number}} link the time there and back, in milliseconds
 * @returns {Promise<string>} where the link begins
 */
export async function link(t, origin, { roundTrip, bitsPerSecond }) {
  const { hostname, port } = new URL(origin);
  // Downloads share the width, whatever the connection.
  let free = 0;
  const open = new Set();
  const listener = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    // Greeting each other takes a round trip before a request can be sent.
    const greeted = performance.now() + roundTrip;
    const later = (at, act) => setTimeout(act, Math.max(0, at - performance.now()));
    near.on('data', (bytes) => later(Math.max(performance.now(), greeted) + roundTrip / 2, () => far.write(bytes)));
    far.on('data', (bytes) => {
      free = Math.max(free, performance.now()) + (bytes.length * 8_000) / bitsPerSecond;
      later(free + roundTrip / 2, () => near.write(bytes));
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        later(free + roundTrip, () => other.destroy());
      });
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => {
    listener.close();
    for (const socket of open) socket.destroy();
  });
  return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (listener.address()).port}`;
}
