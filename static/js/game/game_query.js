// A game in the address of a page: its rules, its start and its moves.

/**
 * The query of an address that describes a game.
 *
 * @param {{game: string, ruleset: string, options: Record<string, string>, start: string, moves: readonly string[]}} record
 */
export function queryOf({ game, ruleset, options, start, moves }) {
  const query = new URLSearchParams({ game, ruleset });
  for (const [key, value] of Object.entries(options).sort()) query.set(`option.${key}`, value);
  if (start) query.set('position', start);
  if (moves.length > 0) query.set('moves', moves.join(' '));
  return query.toString();
}

/**
 * The options of a ruleset in the query of an address.
 *
 * @param {URLSearchParams} query
 * @returns {Record<string, string>}
 */
export const optionsOf = (query) =>
  Object.fromEntries([...query].filter(([key]) => key.startsWith('option.')).map(([key, value]) => [key.slice(7), value]));
