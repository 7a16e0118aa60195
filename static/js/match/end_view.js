// The end of the match, over the board, and the ways from there. It is put away with one press, and does not cover the
// half of the board where the game was decided.

import { turningPoint } from '../game/material.js';
import { playerName } from '../game/player_name.js';
import { resultText } from '../game/sentences.js';
import { keep } from '../course/progress.js';
import { LEVELS, noteResult } from '../game/computer.js';
import { hasText, keyIn, loadWords, t } from '../i18n/i18n.js';
import { createMatch } from '../net/api.js';
import { problemText } from '../net/problem_text.js';
import { load } from '../ui/load.js';
import { h, show, signal } from '../ui/view.js';
import { noteOpen } from './end_memory.js';
import { opponent } from './model.js';

/** @typedef {import('../game/match_scene.js').Page} Page */
/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */
/** @typedef {import('./store.js').Moment} Moment */
/** @typedef {(offer: 'rematch', answer: 'offer' | 'accept' | 'withdraw') => void} Answer */

const MAIN = 'button button--main button--big';

/**
 * @param {HTMLElement} host
 * @param {import('./store.js').MatchStore} store
 * @param {object} acts
 * @param {Answer} acts.offer
 * @param {() => void} acts.leave the card goes, and the focus in it
 * @param {boolean} seen whether the visitor saw the match before it ended
 */
export function showEnd(host, { moment }, { offer, leave }, seen) {
  const isClosed = signal(false);
  const rated = signal('');
  let isKnown = false;
  const close = () => {
    isClosed.value = true;
    noteOpen(null);
    leave();
  };
  /** @param {Moment} moment */
  const note = async ({ page: { names, state }, match }) => {
    isKnown = true;
    if (match.result !== null) noteOpen(match.id);
    if (seen) {
      notePlayed(match, state.seat);
      /** @type {HTMLElement | null} */ (host.querySelector('.over-board-acts > *'))?.focus({ preventScroll: true });
    }
    if (!match.rated || match.result === null) return;
    const loaded = await load(() => Promise.all([import('./rating_change.js'), loadWords('ratings')]));
    rated.value = (await loaded?.[0].ratingChange(match.id, state.seat, (side) => names.side(side))) ?? '';
  };
  host.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  show(
    host,
    () => {
      if (!moment.value) return null;
      const { page, match, looking } = moment.value;
      const { seat } = page.state;
      const aborted = match.result === null;
      host.hidden = match.state !== 'over' || isClosed.value || looking;
      if (host.hidden) return null;
      host.classList.toggle('over-board--low', !decidedBelow(page));
      return [
        h(
          'button',
          {
            class: 'button button--quiet over-board-close',
            id: 'end-close',
            'data-testid': 'end-close',
            'aria-label': t('room.close'),
            click: close,
          },
          '×',
        ),
        h('h2', { id: 'end-title' }, aborted ? t('end.aborted') : resultText({ ...match, reason: null }, page.names, seat)),
        h('p', { id: 'end-reason' }, reasonText(match, seat)),
        rated.value && h('p', { class: 'end-rating', 'data-testid': 'end-rating', role: 'status' }, rated.value),
        h('div', { class: 'over-board-acts', id: 'end-acts' }, aborted ? newGame(moment.value) : ways(moment.value, offer)),
      ];
    },
    () => {
      if (!host.hidden && !isKnown && moment.value) note(moment.value);
    },
  );
}

/**
 * The ways from a match that was played.
 *
 * @param {Moment} moment
 * @param {Answer} offer
 */
function ways({ page: { model, names, state }, match, timeline }, offer) {
  const { seat } = state;
  const offered = match.offers.rematch;
  const button = (
    /** @type {string} */ id,
    /** @type {string} */ key,
    /** @type {'offer' | 'accept' | 'withdraw'} */ answer,
    kind = MAIN,
  ) => h('button', { key: id, class: kind, 'data-testid': id, click: () => offer('rematch', answer) }, t(key));
  const acts = [];
  if (match.rematch)
    acts.push(h('a', { key: 'next', class: MAIN, href: `/m/${match.rematch}`, 'data-testid': 'end-next' }, t('end.next')));
  else if (seat && offered === seat)
    acts.push(h('p', {}, t('end.wait')), button('end-cancel', 'end.cancel', 'withdraw', 'button'));
  else if (model.canRematch && offered) acts.push(button('end-accept', 'end.accept', 'accept'));
  else if (model.canRematch) acts.push(button('end-rematch', 'act.rematch', 'offer'));
  const winner = match.result === 'first' || match.result === 'second' ? match.result : null;
  const turned = timeline && winner ? turningPoint(timeline.entries, names.game, winner) : null;
  if (match.ply > 0) {
    const kind = acts.length > 0 ? 'button' : MAIN;
    acts.push(h('a', { key: 'replay', class: kind, href: `/g/${match.id}`, 'data-testid': 'end-replay' }, t('act.replay')));
    if (turned !== null) {
      const given = { key: 'turned', class: 'button', href: `/g/${match.id}#${turned}`, 'data-testid': 'end-turned' };
      acts.push(h('a', given, t('end.turned')));
    }
  }
  const other = seat && match.players[opponent(seat)];
  const level = other?.computer ?? 0;
  if (seat && level > 0 && level < LEVELS && match.result === seat) {
    const given = { key: 'stronger', class: 'button', 'data-testid': 'end-stronger' };
    const begin = (/** @type {MouseEvent} */ { currentTarget }) => stronger(match, seat, level + 1, currentTarget);
    acts.push(h('button', { ...given, click: begin }, t('end.stronger', { name: t(`computer.${level + 1}`) })));
  }
  if (other && !other.computer) {
    const report = async () => {
      const loaded = await load(() => Promise.all([import('../people/report_view.js'), loadWords('people', 'settings')]));
      loaded?.[0].openReport(match.id, [], playerName(other), other.id);
    };
    const given = { key: 'report', class: 'button button--quiet', 'data-testid': 'end-report', click: report };
    acts.push(h('button', given, t('talk.report')));
  }
  return acts;
}

/**
 * Begins the same game against the next computer player.
 *
 * @param {Snapshot} match
 * @param {import('../games/index.js').Side} seat
 * @param {number} computer
 * @param {any} button
 */
async function stronger({ game, ruleset, options, clock }, seat, computer, button) {
  button.disabled = true;
  try {
    const { url } = await createMatch({ game, ruleset, options, clock, computer, seat });
    location.assign(url);
  } catch (error) {
    button.textContent = problemText(error);
  }
}

/** The ways from a match that was not played. @param {Moment} moment */
const newGame = ({ page: { names }, match }) => [
  h('a', { class: MAIN, href: `/#${match.game}`, 'data-testid': 'end-new' }, t('end.new', { game: names.title })),
  h('a', { class: 'button', href: '/', 'data-testid': 'end-lobby' }, t('end.lobby')),
];

/**
 * Notes that the game was played here, and has the next computer player fit better after a game with one.
 *
 * @param {Snapshot} match
 * @param {import('../games/index.js').Side | null} seat
 */
function notePlayed({ game, players, result }, seat) {
  if (seat) keep(game, { played: true });
  const level = seat && players[seat === 'first' ? 'second' : 'first']?.computer;
  if (level && (result === 'first' || result === 'second')) noteResult(game, level, result === seat);
}

/**
 * The reason of the end, as the winner or loser reads it.
 *
 * @param {Snapshot} match
 * @param {import('../games/index.js').Side | null} seat
 */
export function reasonText({ game, result, reason }, seat) {
  if (!reason) return '';
  const own = seat && (result === 'first' || result === 'second') ? `ended.${result === seat ? 'won' : 'lost'}.${reason}` : '';
  const key = [own, `reason.${reason}`].find(hasText);
  const text = key ? t(keyIn(key, game)) : '';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Whether the last action was played in the lower half of the board as it is shown.
 *
 * @param {Page} page
 */
function decidedBelow({ decided, flipped, grid }) {
  const heights = decided.flatMap((point) => grid.places.get(point)?.rank ?? []);
  if (heights.length === 0) return false;
  const middle = heights.reduce((sum, rank) => sum + rank, 0) / heights.length;
  return middle < (grid.ranks - 1) / 2 !== flipped;
}
