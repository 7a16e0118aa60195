// The characters that the fonts of `static/fonts` must have. `build.sh` asks here, and a test of
// the client holds the fonts to it.
//
//   node characters.js pieces|headings

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogue, initSync } from '../static/engine/yiguan_engine.js';
import { TEXTS } from '../static/js/i18n/i18n.js';
import '../tests/client/support/words.js';

const STATIC = new URL('../static/', import.meta.url);
const CJK = /[\u3005-\u30ff\u4e00-\u9fff]/gu;

/** The texts set in the hand of the headings. */
const HEADING = new RegExp(
  [
    /^site\./,
    /\.title$/,
    /^nav\.(lobby|rules)$/,
    /^lobby\.(mine|games|open|live|recent)$/,
    /^match\.(moves|chat)$/,
    /^rules\.(all|start|terms|history|contents)$/,
    /^analysis\.free$/,
    /^archive\.found$/,
    /^invite\.(guest|host|challenged)$/,
    /^(result\.|end\.aborted$)/,
    /^settings\.you$/,
    /^people\.(follows|unfinished|playing|finished|results)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

const characters = (text) => [...new Set(text.match(CJK))].sort().join('');

/** Whatever is written on pieces and boards, as the descriptors say, and in the seals of the computer players. */
export function onPieces() {
  const folder = new URL('js/games/', STATIC);
  // How moves are written is shown beside the board, in any font.
  const names = readdirSync(folder).filter((name) => !name.endsWith('_notations.js'));
  const sources = names.map((name) => readFileSync(new URL(name, folder), 'utf8'));
  sources.push(readFileSync(new URL('js/game/computer.js', STATIC), 'utf8'));
  return characters(`弈${sources.join('')}`);
}

/** Whatever a heading can say: the names of games, rulesets and sides, and texts of the pages. */
export function inHeadings() {
  initSync({ module: readFileSync(new URL('engine/yiguan_engine_bg.wasm', STATIC)) });
  const names = JSON.parse(catalogue()).games.flatMap(({ name, rulesets }) => [
    name,
    ...rulesets.flatMap((ruleset) => [ruleset.name, ruleset.sides.first, ruleset.sides.second]),
  ]);
  const texts = Object.values(TEXTS)
    .flatMap(Object.entries)
    .filter(([key]) => HEADING.test(key));
  return characters(JSON.stringify([names, texts]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(process.argv[2] === 'pieces' ? onPieces() : inHeadings());
}
