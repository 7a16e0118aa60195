// @ts-check
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
   * @param {boolean} inside whether what else there is in place of the first is told already
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

/**
 * The variations of a record, each as a record of its own from the start on.
 *
 * @param {string} text
 * @param {number} most how many may be within one another
 * @returns {Generator<{from: number, line: number, text: string | null}>} `from` is the first action that is not of another line, `line` where the variation begins; without a text, and as the last, the one that is too deep
 */
export function* read(text, most) {
  /** What has been told of a line, where in that its actions are, and its notes before the first of its own. */
  const begin = (/** @type {string[]} */ told, /** @type {number[]} */ actions, line = 1) => ({
    told,
    actions,
    line,
    from: actions.length + 1,
    ahead: /** @type {string[]} */ ([]),
  });
  const open = [begin([], [])];
  let line = 1;
  let at = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    for (; at < index; at += 1) if (text[at] === '\n') line += 1;
    const now = /** @type {ReturnType<typeof begin>} */ (open.at(-1));
    if (token === '(') {
      if (open.length > most) {
        yield { from: now.from, line, text: null };
        return;
      }
      const last = now.actions.at(-1);
      open.push(begin(now.told.slice(0, last), now.actions.slice(0, -1), line));
    } else if (token === ')') {
      if (open.length > 1) open.pop();
      if (now.actions.length >= now.from) yield { from: now.from, line: now.line, text: now.told.join('\n') };
    } else if (isAction(token)) {
      now.actions.push(now.told.length);
      now.told.push(token, ...now.ahead.splice(0));
    } else if (/^[[{;]/.test(token)) {
      // Before the first action of a variation a note would be on the action that both lines have.
      const ahead = open.length > 1 && now.actions.length < now.from;
      (ahead ? now.ahead : now.told).push(token);
    }
  }
}
