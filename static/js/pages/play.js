// The match page. Its first view, the board as the server knows it, is drawn by as few modules
// as can be: each costs a slow device time. The table comes after, and takes over that view.

import { places, setText } from '../ui/dom.js';
import { stillBoard } from '../game/pictures.js';
import { descriptor } from '../games/index.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { match } from '../net/api.js';
import { boardShown, fetchLater, startPage } from '../app/page.js';

/**
 * Draws the board alone.
 *
 * @param {Element} board
 * @param {Promise<import('../net/protocol.js').Snapshot>} snapshot
 * @param {Promise<import('../net/protocol.js').Player | null>} visitor
 * @returns {Promise<import('../match/table.js').Drawn>}
 */
async function drawStill(board, snapshot, visitor) {
  const [{ game, players, position, ruleset }, player] = await Promise.all([snapshot, visitor]);
  const sides = /** @type {const} */ (['first', 'second']);
  const seat = sides.find((side) => player && players[side]?.id === player.id) ?? null;
  const known = descriptor(game);
  if (!known) return { ...NOTHING, seat };
  const still = stillBoard(board, known, ruleset, position, seat === 'second');
  return { still, seat, pressed: keepPresses(still) };
}

/** @type {import('../match/table.js').Drawn} */
const NOTHING = { still: null, seat: null, pressed: () => [] };

/**
 * Keeps presses on the picture of a board, for the table to play.
 *
 * @param {import('../../board/picture.js').Picture} still
 * @returns {() => string[]} ends that, and returns the points
 */
function keepPresses(still) {
  /** @type {string[]} */
  const points = [];
  const press = (/** @type {MouseEvent} */ event) => {
    const point = still.pointAt(event);
    if (point) points.push(point);
  };
  still.svg.addEventListener('click', press);
  return () => {
    still.svg.removeEventListener('click', press);
    return points;
  };
}

async function begin() {
  const id = location.pathname.split('/')[2] ?? '';
  const snapshot = match(id);
  // A visitor from another page of this site has most files of the first view, so that the others need not wait for it.
  if (document.referrer.startsWith(`${location.origin}/`)) fetchLater();
  const { board, status } = places('board', 'status');
  const { visitor } = await startPage(null, 'room');
  setText(status, t('status.loading'));
  // The table shows the fault.
  const drawn = await drawStill(board, snapshot, visitor).catch(() => NOTHING);
  await boardShown();
  const loaded = await load(() => Promise.all([import('../match/table.js'), loadWords('guidance', 'verdicts')]));
  loaded?.[0].openTable({ id, snapshot, ...drawn });
}

begin();
