// What a page loads, read from esbuild's account of what it wrote.

import { basename } from 'node:path';
import { ON_DEMAND } from './on_demand.js';

/**
 * @typedef {object} Needed
 * @property {string[]} now what the page's own module imports, itself first
 * @property {string[]} later what those modules import while they run, soon after the first board
 * @property {string[]} asked what they import when somebody asks for it
 * @property {Record<string, {now: string[], later: string[], asked: string[]}>} words by language
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
  const now = reached(outputs, [entry], () => false);
  const soon = reached(outputs, now, (target) => !ON_DEMAND.includes(outputs[target]?.entryPoint ?? ''));
  const all = reached(outputs, soon, () => true);
  const textsOf = (paths) => paths.flatMap((path) => Object.keys(outputs[path].inputs)).map(read);
  const first = ['interface', ...tables([read(outputs[entry].entryPoint ?? '')], /\bstartPage\((.*)\)/g)];
  // A module that asks for another by a press names its texts, too.
  const called = (texts) =>
    texts.flatMap((text) => text.split('\n')).filter((line) => !ON_DEMAND.some((path) => line.includes(`/${basename(path)}'`)));
  const LOADS = /\bloadWords\((.*?)\)/g;
  const second = tables(called(textsOf(soon)), LOADS).filter((name) => !first.includes(name));
  const third = tables(textsOf(all), LOADS).filter((name) => ![...first, ...second].includes(name));
  const words = LANGUAGES.map((language) => {
    const files = (names) => names.flatMap((name) => outputOf(outputs, `${WORDS}${language}/${name}.js`) ?? []);
    return [language, { now: files(first), later: files(second), asked: files(third) }];
  });
  return { now, later: soon.slice(now.length), asked: all.slice(soon.length), words: Object.fromEntries(words) };
}

/** The tables of texts that calls name. What only looks like one has no file. */
const tables = (texts, call) => [
  ...new Set(
    texts
      .flatMap((text) => [...text.matchAll(call)])
      .flatMap(([, given]) => [...given.matchAll(/'(\w+)'/g)].map(([, name]) => name)),
  ),
];

const outputOf = (outputs, source) => Object.keys(outputs).find((path) => outputs[path].entryPoint === source);

/**
 * The outputs in `from`, and after them what they import, without words, which are in all languages.
 *
 * @param {import('esbuild').Metafile['outputs']} outputs
 * @param {string[]} from
 * @param {(target: string) => boolean} follows whether what is imported while they run counts
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
