// What a page needs at once and shares, in few files: esbuild would put it into as many as there are sets
// of pages and parts that share something, and each file is a request before the first board is seen.

import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';

const GROUP = 'yiguan:group:';

/**
 * A plugin that has every module with which something begins, a page or what is loaded later, import the
 * whole of each group of which it needs a part, so that all of the group is shared by the same.
 *
 * @param {string} folder
 * @param {string[]} entries the pages' modules
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function groups(folder, entries) {
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
  /** What a module imports, and what that does. */
  const together = (first) => {
    const found = [first];
    for (const path of found) {
      for (const { path: target, kind } of inputs[path].imports)
        if (kind === 'import-statement' && inputs[target] && !found.includes(target)) found.push(target);
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
  const found = [core, ...rest].filter((group) => group.length > 1);
  return {
    name: 'groups',
    setup(steps) {
      steps.onResolve({ filter: new RegExp(`^${GROUP}`) }, ({ path }) => ({ path, namespace: GROUP }));
      steps.onLoad({ filter: /./, namespace: GROUP }, ({ path }) => ({
        contents: found[Number(path.slice(GROUP.length))].map((member) => `import './${member}';`).join('\n'),
        resolveDir: folder,
      }));
      steps.onLoad({ filter: /\.js$/, namespace: 'file' }, async ({ path }) => {
        const needed = needs.get(path.slice(folder.length + 1)) ?? [];
        const touched = found.flatMap((group, index) => (group.some((member) => needed.includes(member)) ? index : []));
        if (touched.length === 0) return undefined;
        const imports = touched.map((index) => `import '${GROUP}${index}';`);
        return { contents: [await readFile(path, 'utf8'), ...imports].join('\n'), loader: 'js' };
      });
    },
  };
}
