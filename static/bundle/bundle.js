// Bundles the client: `node bundle.js [FROM [TO]]`, from static/ into static/dist.
//
// Every file has a hash of its content in its name, so that it never changes at its address, and a
// release costs returning visitors only the changed files. `manifest.json` lists the files of
// each page; the server reads it, and so do the tests that hold the pages to their budgets.

import { build, transform } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { inlined, valuesOf } from './constants.js';
import { groups } from './groups.js';
import { needed } from './graph.js';
import { isUsed, readManifest } from './manifest.js';
import { common, readPage, writePage } from './pages.js';
import { digest, sources } from './sources.js';

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const made = resolve(process.argv[3] ?? join(folder, 'dist'));

const paths = sources(folder).filter((path) => !path.startsWith('bundle/') && path !== 'pages.json');
const read = (path) => readFileSync(join(folder, path));
const manifest = readManifest(folder);

/** The files to write, by path in the bundle. @type {Map<string, Uint8Array>} */
const output = new Map();

/**
 * Adds a file whose name has a hash of its content.
 *
 * @param {string} path its name, of which the folder does not matter
 * @param {Uint8Array} bytes
 * @returns {string} its address
 */
function add(path, bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const ending = extname(path);
  const named = `f/${basename(path, ending)}-${hash}${ending}`;
  output.set(named, bytes);
  return `/${named}`;
}

/** Addresses of files, by their paths among the sources. @type {Map<string, string>} */
const addresses = new Map();
for (const path of paths) {
  // The course of a game is called as the file of its rules is.
  if (/\.(json|svg|png|wasm|woff2)$/.test(path)) addresses.set(path, add(path.replace(/^courses\//, 'course_of_'), read(path)));
  // The licence of the fonts is at the address it names.
  else if (path.endsWith('.txt')) output.set(path, read(path));
}
for (const path of paths.filter((name) => name.endsWith('.webmanifest'))) {
  const text = read(path).toString();
  const written = text.replace(/"src": "\/([^"]+)"/g, (_, named) => `"src": "${addresses.get(named) ?? named}"`);
  // The server chooses one by the language of who asks.
  output.set(path, Buffer.from(written));
}

/** Files that style sheets name have their addresses already. */
const named = {
  name: 'named',
  setup(steps) {
    steps.onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'url-token' || path.startsWith('data:')) return undefined;
      const address = addresses.get(join(resolveDir, path).slice(folder.length + 1));
      return address ? { path: address, external: true } : { errors: [{ text: `no file ${path}` }] };
    });
  },
};

const sheets = paths.filter((name) => name.endsWith('.css'));
const textOf = (path) => read(path).toString();
const values = valuesOf(textOf('css/theme.css'), sheets.map(textOf));

/** Style sheets as the bundle has them. */
const constant = {
  name: 'constant',
  setup(steps) {
    steps.onLoad({ filter: /\.css$/ }, ({ path }) => ({ loader: 'css', contents: inlined(readFileSync(path, 'utf8'), values) }));
  },
};

/** The bundle's style sheet for these, and its address. */
async function style(name, styles) {
  const contents = styles.map((path) => `@import "./${path}";`).join('\n');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'css' },
    bundle: true,
    minify: true,
    write: false,
    plugins: [named, constant],
    logLevel: 'warning',
  });
  return add(`${name}.css`, outputFiles[0].contents);
}

const pages = new Map(Object.entries(manifest.pages).map(([path, page]) => [path, readPage(read(path).toString(), page)]));

const shared = common([...pages.values()]);
const sharedStyle = await style('base', shared);
/** By their contents. @type {Map<string, string>} */
const styles = new Map();
for (const [path, page] of pages) {
  const own = page.styles.filter((name) => !shared.includes(name));
  const key = own.join();
  if (own.length > 0 && !styles.has(key)) styles.set(key, await style(basename(path, '.html'), own));
}
const stylesOf = ({ styles: all }) =>
  [sharedStyle, styles.get(all.filter((name) => !shared.includes(name)).join())].filter(Boolean);

// A style sheet that no page has is one that a part has; one that both have, each has. One that another imports is part of it.
const imported = sheets.flatMap((name) =>
  [
    ...read(name)
      .toString()
      .matchAll(/^@import "(\w+\.css)";/gm),
  ].map(([, file]) => `${dirname(name)}/${file}`),
);
const linked = new Set([...[...pages.values()].flatMap((page) => page.styles), ...imported]);
const asked = new Set(Object.values(manifest.parts).flatMap(({ styles = [] }) => styles));
for (const path of sheets.filter((name) => asked.has(name) || !linked.has(name))) {
  addresses.set(path, await style(basename(path, '.css'), [path]));
}

for (const path of new Set([...pages.values()].flatMap(({ scripts }) => scripts))) {
  const { code } = await transform(read(path).toString(), { minify: true, target: 'es2022' });
  addresses.set(path, add(path, Buffer.from(code)));
}

const entries = [...new Set([...pages.values()].map(({ entry }) => entry))];
const scripts = await build({
  absWorkingDir: folder,
  entryPoints: entries,
  plugins: [await groups(folder, entries, manifest.parts)],
  outdir: join(folder, 'f'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  // The server names it in the head of its answer.
  sourcemap: 'external',
  metafile: true,
  write: false,
  logLevel: 'warning',
});
for (const { path, contents } of scripts.outputFiles) output.set(`f/${basename(path)}`, contents);
const { outputs } = scripts.metafile;

/** Modules that wasm-bindgen wrote ask for their WebAssembly. */
const wasmOf = (path) =>
  Object.keys(outputs[path].inputs).flatMap((input) => addresses.get(input.replace(/\.js$/, '_bg.wasm')) ?? []);

const address = (path) => `/${path}`;

// The workers of the pages, each in one file.
for (const path of paths.filter((name) => name.startsWith('worker/'))) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, path)],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  addresses.set(path, add(path, outputFiles[0].contents));
}

// What modules ask for by its path: all that is not named by a page or a style sheet alone.
const files = Object.fromEntries([...addresses].filter(([path]) => !/^(fonts|icons|js)\/|^icon\.svg$|\.webmanifest$/.test(path)));

/** @type {Set<string>} */
const kept = new Set();
/** Outputs that are parts or texts for which there is no use without a server. */
const isNever = (path) => {
  const { entryPoint = '' } = outputs[path] ?? {};
  const [, table] = /^js\/i18n\/\w+\/(\w+)\.js$/.exec(entryPoint) ?? [];
  const parts = table
    ? Object.values(manifest.parts).filter(({ texts }) => texts?.includes(table))
    : [manifest.parts[entryPoint]].filter(Boolean);
  return parts.length > 0 && parts.every(({ offline }) => offline === 'never');
};
const needs = {};
/**
 * The files of a page by language, in the order in which another page, which has some already, fetches them ahead.
 *
 * @param {string} path
 * @param {string[]} known
 */
const aheadOf = (path, known) => {
  const page = pages.get(path);
  const entry = Object.keys(outputs).find((name) => outputs[name].entryPoint === page.entry);
  const { now, later, words } = needed(outputs, entry, page.texts, manifest.parts);
  const [part, ...others] = later;
  // Without the WebAssembly: it takes so long that the page would come in the middle of it, and end it.
  const engine = later.filter((name) => wasmOf(name).length > 0);
  const first = [...stylesOf(page), ...[...now, part, ...engine].map(address)];
  const lists = Object.entries(words).map(([language, said]) => {
    const files = [...first, ...[...said.now, ...said.later, ...others].map(address)];
    return [language, [...new Set(files)].filter((file) => !known.includes(file))];
  });
  return Object.fromEntries(lists);
};
for (const [path, page] of pages) {
  const entry = Object.keys(outputs).find((name) => outputs[name].entryPoint === page.entry);
  const { now, later, asked, words } = needed(outputs, entry, page.texts, manifest.parts);
  const of = (list) => [...list.map(address), ...list.flatMap(wasmOf)];
  const links = Object.fromEntries(
    Object.entries(words).map(([language, parts]) => [language, { now: of(parts.now), later: of(parts.later) }]),
  );
  const need = { styles: stylesOf(page), now: of(now), later: of(later), words: links, offline: page.offline };
  const named = new Map([...addresses, [page.entry, address(entry)]]);
  const code = [...now, ...later, ...asked].map((name) => Buffer.from(output.get(name) ?? '').toString());
  // Modules ask for a file by its whole path, or for any of a folder; a page need not name those of others.
  const isAsked = ([file]) => code.some((text) => text.includes(file) || text.includes(`${dirname(file)}/\${`));
  const known = [...need.styles, ...need.now, ...Object.values(links).flatMap((parts) => parts.now)];
  const ahead = page.ahead ? aheadOf(page.ahead, known) : null;
  const text = writePage(page, {
    ...need,
    ahead,
    addresses: named,
    files: Object.fromEntries(Object.entries(files).filter(isAsked)),
  });
  output.set(path, Buffer.from(text));
  needs[path] = need;
  if (page.offline.length === 0) continue;
  const said = Object.values(words).flatMap((parts) => [parts.now, parts.later, parts.asked].flat());
  const all = [...now, ...later, ...asked, ...said].filter((name) => !isNever(name));
  for (const each of [...need.styles, ...of(all)]) kept.add(each);
}
const unkept = Object.values(manifest.parts).flatMap(({ offline, styles = [] }) => (offline === 'never' ? styles : []));
for (const [path, each] of addresses) if (!path.startsWith('icons/') && !unkept.includes(path)) kept.add(each);

/** Those of them that are cached after their first use. */
const used = [
  ...[...addresses].filter(([path]) => isUsed(manifest, path)).map(([, each]) => each),
  ...Object.keys(outputs)
    .filter((path) => isUsed(manifest, outputs[path].entryPoint ?? ''))
    .map(address),
].filter((each) => kept.has(each));

const worker = await build({
  entryPoints: [join(folder, 'sw.js')],
  minify: true,
  target: 'es2022',
  write: false,
  logLevel: 'warning',
});
output.set('sw.js', worker.outputFiles[0].contents);
output.set('manifest.json', Buffer.from(JSON.stringify({ kept: [...kept].sort(), used: used.sort(), pages: needs }, null, 1)));
output.set('SOURCES', Buffer.from(digest(folder)));

const before = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * As small as can be: it is done once, and the server sends it as it is. Most files are those of the
 * bundle before, for which it need not be done again.
 *
 * @param {string} path
 * @param {Uint8Array} bytes
 */
function squeezed(path, bytes) {
  const known = join(before, path);
  if (existsSync(`${known}.br`) && readFileSync(known).equals(bytes)) return readFileSync(`${known}.br`);
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params });
}

// In one step, so that no reader sees half of it.
const fresh = `${made}.new`;
rmSync(fresh, { recursive: true, force: true });
for (const [path, bytes] of output) {
  mkdirSync(dirname(join(fresh, path)), { recursive: true });
  writeFileSync(join(fresh, path), bytes);
  if (!/^f\/.*\.(js|css|json|svg|wasm|webmanifest)$/.test(path)) continue;
  const small = squeezed(path, bytes);
  if (small.length < bytes.length) writeFileSync(join(fresh, `${path}.br`), small);
}
rmSync(made, { recursive: true, force: true });
renameSync(fresh, made);
console.log(`${output.size} files in ${made}`);
