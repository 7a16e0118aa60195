// A server of the test's own, on a free port with an empty database, that can be killed at any
// moment and started again as it was.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.js';

/** The binary under test; another one may be named to try, for instance, a release build. */
export const BINARY = process.env.YIGUAN_BINARY ?? fileURLToPath(new URL('../../../target/debug/yiguan', import.meta.url));

export class Server {
  #port;
  #folder;
  #process = null;

  #environment;

  constructor(port, folder, environment) {
    this.#port = port;
    this.#folder = folder;
    this.#environment = environment;
  }

  /**
   * Starts a server and stops it when the test ends.
   *
   * @param {import('node:test').TestContext} t
   * @param {Record<string, string> | ((origin: string) => Record<string, string>)} [environment] settings in addition to
   *   those that every test has, where they need its address as a function of it
   */
  static async start(t, environment = {}) {
    const port = await freePort();
    const settings = typeof environment === 'function' ? environment(`http://127.0.0.1:${port}`) : environment;
    const server = new Server(port, await mkdtemp(join(tmpdir(), 'yiguan-browser-')), settings);
    t.after(() => server.remove());
    await server.start();
    return server;
  }

  /** Where it keeps its database. */
  get folder() {
    return this.#folder;
  }

  get origin() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts the process and waits until it prints its address. */
  async start() {
    this.#process = spawn(BINARY, [], {
      env: {
        PATH: process.env.PATH,
        YIGUAN_BIND: `127.0.0.1:${this.#port}`,
        YIGUAN_DATA_DIR: this.#folder,
        YIGUAN_LOG: 'warn',
        // Another client than the built-in one may be named, to work on it.
        ...(process.env.YIGUAN_STATIC_DIR && { YIGUAN_STATIC_DIR: process.env.YIGUAN_STATIC_DIR }),
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: this.#process.stdout })) {
      if (line.includes('http://')) {
        // Whatever else it prints must not fill the pipe.
        this.#process.stdout.resume();
        return;
      }
    }
    throw new Error(`${BINARY} ended without saying where it listens`);
  }

  /** Ends the process as a power cut would: it learns nothing of it. */
  async kill() {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  /**
   * Gives an order as its operator.
   *
   * @param {...string} order what follows `yiguan admin`
   */
  async admin(...order) {
    const child = spawn(BINARY, ['admin', ...order, '--data-dir', this.#folder], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [status] = await once(child, 'exit');
    if (status !== 0) throw new Error(`yiguan admin ${order.join(' ')} failed`);
  }

  async remove() {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
