// The actions that can be a premove, and the action that one becomes when its turn comes.

/**
 * What would be legal if the other side were to act: a hint of where a piece may be sent.
 *
 * @param {import('../game/engine.js').EngineModule} engine
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
 * The action to play for a premove, now that it is our turn: promoting where both are possible,
 * unless the text declines it (`8h2b=`).
 *
 * @param {string} premove
 * @param {readonly string[]} legal
 */
export const premoveToPlay = (premove, legal) =>
  [`${premove}+`, premove.replace('=', '')].find((action) => legal.includes(action)) ?? null;
