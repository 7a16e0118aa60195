// The line shown as a file in any notation, with its notes and variations or without, and pictures of
// the board: loaded when that part of the page is opened.

import { h, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { fileName } from './file_name.js';
import { factsOf } from './facts.js';
import { save } from './save.js';
import { hasVariations, recordOf } from './study_record.js';
import { variationsIn } from './variations.js';

/**
 * @param {import('./study.js').Study} study
 * @param {import('./frame.js').Frame} frame
 * @param {{stored: string | null, record: import('./records.js').Recorded, title: string, notations: readonly string[], more: readonly string[]}} subject
 */
export function offerFiles(study, frame, { stored, record, title, notations, more }) {
  const name = fileName(record, title);
  const facts = factsOf(record);
  const notes = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', checked: true, 'data-testid': 'with-notes' }));
  const text = (/** @type {string} */ notation) =>
    recordOf(study, notation, facts, record.times, notes.checked ? variationsIn(notation) : null, notes.checked);
  const withTree = /** @type {string} */ (notations.find(variationsIn));
  const written = (/** @type {string} */ notation) =>
    more.includes(notation) ? elsewhere(text(withTree), notation) : text(notation);
  const lost = h('p', { class: 'opponent-state', role: 'status', 'data-testid': 'not-held' });
  const saved = async (/** @type {string} */ notation) => {
    // The comparison uses the line as it stands now, whatever is loaded first.
    const [plain, tree] = [text('txt'), withTree ? text(withTree) : null];
    const alone = tree === null && notes.checked && hasVariations(study);
    const content = await written(notation);
    save(await encoded(content, notation), `${name}.${notation}`);
    if (content === null) return;
    const loaded = await load(() => import('./not_held.js'));
    const parts = await loaded?.partsNotHeld(content, plain, tree);
    if (loaded && parts) setText(lost, loaded.lostSentence(notation, alone ? ['variations', ...parts] : parts));
  };
  const entry = (/** @type {string} */ kind, /** @type {Node} */ link) => h('li', {}, link, ` ${t(`files.${kind}`)}`);
  const button = (/** @type {string} */ kind, /** @type {() => unknown} */ click) =>
    h('button', { class: 'link', 'data-testid': `save-${kind}`, click }, kind.toUpperCase());
  const offered = [...notations, ...more].map((notation) =>
    entry(
      notation,
      button(notation, () => saved(notation)),
    ),
  );
  if (stored) offered.push(entry('json', download(stored, name, 'json')));
  frame.written.after(
    h('label', {}, notes, ` ${t('files.notes')}`),
    h('ul', { class: 'formats', 'data-testid': 'formats' }, ...offered),
    lost,
  );
  const picture = (/** @type {'svg' | 'png'} */ kind) =>
    button(kind, async () => {
      const drawn = await load(() => import('./picture.js'));
      const board = /** @type {SVGSVGElement} */ (frame.board.querySelector('svg'));
      if (drawn) save(await drawn[kind === 'svg' ? 'svgOf' : 'pngOf'](board), `${name}.${kind}`);
    });
  frame.pictures.append(picture('svg'), picture('png'));
  // The moves one after another; the page draws a picture of the board.
  if (stored) frame.pictures.append(download(stored, name, 'gif'));
}

/**
 * The forms of a stored game that the server writes.
 *
 * @param {string} id
 * @param {string} name
 * @param {string} kind
 */
const download = (id, name, kind) =>
  h(
    'a',
    { href: `/api/archive/${id}.${kind}`, download: `${name}.${kind}`, 'data-testid': `download-${kind}` },
    kind.toUpperCase(),
  );

/**
 * A record in a notation that the rules do not write.
 *
 * @param {string} text in one that has variations
 * @param {string} notation
 */
async function elsewhere(text, notation) {
  const loaded = await load(() => import('./records_module.js'));
  const writers = loaded && (await load(loaded.loadReaders));
  return writers ? writers.write(text, notation) : null;
}

/**
 * A record as programs expect it in a file of that ending.
 *
 * @param {string | null} text
 * @param {string} notation
 */
async function encoded(text, notation) {
  if (text === null || !/^ki[f2]$/.test(notation)) return text;
  const loaded = await load(() => import('./shift_jis.js'));
  return loaded ? loaded.shiftJis(text) : null;
}
