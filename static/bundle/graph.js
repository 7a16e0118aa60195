// What a page loads, read from esbuild's account of what it wrote.

/**
 * @typedef {object} Needed
 * @property {string[]} now what the page's own module imports, itself first
 * @property {string[]} later what those modules import while they run
 * @property {Record<string, {now: string[], later: string[]}>} words by language
 */

export const LANGUAGES = ['en', 'zh', 'ja'];

const WORDS = 'js/i18n/';

/**
 * @param {import('esbuild').Metafile['outputs']} outputs
 * @param {string} entry the output of the page's module
 * @param {(path: string) => string} read a source
 * @returns {Needed}
 */
export function needed(outputs, entry, read) {
  const now = reached(outputs, [entry], false);
  const all = reached(outputs, now, true);
  const later = all.slice(now.length);
  const texts = all.flatMap((path) => Object.keys(outputs[path].inputs)).map(read);
  const first = ['interface', ...tables([read(outputs[entry].entryPoint ?? '')], /\bstartPage\((.*)\)/g)];
  const second = tables(texts, /\bloadWords\((.*?)\)/g).filter((name) => !first.includes(name));
  const words = LANGUAGES.map((language) => {
    const files = (names) => names.flatMap((name) => outputOf(outputs, `${WORDS}${language}/${name}.js`) ?? []);
    return [language, { now: files(first), later: files(second) }];
  });
  return { now, later, words: Object.fromEntries(words) };
}

/** The tables of texts that calls name. What only looks like one has no file. */
const tables = (texts, call) => [
  ...new Set(
    texts.flatMap((text) => [...text.matchAll(call)]).flatMap(([, given]) => [...given.matchAll(/'(\w+)'/g)].map(([, name]) => name)),
  ),
];

const outputOf = (outputs, source) => Object.keys(outputs).find((path) => outputs[path].entryPoint === source);

/** The outputs in `from`, and after them what they import, without words, which are in all languages. */
function reached(outputs, from, dynamic) {
  const found = [...from];
  for (const path of found) {
    for (const { path: target, kind } of outputs[path].imports) {
      const counts = kind === 'import-statement' || (dynamic && kind === 'dynamic-import');
      const isWords = outputs[target]?.entryPoint?.startsWith(WORDS);
      if (counts && outputs[target] && !isWords && !found.includes(target)) found.push(target);
    }
  }
  return found;
}
