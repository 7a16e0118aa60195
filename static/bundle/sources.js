// The files of the client as they are written, and a digest of them. The server computes the same
// digest (server/src/client/sources.rs) to decide whether a bundle is made from the current ones.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files made from the sources, which are none of them. */
const MADE = ['dist/', 'bundle/node_modules/'];

/**
 * The paths of all files below the folder, sorted.
 *
 * @param {string} folder
 */
export function sources(folder) {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  return found.filter((path) => !MADE.some((made) => path.startsWith(made))).sort();
}

/** @param {string} folder */
export function digest(folder) {
  const hash = createHash('sha256');
  for (const path of sources(folder)) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(folder, path)))
      .update('\0');
  }
  return hash.digest('hex');
}
