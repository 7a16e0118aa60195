// The variations of a KIF record: blocks headed `変化：N手`, each from action N on in place of what
// the block it leaves has there; the latest first, so that a reader knows which block that is.

/** @typedef {import('./tree.js').Tree} Tree */

/** The number of the action in a line. @param {string} line */
const numberOf = (line) => Number(/^\s*(\d+)\s/.exec(line)?.[1] ?? NaN);

/**
 * The lines of a record with its actions `from` to `to`, and their comments.
 *
 * @param {string[]} lines
 * @param {number} from
 * @param {number} to
 */
function cut(lines, from, to) {
  const place = (/** @type {(line: string) => boolean} */ wanted) => {
    const found = lines.findIndex(wanted);
    return found < 0 ? lines.length : found;
  };
  return lines.slice(
    place((line) => numberOf(line) >= from),
    place((line) => numberOf(line) > to || line.startsWith('まで')),
  );
}

/**
 * The record of a line, and after it the variations that leave it, and those that leave them.
 *
 * @param {string} text the record of the line alone
 * @param {Tree} tree
 * @param {readonly number[]} line
 * @param {(line: number[]) => string} record
 */
export const write = (text, tree, line, record) => text + after(tree, line, record, 0);

/**
 * @param {Tree} tree
 * @param {readonly number[]} line
 * @param {(line: number[]) => string} record
 * @param {number} from only those that leave after so many actions
 * @returns {string}
 */
function after(tree, line, record, from) {
  let text = '';
  for (let ply = line.length - 1; ply > from; ply -= 1)
    for (const id of tree.at(line[ply - 1] ?? 0).children) {
      if (id === line[ply]) continue;
      const path = tree.line(id);
      text += `\n変化：${ply}手\n${cut(record(path).split('\n'), ply, path.length - 1)
        .join('\n')
        .trimEnd()}\n`;
      text += after(tree, path, record, ply);
    }
  return text;
}
