// Programs that a browser's tests start next to it, and the line by which one reports that it is ready.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Starts a program, and waits until a printed line reports that it is ready.
 *
 * @param {string} program
 * @param {string[]} options
 * @param {RegExp | null} ready whose first group is the wanted part of the line; null for a program that prints nothing
 * @param {{environment?: Record<string, string>, heard?: (line: string) => void}} [more]
 * `heard` receives every line
 * @returns {Promise<{found: string, end: () => Promise<void>}>}
 */
export async function startProgram(program, options, ready, { environment = {}, heard = () => {} } = {}) {
  // In a group of its own: browsers have children.
  const child = spawn(program, options, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const found = await new Promise((resolve, reject) => {
    child.once('error', reject);
    if (!ready) child.once('spawn', () => resolve(''));
    child.once('exit', (code, signal) => reject(new Error(`${program} ended before it was ready (${code ?? signal})`)));
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', (line) => {
        heard(line);
        const [, part] = ready?.exec(line) ?? [];
        if (part !== undefined) resolve(part);
      });
    }
  });
  return {
    found,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
      await ended;
    },
  };
}
