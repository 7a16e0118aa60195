// The lines of a plan. Nothing here draws.

/**
 * The lines with one more. Those that it contains, or that answer the same in another way, give place to it.
 *
 * @param {readonly string[][]} lines
 * @param {readonly string[]} line
 */
export function withLine(lines, line) {
  const isPart = (/** @type {readonly string[]} */ one, /** @type {readonly string[]} */ of) =>
    one.every((action, index) => of[index] === action);
  if (lines.some((kept) => isPart(line, kept))) return [...lines];
  return [...lines.filter((kept) => !isPart(kept, line)), [...line]];
}
