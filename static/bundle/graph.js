// The modules and texts that a page loads, read from esbuild's account of its outputs and from the manifest.

/**
 * @typedef {object} Needed
 * @property {string[]} now the imports of the page's own module, itself first
 * @property {string[]} later what those modules import while they run, soon after the first board
 * @property {string[]} asked their imports on request of a visitor
 * @property {Record<string, {now: string[], later: string[], asked: string[]}>} words by language
 */

export const LANGUAGES = ['en', 'zh', 'ja'];

const WORDS = 'js/i18n/';

/**
 * @param {import('esbuild').Metafile['outputs']} outputs
 * @param {string} entry the output of the page's module
 * @param {string[]} texts the tables that the page shows first
 * @param {import('./manifest.js').Manifest['parts']} parts
 * @returns {Needed}
 */
export function needed(outputs, entry, texts, parts) {
  const partOf = (target) => parts[outputs[target]?.entryPoint ?? ''];
  const now = reached(outputs, [entry], () => false);
  const soon = reached(outputs, now, (target) => partOf(target)?.load !== 'asked');
  const all = reached(outputs, soon, () => true);
  const first = ['interface', ...texts];
  const tablesOf = (paths, ...without) =>
    [...new Set(paths.flatMap((path) => partOf(path)?.texts ?? []))].filter((name) => !without.flat().includes(name));
  const second = tablesOf(soon, first);
  const third = tablesOf(all, first, second);
  const words = LANGUAGES.map((language) => {
    const files = (names) => names.flatMap((name) => outputOf(outputs, `${WORDS}${language}/${name}.js`) ?? []);
    return [language, { now: files(first), later: files(second), asked: files(third) }];
  });
  return { now, later: soon.slice(now.length), asked: all.slice(soon.length), words: Object.fromEntries(words) };
}

const outputOf = (outputs, source) => Object.keys(outputs).find((path) => outputs[path].entryPoint === source);

/**
 * The outputs in `from`, and after them their imports, without words, which are in all languages.
 *
 * @param {import('esbuild').Metafile['outputs']} outputs
 * @param {string[]} from
 * @param {(target: string) => boolean} follows whether a dynamic import counts
 */
function reached(outputs, from, follows) {
  const found = [...from];
  for (const path of found) {
    for (const { path: target, kind } of outputs[path].imports) {
      const counts = kind === 'import-statement' || (kind === 'dynamic-import' && follows(target));
      const isWords = outputs[target]?.entryPoint?.startsWith(WORDS);
      if (counts && outputs[target] && !isWords && !found.includes(target)) found.push(target);
    }
  }
  return found;
}
