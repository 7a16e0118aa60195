// Bundles of the client, as releases have them.

import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const STATIC = fileURLToPath(new URL('../../../static', import.meta.url));
const run = promisify(execFile);

/**
 * A bundle of the client as it is now, in a folder of its own that goes when the test ends.
 *
 * @param {{after: (step: () => unknown) => void}} t
 * @param {(folder: string) => Promise<void>} [change] the changes to the sources, which are a copy
 * @returns {Promise<string>}
 */
export async function bundle(t, change) {
  const folder = await mkdtemp(join(tmpdir(), 'yiguan-bundle-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [sources, made] = [join(folder, 'static'), join(folder, 'made')];
  const isSource = (path) => !/^\/(dist|bundle)/.test(path.slice(STATIC.length));
  await cp(STATIC, sources, { recursive: true, filter: isSource });
  await change?.(sources);
  await run(join(STATIC, 'build.sh'), [sources, made]);
  return made;
}
