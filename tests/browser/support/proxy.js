// nginx in front of several servers, by the configuration of deploy/nginx-cluster.conf.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilListening } from './listening.js';
import { freePort } from './ports.js';

const CONFIGURATION = new URL('../../../deploy/nginx-cluster.conf', import.meta.url);

export class ClusterProxy {
  #port;

  constructor(port) {
    this.#port = port;
  }

  /** @returns {string} */
  get origin() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /**
   * The documented proxy with the addresses of a test. So that it is known which server a visitor has, it takes
   * the first one, and the second while that is away.
   *
   * @param {import('node:test').TestContext} t
   * @param {[import('./server.js').Server, import('./server.js').Server]} servers
   */
  static async start(t, [first, second]) {
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), 'yiguan-browser-nginx-'));
    const file = join(folder, 'nginx.conf');
    const address = (server) => new URL(server.origin).host;
    const text = replaced(await readFile(CONFIGURATION, 'utf8'), [
      ['server yiguan:8080 max_fails=0;', `server ${address(first)} max_fails=0;`],
      ['server yiguan-2:8080 max_fails=0;', `server ${address(second)} max_fails=0 backup;`],
      ['server yiguan-3:8080 max_fails=0;', ''],
      ['listen 8000;', `listen 127.0.0.1:${port};`],
      ['pid /tmp/', `pid ${folder}/`],
      ['_temp_path /tmp/', `_temp_path ${folder}/`],
    ]);
    await writeFile(file, text);
    const flags = ['-g', 'daemon off; master_process off;', '-e', 'stderr', '-c', file];
    const nginx = spawn('nginx', flags, {
      env: { PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: 'ignore',
    });
    const ended = once(nginx, 'exit');
    t.after(async () => {
      nginx.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    });
    await untilListening(port, nginx);
    return new ClusterProxy(port);
  }
}

/** A text in which each of these is replaced, all of which it has. */
function replaced(text, pairs) {
  return pairs.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), `the configuration has no "${from}"`);
    return text.replaceAll(from, to);
  }, text);
}
