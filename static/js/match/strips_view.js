// The strips of the two players, above and below the board, and their clocks.

import { t } from '../i18n/i18n.js';
import { balance, takenFrom } from '../game/material.js';
import { timeText } from '../game/move_mark.js';
import { isGone, playerName } from '../game/player_name.js';
import { PlayerRatings } from '../game/player_ratings.js';
import { shownTime } from '../game/clock.js';
import { faceOf, speaks } from './faces.js';
import { said as read } from './phrases.js';
import { showStrip } from './strip.js';

/** @typedef {import('../game/match_scene.js').Page} Page */
/** @typedef {import('../games/index.js').Side} Side */
/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */

/**
 * @param {HTMLElement} top
 * @param {HTMLElement} bottom
 * @param {import('./store.js').MatchStore} store
 */
export function showStrips(top, bottom, { moment, clock, flipped }) {
  const ratings = new PlayerRatings();
  const show = (/** @type {HTMLElement} */ host, /** @type {() => Side} */ side) => {
    const hand = () => {
      const { reading, now } = clock.value;
      return reading && { shown: shownTime(reading, side(), now), running: reading.running === side() };
    };
    showStrip(host, () => moment.value && strip(moment.value, side(), ratings), hand);
  };
  show(top, () => (flipped.value ? 'first' : 'second'));
  show(bottom, () => (flipped.value ? 'second' : 'first'));
}

/**
 * @param {import('./store.js').Moment} moment
 * @param {Side} side
 * @param {PlayerRatings} ratings
 * @returns {import('./strip.js').Strip}
 */
function strip({ page, match, unseen, now }, side, ratings) {
  const { names, state } = page;
  const player = match.players[side];
  const gone = absence(page, match, side, now);
  const credited = match.state === 'live' && state.credit.side === side && state.credit.ms >= 100;
  const isQuiet = state.seat === side || gone.claim;
  return {
    side,
    sideName: names.side(side),
    tint: names.game.tints(match.ruleset)[side],
    name: player ? playerName(player) : match.state === 'over' ? '—' : null,
    id: player?.id,
    you: state.seat === side,
    present: player && !state.lost ? match.presence[side] : null,
    ...gone,
    turn: page.model.turn === side,
    won: match.state === 'over' && match.result === side,
    detail: [
      state.clock?.vacation?.[side] && t('match.vacation'),
      ratings.after(match, side),
      computerText(match, side),
      stonesText(page, side),
    ]
      .filter(Boolean)
      .join(' · '),
    face: faceOf(player?.computer ?? 0),
    ...taken(page, match, side),
    said: isQuiet ? '' : read(unseen.findLast(({ by }) => by === side)?.text ?? '') || greeting(match, side),
    credit: credited ? (state.credit.ms / 1000).toFixed(1) : '',
  };
}

/**
 * A side's captures, drawn by the pieces' characters and read by their names, and its lead.
 *
 * @param {Page} page
 * @param {Snapshot} match
 * @param {Side} side
 */
function taken({ names, placement }, match, side) {
  const { game } = names;
  const other = side === 'first' ? 'second' : 'first';
  const pieces = takenFrom(game.read(match.start), placement, game, other);
  const ahead = balance(placement, game) * (side === 'first' ? 1 : -1);
  if (pieces.length === 0) return { taken: '', takenLabel: '' };
  const tint = game.tints(match.ruleset)[other];
  const lead = ahead > 0 ? ` ${t('captured.ahead', { count: ahead })}` : '';
  const label = t('captured.by', { side: names.side(side), pieces: pieces.map((piece) => names.piece(piece)).join(' ') });
  return { taken: pieces.map((piece) => game.glyph?.(piece, tint) ?? '').join('') + lead, takenLabel: label + lead };
}

/** Absence is shown in steps of so many milliseconds: a strip is drawn again when it changes. */
const STEP = 5_000;

/**
 * That a player of a game that is played at once is not there, for how long, and when the opponent can claim it.
 *
 * @param {Page} page
 * @param {Snapshot} match
 * @param {Side} side
 * @param {number} now
 */
function absence({ model, state }, match, side, now) {
  const since = state.awaySince[side];
  if (match.state !== 'live' || match.paused || state.lost || state.seat === side) return {};
  const gone = isGone(match.players[side]);
  if (!gone && (since === null || now - since < STEP || match.clock.kind === 'correspondence')) return {};
  const time = (/** @type {number} */ ms) => timeText(Math.ceil(ms / STEP) * STEP);
  const away = gone ? t('match.left') : t('match.away.for', { time: time(now - (since ?? now)) });
  return { away, claim: model.claimIn ? t('match.claim.in', { time: time(model.claimIn) }) : '' };
}

/**
 * @param {Snapshot} match
 * @param {Side} side
 */
function computerText(match, side) {
  const level = match.players[side]?.computer;
  return level ? t('computer.level', { level }) : '';
}

/**
 * The greeting of a computer player until both have acted.
 *
 * @param {Snapshot} match
 * @param {Side} side
 */
function greeting(match, side) {
  const level = match.players[side]?.computer ?? 0;
  return speaks(level) && match.state === 'live' && match.ply < 2 ? t(`computer.${level}.line`) : '';
}

/**
 * How many stones a side has still to place, or has on the board.
 *
 * @param {Page} page
 * @param {Side} side
 */
function stonesText({ placement, names }, side) {
  const reserve = placement.reserve?.[side];
  if (reserve !== undefined && reserve > 0) return t('match.reserve', { count: reserve });
  if (names.game.shape !== 'stone') return '';
  let count = 0;
  for (const piece of placement.pieces.values()) count += piece.side === side ? 1 : 0;
  return t('match.stones', { count });
}
