// Copies the libraries of the pages from npm into static/vendor, where plain modules import them without a build. Run by
// static/vendor/build.sh.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** By the name of the package: the files that are taken, and the names that they get. */
const LIBRARIES = {
  '@preact/signals-core': {
    'dist/signals-core.mjs': 'signals-core.js',
    'dist/signals-core.d.ts': 'signals-core.d.ts',
    LICENSE: 'signals-core.LICENSE.txt',
  },
};

const vendor = new URL('../vendor/', import.meta.url);

/** The module that a package is imported as. */
const moduleOf = (name) => Object.values(LIBRARIES[name] ?? {}).find((file) => file.endsWith('.js'));

/** An import by a package's name names the file next to it: an import map would be a script inside the page. */
function rewritten(text) {
  return text.replace(/\b(from|import)\s*(["'])([^."'][^"']*)\2/g, (_, word, quote, name) => {
    const file = moduleOf(name);
    if (!file) throw new Error(`${name} is not among the libraries`);
    return `${word}${quote}./${file}${quote}`;
  });
}

const lines = [];
for (const [name, files] of Object.entries(LIBRARIES)) {
  const folder = new URL(`node_modules/${name}/`, import.meta.url);
  const { version, license } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  for (const [from, to] of Object.entries(files)) {
    const text = readFileSync(new URL(from, folder), 'utf8').replace(/\/\/# sourceMappingURL=.*/, '');
    const written = to.endsWith('.js') ? rewritten(text) : text;
    writeFileSync(new URL(to, vendor), written);
    lines.push(`${createHash('sha256').update(written).digest('hex')}  ${to}  ${name} ${version}, ${license}`);
  }
}
writeFileSync(new URL('VERSIONS', vendor), `${lines.join('\n')}\n`);
