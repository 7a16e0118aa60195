// The rulesets under which a visitor looks for opponents.

import { usualRuleset } from '../games/index.js';

/**
 * A game under the ruleset that the visitor would begin with, and then under the one that visitors in other languages
 * begin with.
 *
 * @param {{id: string, rulesets: {id: string}[]}} game
 */
export const sought = (game) =>
  [...new Set([usualRuleset(game), game.rulesets[0]])].map((ruleset) => ({ game: game.id, ruleset: ruleset?.id }));
