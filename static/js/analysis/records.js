// The form of an opened game: all known facts, and a stored game as the server answers it.
// Every other record is read by `readers.js`.

/**
 * @typedef {object} Recorded
 * @property {string} game
 * @property {string} ruleset
 * @property {number} [version] of the ruleset, if it is not today's
 * @property {Record<string, string>} options
 * @property {string} start
 * @property {string[]} moves
 * @property {number[]} times of as many actions as have one from the first on
 * @property {[ply: number, text: string][]} comments
 * @property {{moves: string[], comments: [ply: number, text: string][]}[]} [lines] variations, from the start on
 * @property {ReturnType<typeof import('./own_nodes.js').ownNodes>} [own] the tried moves of a game of this device
 * @property {import('./computer.js').Opponent | null} [opponent] the computer, in a game of this device
 * @property {{first: string | null, second: string | null}} players
 * @property {string | null} date
 * @property {string | null} result
 * @property {string | null} reason
 */

/**
 * A fault of a text: the error of the engine or the readers. `faults.js` puts it into words.
 *
 * @typedef {object} Fault
 * @property {string} key of its text, `fault.<key>`
 * @property {Record<string, string>} args
 * @property {number} [line] where in the text, both from 1
 * @property {number} [column]
 * @property {string} [kind] the notation that the text was taken for
 */

/**
 * A fault of the engine, whose `error` is in English.
 *
 * @param {unknown} thrown
 * @returns {Fault & {error: string}}
 */
export const thrownFault = (thrown) => ({ key: '', args: {}, ...JSON.parse(String(thrown)) });

/** The latest time there is. */
const LATEST = 8.64e15;

/** @param {unknown} value */
const textIn = (value) => (typeof value === 'string' ? value : null);

/**
 * A game as `GET /api/archive/{id}` answers.
 *
 * @param {string} text
 * @returns {Recorded | null}
 */
export function readStored(text) {
  try {
    const game = JSON.parse(text);
    if (!Array.isArray(game.moves) || typeof game.game !== 'string') return null;
    const name = (/** @type {{name?: unknown} | null | undefined} */ player) => textIn(player?.name);
    return {
      game: game.game,
      ruleset: textIn(game.ruleset) ?? '',
      options: Object.fromEntries(Object.entries(game.options ?? {}).filter(([, value]) => typeof value === 'string')),
      start: textIn(game.start) ?? '',
      moves: game.moves.map(String),
      times: Array.isArray(game.times) ? game.times.map(Number).filter((/** @type {number} */ time) => time >= 0) : [],
      comments: [],
      players: { first: name(game.players?.first), second: name(game.players?.second) },
      date: game.started_at > 0 && game.started_at < LATEST ? new Date(game.started_at).toISOString().slice(0, 10) : null,
      result: textIn(game.result),
      reason: textIn(game.reason),
    };
  } catch {
    return null;
  }
}
