// The variations of a record in the manner of PGN: in round brackets after the action in whose
// place they are, one within another.

/** @typedef {import('./tree.js').Tree} Tree */

// Headers, comments of both kinds, brackets, words.
const TOKEN = /\[\w+\s*"(?:\\.|[^"\\])*"\s*\]|\{[^}]*\}|;.*|[()]|[^\s[\]{}();]+/g;

/** What among the words is no action: numbers, results, marks. */
const NO_ACTION = /^(\d+\.*|\*|1-0|0-1|1\/2-1\/2|\$\d+|[!?]+)$/;

/** @param {string} token */
const isAction = (token) => !/^[[{;()]/.test(token) && !NO_ACTION.test(token);

/**
 * A record in three parts: what stands before the first action, the actions, each with the
 * comments on it, and the result.
 *
 * @param {string} text of one line, as the engine writes it
 */
function partsOf(text) {
  const head = [];
  /** @type {string[]} */
  const actions = [];
  let result = '*';
  for (const [token] of text.matchAll(TOKEN)) {
    if (isAction(token)) actions.push(token);
    else if (token.startsWith('[')) head.push(token);
    else if (!/^[{;]/.test(token)) result = token;
    else if (actions.length === 0) head.push(`\n${token}`);
    else actions.push(`${actions.pop()}${token.startsWith(';') ? '\n' : ' '}${token}`);
  }
  return { head: head.join('\n'), actions, result };
}

/**
 * The record of a line with the variations that leave it, and those that leave them.
 *
 * @param {string} text the record of the line alone
 * @param {Tree} tree
 * @param {readonly number[]} line
 * @param {(line: number[]) => string} record
 */
export function write(text, tree, line, record) {
  const { head, actions, result } = partsOf(text);
  // Where the second side begins, its first action has the number 1, too.
  const shift = /^1\.\.\./m.test(text) ? 1 : 0;
  /**
   * @param {readonly number[]} path
   * @param {readonly string[]} told
   * @param {number} first
   * @param {boolean} inside whether the alternatives to the first are written already
   * @returns {string}
   */
  const from = (path, told, first, inside) => {
    let out = '';
    for (let ply = first; ply < path.length; ply += 1) {
      const half = ply - 1 + shift;
      const begins = half % 2 === 0;
      const number = `${Math.floor(half / 2) + 1}${begins ? '. ' : '... '}`;
      out += `${begins || /^$|\n$/.test(out) ? number : ' '}${told[ply - 1]}`;
      if (!begins || /[{;]/.test(told[ply - 1] ?? '')) out += '\n';
      if (inside && ply === first) continue;
      for (const id of tree.at(path[ply - 1] ?? 0).children) {
        if (id === path[ply]) continue;
        const other = tree.line(id);
        const variation = from(other, partsOf(record(other)).actions, ply, true).trimEnd();
        out = `${out.trimEnd()}\n(${variation}\n)\n`;
      }
    }
    return out;
  };
  return `${head}\n\n${from(line, actions, 1, false).trimEnd()}\n${result}\n`;
}
