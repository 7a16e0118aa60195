// @ts-check
// Actions wished for before their turn comes.

/**
 * What would be legal if the other side were to act: a hint of where a piece may be sent.
 *
 * @param {import('../engine.js').EngineModule} engine
 * @param {{game: string, ruleset: string, options: Record<string, string>}} match
 * @param {string} position
 * @returns {string[]} none if the position cannot be turned round
 */
export function legalAhead(engine, { game, ruleset, options }, position) {
  const turned = position.replace(/ [bw]\b/, (side) => (side === ' b' ? ' w' : ' b'));
  try {
    const other = new engine.Game(game, ruleset, JSON.stringify(options), turned);
    const legal = other.legal();
    other.free();
    return legal;
  } catch {
    return [];
  }
}

/**
 * The action to play for a wish, now that it is our turn: promoting where both are possible.
 *
 * @param {string} wish
 * @param {readonly string[]} legal
 */
export const granted = (wish, legal) => [`${wish}+`, wish].find((action) => legal.includes(action)) ?? null;
