// Digests of the sources of the WebAssembly. `build.sh` records them in
// static/engine/SOURCE, SOURCE_SEARCH, SOURCE_RECORDS and SOURCE_TABLES; the tests in tests/client compare.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** The sources of each build. */
const BUILDS = {
  engine: {
    folders: ['engine/src', 'engine/wasm/src'],
    files: ['engine/Cargo.toml', 'engine/wasm/Cargo.toml'],
  },
  search: {
    folders: ['engine/src', 'engine/search/src', 'engine/search/wasm/src'],
    files: ['engine/Cargo.toml', 'engine/search/Cargo.toml', 'engine/search/wasm/Cargo.toml'],
  },
  records: {
    folders: ['engine/src', 'engine/records/src', 'engine/records/wasm/src'],
    files: ['engine/Cargo.toml', 'engine/records/Cargo.toml', 'engine/records/wasm/Cargo.toml'],
  },
  tables: {
    folders: ['engine/src', 'engine/tables/src', 'engine/tables/wasm/src'],
    files: ['engine/Cargo.toml', 'engine/tables/Cargo.toml', 'engine/tables/wasm/Cargo.toml'],
  },
};

/**
 * The digest of a build's sources as they are now, in hexadecimal.
 *
 * @param {'engine' | 'search' | 'records' | 'tables'} [build]
 */
export function sourceDigest(build = 'engine') {
  const { folders, files } = BUILDS[build];
  const sources = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true })
      .filter((name) => name.endsWith('.rs'))
      .map((name) => `${folder}/${name}`),
  );
  const hash = createHash('sha256');
  for (const path of [...sources, ...files].sort()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(new URL(path, root)))
      .update('\0');
  }
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , build] = process.argv;
  console.log(sourceDigest(build === 'search' || build === 'records' || build === 'tables' ? build : 'engine'));
}
