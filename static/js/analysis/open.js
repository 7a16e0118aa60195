// Opens a game for analysis: the board that can be moved on, the tree, notes and files. It comes
// after the first board, with the engine and most of the page's modules.

import { h, style } from '../ui/dom.js';
import { newGame } from '../game/engine.js';
import { Names } from '../game/names.js';
import { engineNotations } from '../game/written.js';
import { penButton } from '../game/pen.js';
import { resultText } from '../game/sentences.js';
import { descriptor } from '../games/index.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { whenOpened } from '../ui/opened.js';
import { sharedTree } from '../net/analysis_api.js';
import { Problem } from '../net/api.js';
import { AnalysisPage } from './analysis_page.js';
import { showBoard } from './board_view.js';
import { showChart } from './chart.js';
import { strips, writeFacts } from './facts.js';
import { findFrame } from './frame.js';
import { Notes } from './notes.js';
import { offerRules } from './rules_choice.js';
import { showSheet } from './sheet_view.js';
import { showSteps } from './steps.js';
import { Study } from './study.js';
import { offerTabs } from './tabs.js';
import { keepTrials, resumed } from './kept.js';
import { showVerdict } from './verdict_view.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */

/**
 * @param {import('../game/engine.js').EngineModule} engine
 * @param {GameInfo[]} games
 * @param {import('./subject.js').Subject} found
 * @param {{local: boolean, editing: boolean, visitor: import('../net/protocol.js').Player | null, still: import('../../board/picture.js').Picture | null}} page `still` is the board that is shown already
 */
export function openGame(engine, games, found, { local, editing, visitor, still }) {
  const frame = findFrame();
  const subject = local ? resumed(found) : found;
  const { record } = subject;
  const drawn = descriptor(record.game);
  if (!drawn) throw new Problem('unknown_game', 404, '');
  const info = games.find(({ id }) => id === record.game);
  const names = new Names(info, record.ruleset, drawn, record.options);
  let game;
  try {
    game = newGame(engine, record);
  } catch {
    throw new Problem('bad_position', 0, '');
  }
  const study = new Study(game, record.moves, engineNotations(drawn), local);
  const keep = keepTrials(subject, study.tree, local);
  const ended =
    subject.id !== null || record.result
      ? { text: resultText(record, names, null), result: record.result, reason: record.reason }
      : null;
  const shown = {
    players: strips(record),
    ids: subject.sample ? undefined : subject.ids,
    times: record.times,
    flipped: isSecond(subject, visitor),
    ended,
    still,
  };
  const page = new AnalysisPage(study, names, shown, {
    moved: () => notes.arrived(),
    played: () => notes.tried(),
    drew: () => notes.drew(),
  });
  const board = showBoard(page, frame);
  showSteps(page, frame);
  frame.transport.append(penButton((on) => board.draw(on)));
  showVerdict(page, frame);
  showSheet(page, frame.moves);
  showChart(page, frame.chart);
  const { tools } = frame;
  const notes = new Notes(study, names, page, keep, { head: frame['sheet-head'], tools });
  const { id } = subject;
  if (subject.stored && id) notes.join(id, () => sharedTree(id));
  page.follow();
  writeFacts(subject, names, frame);
  const edit = async () => {
    const loaded = await load(() => Promise.all([import('./setup.js'), style('css/setup.css')]));
    if (!loaded) return;
    page.leave();
    loaded[0].setUp(frame, engine, names, record, study.entry(study.current).position, local);
  };
  const told = { study, page, ply: frame.ply, record, names, notes };
  if (local) {
    load(() => import('./local_controls.js')).then((loaded) => loaded?.offerLocal(told, frame, edit));
  } else {
    const reviewed = /** @type {const} */ (['computer', 'review', 'explorer', 'notes']);
    offerTabs(frame.tabs, told, study.tree.plies > 0 ? reviewed : reviewed.filter((id) => id !== 'review'));
    if (id === null) tools.append(h('button', { class: 'button', 'data-testid': 'setup-open', click: edit }, t('setup.title')));
  }
  if (editing) edit();
  const notations = info?.notations ?? [];
  const more = drawn.records?.(record.ruleset) ?? [];
  const stored = subject.stored ? id : null;
  if (info && id === null) offerRules(frame.rules, info, record);
  whenOpened(/** @type {HTMLDetailsElement} */ (frame.files), async () => {
    const [loaded] = (await load(() => Promise.all([import('./files.js'), loadWords('files')]))) ?? [];
    loaded?.offerFiles(study, frame, { stored, record, title: names.title, notations, more });
    return Boolean(loaded);
  });
}

/**
 * Offers the form that opens records when its card is opened.
 *
 * @param {HTMLElement} files the card
 * @param {() => void} ready called when a record can be opened
 */
export const offerImport = (files, ready) =>
  whenOpened(/** @type {HTMLDetailsElement} */ (files), async () => {
    const loaded = await load(() => import('./import_form.js'));
    loaded?.offerImport();
    if (loaded) ready();
    return Boolean(loaded);
  });

/**
 * Whether the visitor played the second side, so that the board is turned.
 *
 * @param {import('./subject.js').Subject} subject
 * @param {import('../net/protocol.js').Player | null} visitor
 */
const isSecond = ({ ids }, visitor) => Boolean(visitor && ids?.second === visitor.id);
