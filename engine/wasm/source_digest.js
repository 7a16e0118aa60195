// A digest of everything the WebAssembly is built from. `build.sh` records it in
// static/engine/SOURCE; tests/client/engine.test.js compares.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** The digest of the engine's sources as they are now, in hexadecimal. */
export function sourceDigest() {
  const sources = ['engine/src', 'engine/wasm/src'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true })
      .filter((name) => name.endsWith('.rs'))
      .map((name) => `${folder}/${name}`),
  );
  const hash = createHash('sha256');
  for (const path of [...sources, 'engine/Cargo.toml', 'engine/wasm/Cargo.toml'].sort()) {
    hash.update(path).update('\0').update(readFileSync(new URL(path, root))).update('\0');
  }
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(sourceDigest());
}
