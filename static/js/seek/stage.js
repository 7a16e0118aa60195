// The content of the bar of a seek, worked out from the seek's standing. Nothing here draws.

/** @typedef {import('../net/seeks.js').Standing} Standing */

/**
 * @typedef {object} Stage
 * @property {'none' | 'looking' | 'found' | 'accepted' | 'missed' | 'started'} kind
 * @property {number} seconds waited so far, or left to accept
 * @property {boolean} offersComputer whether a computer player is offered during the wait
 */

/** How long a visitor waits before a computer player is offered, in seconds. */
export const COMPUTER_AFTER = 8;

/**
 * @param {Standing | null} standing
 * @param {number} serverNow
 * @returns {Stage}
 */
export function stageOf(standing, serverNow) {
  const { seek = null, found = null, missed = false, started = null } = standing ?? {};
  if (found) {
    const seconds = Math.max(0, Math.ceil((found.until - serverNow) / 1000));
    return { kind: found.accepted ? 'accepted' : 'found', seconds, offersComputer: false };
  }
  if (seek) {
    const seconds = Math.max(0, Math.floor((serverNow - seek.made_at) / 1000));
    return { kind: 'looking', seconds, offersComputer: seconds >= COMPUTER_AFTER };
  }
  if (missed) return { kind: 'missed', seconds: 0, offersComputer: false };
  return { kind: started ? 'started' : 'none', seconds: 0, offersComputer: false };
}

/**
 * Whether a page goes to the match that has begun by itself: if its visitor accepted it just now. The socket may announce
 * the match before the answer to the request that accepted it has come.
 *
 * @param {Standing | null} before
 * @param {Standing} after
 * @param {string | null} accepting the id of the found opponent that the visitor has accepted on this page
 */
export const goesThere = (before, after, accepting = null) =>
  after.started !== null && !!before?.found && (before.found.accepted || before.found.id === accepting);

/**
 * Whether a report is older than the known state: the answer to a request may come after a later message of the socket.
 *
 * @param {Standing} told
 * @param {Standing | null} known
 */
export const isOlder = (told, known) =>
  known !== null &&
  (told.now < known.now || (told.now === known.now && known.found !== null && told.found === null && told.started === null));

/**
 * The form of a time that counts up: `0:07`, `12:40`, `1:02:03`.
 *
 * @param {number} seconds
 */
export function counted(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
