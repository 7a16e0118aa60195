// The modules that a page needs at once and shares, in few files: esbuild would put it into as many as there are sets
// of pages and parts that share something, and each file is a request before the first board is seen.

import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';

const GROUP = 'yiguan:group:';

/** How many bytes, minified, pages may get in all that do not need them, for there to be one file less. */
const WASTE = 3_000;

/**
 * Modules that are one file.
 *
 * @typedef {object} Group
 * @property {string[]} pages those that fetch it soon
 * @property {string[]} members
 * @property {number} bytes
 */

/**
 * A plugin that has every entry module, of a page or of a part that is loaded later, import the
 * whole of each group of which it needs a part, so that all of the group is shared by the same.
 *
 * @param {string} folder
 * @param {string[]} entries the pages' modules
 * @param {import('./manifest.js').Manifest['parts']} parts
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function groups(folder, entries, parts) {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: entries,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const { inputs } = metafile;
  /** By module, minified. @type {Map<string, number>} */
  const sizes = new Map();
  for (const output of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) sizes.set(path, bytesInOutput);
  }
  /** The imports of a module, and theirs. */
  const together = (first) => {
    const found = [first];
    for (const path of found) {
      for (const { path: target, kind } of inputs[path].imports)
        if (kind === 'import-statement' && inputs[target] && !found.includes(target)) found.push(target);
    }
    return found;
  };
  /** The files that a page may come to load, of the parts those that count. */
  const alsoLater = (first, counts) => {
    const found = [first];
    for (const path of found) {
      for (const { path: target } of inputs[path].imports)
        if (inputs[target] && counts(target) && !found.includes(target)) found.push(target);
    }
    return found;
  };
  const later = Object.values(inputs).flatMap(({ imports }) => imports.filter(({ kind }) => kind === 'dynamic-import'));
  const begins = [...new Set([...entries, ...later.map(({ path }) => path)])].filter((path) => inputs[path]);
  const needs = new Map(begins.map((path) => [path, together(path)]));
  const timesNeeded = (path, by) => by.filter((first) => needs.get(first)?.includes(path)).length;
  const all = Object.keys(inputs);
  const reached = new Map(entries.map((entry) => [entry, alsoLater(entry, () => true)]));
  const reachedSoon = new Map(entries.map((entry) => [entry, alsoLater(entry, (part) => parts[part]?.load !== 'asked')]));
  /** The pages that fetch a module without being asked. */
  const soonOn = (path) =>
    entries.filter((entry) =>
      begins.some((first) => needs.get(first)?.includes(path) && reachedSoon.get(entry)?.includes(first)),
    );
  // What parts of every page share costs less in the core than as a file.
  const isEverywhere = (path) => timesNeeded(path, begins) > 1 && soonOn(path).length === entries.length;
  const core = all.filter((path) => timesNeeded(path, entries) > 1 || isEverywhere(path));
  const rest = entries.map((entry) =>
    all.filter((path) => needs.get(entry)?.includes(path) && !core.includes(path) && timesNeeded(path, begins) > 1),
  );
  // Modules that the same pages fetch soon are one file as well. A part on request counts only on pages that do not have the file
  // already.
  const pagesOf = (first) => entries.filter((entry) => reached.get(entry)?.includes(first));
  /** @type {Map<string, Group>} */
  const sharedBy = new Map();
  for (const path of all.filter((each) => ![core, ...rest].some((group) => group.includes(each)))) {
    const by = begins.filter((first) => needs.get(first)?.includes(path));
    if (by.length < 2) continue;
    const there = soonOn(path);
    const others = by.filter((first) => pagesOf(first).some((page) => !there.includes(page)));
    const key = [...there, ...others].join();
    const group = sharedBy.get(key) ?? { pages: there, members: [], bytes: 0 };
    group.members.push(path);
    group.bytes += sizes.get(path) ?? 0;
    sharedBy.set(key, group);
  }
  const shared = merged([...sharedBy.values()]);
  const found = [core, ...rest, ...shared.map(({ members }) => members)].filter((group) => group.length > 1);
  return {
    name: 'groups',
    setup(steps) {
      steps.onResolve({ filter: new RegExp(`^${GROUP}`) }, ({ path }) => ({ path, namespace: GROUP }));
      steps.onLoad({ filter: /./, namespace: GROUP }, ({ path }) => ({
        contents: found[Number(path.slice(GROUP.length))].map((member) => `import './${member}';`).join('\n'),
        resolveDir: folder,
      }));
      steps.onLoad({ filter: /\.js$/, namespace: 'file' }, async ({ path }) => {
        const needed = [...(needs.get(path.slice(folder.length + 1)) ?? [])];
        /** @type {Set<number>} */
        const touched = new Set();
        for (const each of needed) {
          const index = found.findIndex((group) => group.includes(each));
          if (index < 0 || touched.has(index)) continue;
          touched.add(index);
          needed.push(...(found[index] ?? []).flatMap(together));
        }
        if (touched.size === 0) return undefined;
        const imports = [...touched].map((index) => `import '${GROUP}${index}';`);
        return { contents: [await readFile(path, 'utf8'), ...imports].join('\n'), loader: 'js' };
      });
    },
  };
}

/**
 * Puts groups into others that all of their pages have, where those are few bytes for the others' other pages.
 *
 * @param {Group[]} groups
 */
function merged(groups) {
  const left = [...groups].sort((one, other) => one.bytes - other.bytes);
  for (const small of [...left]) {
    if (small.pages.length === 0) continue;
    const extra = (/** @type {Group} */ { pages }) => pages.length - small.pages.length;
    const has = (/** @type {Group} */ { pages }) => small.pages.every((page) => pages.includes(page));
    const [host] = left
      .filter((other) => other !== small && has(other) && extra(other) * small.bytes <= WASTE)
      .sort((one, other) => extra(one) - extra(other) || other.bytes - one.bytes);
    if (!host) continue;
    host.members.push(...small.members);
    host.bytes += small.bytes;
    left.splice(left.indexOf(small), 1);
  }
  return left;
}
