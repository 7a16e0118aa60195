// A Postgres of a test's own, that can be killed and started again.

import { execFile, execFileSync } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './ports.js';

const run = promisify(execFile);

/** The programs of the newest version that Debian's packages installed. */
function programs() {
  const root = '/usr/lib/postgresql';
  const [newest] = readdirSync(root).sort((one, other) => Number(other) - Number(one));
  return join(root, newest, 'bin');
}

/** It refuses to run as root; its package has a user for that. */
const isRoot = process.getuid?.() === 0;

export class Postgres {
  #folder;
  #port;
  #programs = programs();

  constructor(folder, port) {
    this.#folder = folder;
    this.#port = port;
  }

  /** An empty one. It is removed by `remove`. */
  static async start() {
    const folder = await mkdtemp(join(tmpdir(), 'yiguan-browser-postgres-'));
    if (isRoot) {
      const [user, group] = ['-u', '-g'].map((of) => Number(execFileSync('id', [of, 'postgres'])));
      chownSync(folder, user, group);
    }
    const postgres = new Postgres(folder, await freePort());
    await postgres.#run('initdb', '-U', 'yiguan', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync');
    await postgres.start();
    return postgres;
  }

  /** The address of an empty database. */
  async database() {
    const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
    const sql = `create database ${name}`;
    await run(join(this.#programs, 'psql'), ['-q', '-c', sql, `postgres://yiguan@127.0.0.1:${this.#port}/postgres`]);
    return `postgres://yiguan@127.0.0.1:${this.#port}/${name}`;
  }

  async start() {
    // What it has committed outlives its process, as nothing but the disk's own sync is left out.
    const options = `-p ${this.#port} -k ${this.#folder} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off`;
    await this.#run('pg_ctl', '-w', '-l', join(this.#folder, 'log'), '-o', options, 'start');
  }

  /** Ends it at once: nobody is waited for, and it recovers from its log at the next start. */
  async kill() {
    await this.#run('pg_ctl', '-m', 'immediate', '-w', 'stop');
  }

  async remove() {
    // A test that failed may have left it killed.
    await this.kill().catch(() => {});
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** @param {string} program @param {...string} more arguments */
  async #run(program, ...more) {
    const command = [join(this.#programs, program), '-D', join(this.#folder, 'data'), ...more];
    // Postgres stays in the background, and must not hold a pipe of this process open.
    const shell = ['-c', 'exec "$@" >/dev/null', 'sh', ...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []), ...command];
    await run('sh', shell, { cwd: this.#folder });
  }
}
