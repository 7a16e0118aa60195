// The board of an analysis, the players above and below it, and the actions that touch no point of it.

import { AppBoard } from '../game/app_board.js';
import { shownName } from '../game/player_name.js';
import { PlayerStrip } from '../game/players_view.js';
import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { effect, h, show } from '../ui/view.js';

/** @typedef {import('./analysis_page.js').AnalysisPage} AnalysisPage */
/** @typedef {import('./frame.js').Frame} Frame */
/** @typedef {import('../games/index.js').Side} Side */

/**
 * @param {AnalysisPage} page
 * @param {Frame} frame
 * @returns {AppBoard}
 */
export function showBoard(page, frame) {
  const { study, names, game } = page;
  /** @type {import('./repetition_line.js').RepetitionLine | null} */
  let repetition = null;
  /** @type {Promise<void> | undefined} */
  let counting;
  /** Has repetitions counted, of which there are none before the third action. */
  const count = () =>
    (counting ??= load(() => import('./repetition_line.js')).then((loaded) => {
      if (!loaded) return;
      repetition = new loaded.RepetitionLine(study, names, frame.meter);
      page.redraw();
    }));
  const note = (/** @type {string} */ action) => repetition?.note(action) ?? null;
  const act = {
    note,
    noted: (/** @type {string[]} */ texts) => repetition?.pick(texts),
    play: (/** @type {string} */ action) => page.play(action),
    ask: (/** @type {string} */ action) => page.ask(action, note(action)?.text),
    shapes: (/** @type {import('./drawings.js').Shape[]} */ shapes) => {
      page.drawings.draw(shapes);
      page.listener.drew();
    },
  };
  const board = new AppBoard(game.still ?? frame.board, act, t('match.board', { game: names.title }));
  page.left.addEventListener('abort', () => board.destroy());
  effect(() => {
    if (!page.moment.value) return;
    const { shown, shapes, notes, ply } = page.moment.value;
    board.show({ ...shown, shapes, notes });
    if (ply > 1) count();
    repetition?.draw();
  });
  showPlayers(page, frame);
  showWords(page, frame.words);
  return board;
}

/**
 * @param {AnalysisPage} page
 * @param {Frame} frame
 */
function showPlayers({ moment, study, names, game }, frame) {
  const tints = names.game.tints(names.rulesetId);
  const [top, bottom] = [new PlayerStrip(frame['player-top']), new PlayerStrip(frame['player-bottom'])];
  effect(() => {
    if (!moment.value) return;
    const { flipped, legal, current } = moment.value;
    const turn = legal.length > 0 ? study.entry(current).turn : null;
    const draw = (/** @type {PlayerStrip} */ strip, /** @type {Side} */ side) =>
      strip.draw({
        side,
        sideName: game.players[side].name === null ? '' : names.side(side),
        tint: tints[side],
        name: shownName(game.players[side].name) || names.side(side),
        id: game.ids?.[side],
        turn: turn === side,
        detail: game.players[side].won ? t('result.won') : '',
      });
    draw(top, flipped ? 'first' : 'second');
    draw(bottom, flipped ? 'second' : 'first');
  });
}

/**
 * @param {AnalysisPage} page
 * @param {HTMLElement} host
 */
function showWords(page, host) {
  show(host, () => {
    const words = page.moment.value?.legal.filter((action) => /^[a-z]+$/.test(action)) ?? [];
    host.hidden = words.length === 0;
    return words.map((word) =>
      h('button', { key: word, class: 'button', 'data-testid': word, click: () => page.play(word) }, t(`act.${word}`)),
    );
  });
}
