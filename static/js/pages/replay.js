// Stored games, analysis and games of two on one device. The first view, a board or the games
// to choose from, is drawn by as few modules as can be; the engine and the rest come after.

import { offerGames } from '../analysis/games_view.js';
import { offerRules } from '../analysis/rules_choice.js';
import { lastLocal, storedSubject, subjectOf } from '../analysis/subject.js';
import { places, setText, style } from '../ui/dom.js';
import { stillBoard } from '../game/pictures.js';
import { descriptor, drawable } from '../games/index.js';
import { loadWords, pick, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { games, Problem } from '../net/api.js';
import { boardShown, startPage } from '../app/page.js';
import { problemText } from '../net/problem_text.js';

/** @typedef {import('../analysis/subject.js').Subject} Subject */

const frame = places('board', 'files', 'free', 'game-detail', 'game-name', 'import', 'local', 'main', 'rules');
const stored = /^\/g\/([^/]+)/.exec(location.pathname)?.[1] ?? null;
/** Whether two people play here on one device. */
const local = location.pathname === '/local';
const query = new URLSearchParams(location.search);
// Where no game is asked for, the games to choose from have their place at once.
const asksForGame = stored !== null || query.has('game');
frame.free.hidden = asksForGame;
// And so have the buttons below a board that two people share.
frame.local.hidden = !local || !query.has('game');
const { classList } = frame.main;
classList.toggle('match--empty', !asksForGame);
classList.toggle('match--settling', asksForGame);
classList.remove('match--undecided');

/** A record that is to be opened before there is anything to read it with: it is opened then. */
const form = /** @type {HTMLFormElement} */ (frame.import);
let pressedEarly = false;
/** @param {Event} event */
function pressEarly(event) {
  event.preventDefault();
  pressedEarly = true;
}
form.addEventListener('submit', pressEarly);

/**
 * Draws the end of a stored game, or the start of one without moves, and writes the known facts.
 *
 * @param {Subject} subject
 * @param {import('../net/protocol.js').Player | null} visitor
 * @returns {import('../../board/picture.js').Picture | null} the board
 */
function drawStill({ record, position, ids }, visitor) {
  const game = descriptor(record.game);
  if (!game || !position) return null;
  return stillBoard(frame.board, game, record.ruleset, position, Boolean(visitor && ids?.second === visitor.id));
}

/** Shows the facts about the game, in the frame in which it is first drawn. */
const settled = () => requestAnimationFrame(() => classList.remove('match--settling'));

async function begin() {
  const asked = stored === null ? null : storedSubject(decodeURIComponent(stored));
  // It is awaited below, once there is a page to show its fault.
  asked?.catch(() => undefined);
  const known = stored === null ? games().catch(() => null) : null;
  const active = local ? 'local' : stored === null ? 'analysis' : null;
  const { visitor } = await startPage(active, 'analysis');
  const catalogue = await known;
  const first = asked ? await asked : catalogue && subjectOf(query, catalogue.games);
  if (catalogue && query.has('game') && !first) throw new Problem('unknown_game', 404, '');
  if (first) {
    const info = catalogue?.games.find(({ id }) => id === first.record.game);
    setText(frame['game-name'], pick(info?.name) || t('nav.analysis'));
    if (info) offerRules(frame.rules, info, first.record);
  }
  const still = first && location.hash === '' ? drawStill(first, await visitor) : null;
  if (catalogue && !first) offerGames(frame, drawable(catalogue.games), { local, last: local ? lastLocal() : null });
  await boardShown();
  const styled = style('css/study.css');
  const loaded = await load(() =>
    Promise.all([
      import('../game/engine.js').then(({ loadEngine }) => loadEngine()),
      import('../analysis/open.js'),
      loadWords('guidance', 'verdicts', 'refusals', 'computer'),
    ]),
  );
  await styled;
  if (!loaded) return;
  const [engine, { offerImport, openGame }] = loaded;
  // The engine knows the catalogue without the server.
  const all = /** @type {import('../net/api.js').GameInfo[]} */ (JSON.parse(engine.catalogue()).games);
  offerImport(frame.files, () => {
    form.removeEventListener('submit', pressEarly);
    if (pressedEarly) form.requestSubmit();
  });
  const found = first ?? subjectOf(query, all);
  if (found) {
    openGame(engine, all, found, { local, editing: query.has('setup'), visitor: await visitor, still });
    settled();
  } else if (query.has('game')) throw new Problem('unknown_game', 404, '');
  else if (!catalogue) offerGames(frame, drawable(all), { local, last: local ? lastLocal() : null });
}

begin().catch((error) => {
  boardShown();
  settled();
  const missing = error instanceof Problem && error.code === 'not_found';
  setText(frame['game-name'], missing ? t('replay.missing') : problemText(error));
  classList.add('match--empty');
});
