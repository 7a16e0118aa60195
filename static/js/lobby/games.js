// @ts-check
// The games of the lobby, each with its board.

import { drawInTurn, smallBoard } from '../board/scene.js';
import { h } from '../dom.js';
import { descriptor } from '../games/index.js';
import { language, pick } from '../i18n/i18n.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */

/**
 * @param {Element} host
 * @param {GameInfo[]} games
 * @param {(game: GameInfo) => void} choose
 */
export function drawGames(host, games, choose) {
  const pictures = games.map(() => h('div', { class: 'game-picture' }));
  host.replaceChildren(
    ...games.map((info, index) => {
      const native = language() === 'en' ? h('small', { lang: 'zh' }, info.name.zh) : null;
      const name = h('span', { class: 'game-name' }, pick(info.name), ' ', native);
      const attributes = { class: 'game', 'data-testid': `game-${info.id}`, click: () => choose(info) };
      return h('li', {}, h('button', attributes, pictures[index], name));
    }),
  );
  drawInTurn(
    games.map(({ id, rulesets: [ruleset] }, index) => () => {
      const game = descriptor(id);
      const picture = pictures[index];
      if (game && ruleset && picture) smallBoard(picture, game, ruleset.id, game.picture ?? ruleset.start);
    }),
  );
}
