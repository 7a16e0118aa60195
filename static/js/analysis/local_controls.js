// The controls for people at one device next to the board: an opponent, who may be the computer, and a way back.

import { h } from '../ui/dom.js';
import { queryOf } from '../game/game_query.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { levelFor } from '../game/computer.js';
import { opponentChoice } from './opponent_choice.js';
import { keepLocal } from './kept.js';

/**
 * @param {import('./tabs.js').Told} told
 * @param {import('./frame.js').Frame} frame
 * @param {() => void} edit has the position edited
 */
export function offerLocal(told, frame, edit) {
  const { page, record } = told;
  const { names, study } = page;
  const button = (/** @type {string} */ name, /** @type {() => void} */ click) =>
    h('button', { class: 'button', 'data-testid': `local-${name}`, click }, t(`local.${name}`));
  const turns = button('turns', () => {
    page.turns = !page.turns;
    turns.setAttribute('aria-pressed', String(page.turns));
    page.redraw();
  });
  /** @type {import('./computer.js').Computer | null} */
  let computer = null;
  const { moved } = page.listener;
  page.listener.moved = () => {
    moved();
    computer?.consider();
  };
  const play = async (/** @type {import('./computer.js').Opponent | null} */ opponent) => {
    record.opponent = opponent;
    if (opponent) page.face(opponent.side === 'first' ? 'second' : 'first');
    page.listener.played();
    if (opponent && !computer) {
      const loaded = await load(() => import('./computer.js'));
      if (loaded) computer ??= new loaded.Computer(study, page, record, thinking);
    }
    computer?.consider();
  };
  const asked = new URLSearchParams(location.search).has('computer');
  if (asked && !record.opponent && record.moves.length === 0) record.opponent = { side: 'second', level: levelFor(record.game) };
  const { choice, thinking } = opponentChoice(names, record, play);
  frame.opponent.append(choice);
  if (record.opponent) play(record.opponent);
  frame.local.append(
    button('back', () => {
      if (computer) computer.takeBack();
      else study.takeBack();
      page.go(study.current);
      page.listener.played();
    }),
    turns,
    button('setup', edit),
    button('new', () => {
      keepLocal(record, []);
      location.assign(`/local?${queryOf({ ...record, moves: [] })}`);
    }),
  );
  frame.local.hidden = false;
  offerNotes(frame.tabs, told);
}

/**
 * Notes, in a fold: of a single tab there is nothing to choose.
 *
 * @param {Element} host
 * @param {import('./tabs.js').Told} told
 */
function offerNotes(host, told) {
  const notes = h('div', { class: 'tab-panel' });
  /** @type {ReturnType<typeof import('./panels.js').showPanels> | undefined} */
  let panels;
  const toggle = async () => {
    if (panels || !fold.open) return;
    const loaded = await load(() => Promise.all([import('./panels.js'), loadWords('worth', 'explorer', 'notes')]));
    panels ??= loaded?.[0].showPanels(told, { notes });
    panels?.opened('notes');
  };
  const fold = h('details', { 'data-testid': 'local-notes', toggle }, h('summary', {}, t('tab.notes')), notes);
  host.append(fold);
}
