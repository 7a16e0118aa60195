// A NATS of a test's own, that can be killed and started again.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { untilListening } from './listening.js';
import { freePort } from './ports.js';

export class Nats {
  #port;
  #process;

  /** @param {import('node:test').TestContext} t */
  static async start(t) {
    const nats = new Nats();
    nats.#port = await freePort();
    await nats.start();
    t.after(() => nats.#process.kill('SIGKILL'));
    return nats;
  }

  get address() {
    return `nats://127.0.0.1:${this.#port}`;
  }

  async start() {
    this.#process = spawn('nats-server', ['--addr', '127.0.0.1', '--port', `${this.#port}`], {
      env: { PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: 'ignore',
    });
    await untilListening(this.#port, this.#process);
  }

  async kill() {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}
