// The modules that a page needs at once and shares, in few files: esbuild would put it into as many as there are sets
// of pages and parts that share something, and each file is a request before the first board is seen.

import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';

const GROUP = 'yiguan:group:';

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
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const { inputs } = metafile;
  /** The imports of a module, and theirs. */
  const together = (first) => {
    const found = [first];
    for (const path of found) {
      for (const { path: target, kind } of inputs[path].imports)
        if (kind === 'import-statement' && inputs[target] && !found.includes(target)) found.push(target);
    }
    return found;
  };
  /** The files that a page may come to load, whether on request or not. */
  const alsoLater = (first) => {
    const found = [first];
    for (const path of found) {
      for (const { path: target } of inputs[path].imports) if (inputs[target] && !found.includes(target)) found.push(target);
    }
    return found;
  };
  const later = Object.values(inputs).flatMap(({ imports }) => imports.filter(({ kind }) => kind === 'dynamic-import'));
  const begins = [...new Set([...entries, ...later.map(({ path }) => path)])].filter((path) => inputs[path]);
  const needs = new Map(begins.map((path) => [path, together(path)]));
  const timesNeeded = (path, by) => by.filter((first) => needs.get(first)?.includes(path)).length;
  const all = Object.keys(inputs);
  const core = all.filter((path) => timesNeeded(path, entries) > 1);
  const rest = entries.map((entry) =>
    all.filter((path) => needs.get(entry)?.includes(path) && !core.includes(path) && timesNeeded(path, begins) > 1),
  );
  // Parts that come later and are shared by the same others are one file as well. A part on request counts only on
  // pages that do not have the file already.
  const reached = new Map(entries.map((entry) => [entry, alsoLater(entry)]));
  const pagesOf = (first) => entries.filter((entry) => reached.get(entry)?.includes(first));
  /** @type {Map<string, string[]>} */
  const sharedBy = new Map();
  for (const path of all.filter((each) => ![core, ...rest].some((group) => group.includes(each)))) {
    const by = begins.filter((first) => needs.get(first)?.includes(path));
    const soon = by.filter((first) => parts[first]?.load !== 'asked');
    const there = soon.flatMap(pagesOf);
    const others = by.filter((first) => !soon.includes(first) && pagesOf(first).some((page) => !there.includes(page)));
    const key = [...soon, ...others].join();
    if (soon.length + others.length > 1) sharedBy.set(key, [...(sharedBy.get(key) ?? []), path]);
  }
  const found = [core, ...rest, ...sharedBy.values()].filter((group) => group.length > 1);
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
