// Lines of play in words.

/**
 * A line of play as people write it.
 *
 * @param {import('./study.js').Study} study standing where the line begins
 * @param {readonly string[]} actions
 * @param {import('../game/names.js').Names} names
 */
export function lineText(study, actions, names) {
  const { notations } = study.timeline;
  study.legal();
  const game = study.timeline.game.fork();
  const texts = [];
  for (const action of actions) {
    const written = Object.fromEntries(
      notations.flatMap((notation) => {
        const text = game.notate(notation, action);
        return text === undefined ? [] : [[notation, text]];
      }),
    );
    texts.push(names.action(action, written));
    game.play(action);
  }
  game.free();
  return texts;
}
