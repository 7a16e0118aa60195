// Programs that a test starts and that do not say when they listen.

import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until a program listens on a port of this machine.
 *
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} program
 */
export async function untilListening(port, program) {
  while (!(await answers(port))) {
    if (program.exitCode !== null || program.signalCode !== null) {
      throw new Error(`${program.spawnfile} ended before it listened`);
    }
    await pause(20);
  }
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}
