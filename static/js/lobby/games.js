// The games of the lobby, each with its board, what its name means and how long it takes.

import { keptOf } from '../course/progress.js';
import { h } from '../ui/dom.js';
import { drawInTurn, smallBoard } from '../game/pictures.js';
import { descriptor } from '../games/index.js';
import { language, pick, t } from '../i18n/i18n.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */

/**
 * The way to the course of a game, until it is done or the game was played.
 *
 * @param {GameInfo} info
 */
function learn({ id, name }) {
  const { done = [], of = 0, played } = keptOf(id);
  const begun = done.length > 0 && done.length < of;
  if (played && !begun) return '';
  const text = begun ? t('lobby.learned', { done: done.length, of }) : t('lobby.learn');
  const label = t('lobby.learn.game', { game: pick(name) });
  return h(
    'a',
    {
      class: 'button game-learn',
      href: `/rules/${id}#learn`,
      'data-testid': `learn-${id}`,
      'aria-label': begun ? `${label}, ${text}` : label,
    },
    text,
  );
}

/**
 * @param {Element} host
 * @param {GameInfo[]} games
 * @param {(game: GameInfo) => void} choose
 * @param {(game: GameInfo, button: HTMLButtonElement) => void} playNow against a computer player
 */
export function drawGames(host, games, choose, playNow) {
  const pictures = games.map(() => h('div', { class: 'game-picture' }));
  host.replaceChildren(
    ...games.map((info, index) => {
      const native = language() === 'en' ? h('small', { lang: 'zh' }, info.name.zh) : null;
      const lines = [pick(info.gloss), pick(info.line)].filter((line) => line && line !== pick(info.name));
      const text = h(
        'span',
        { class: 'game-text' },
        h('span', { class: 'game-name' }, pick(info.name), ' ', native),
        ...lines.map((line) => h('span', { class: 'game-line' }, ` ${line}`)),
      );
      const attributes = { class: 'game', 'data-testid': `game-${info.id}`, click: () => choose(info) };
      const now = h(
        'button',
        {
          class: 'button game-now',
          'data-testid': `now-${info.id}`,
          'aria-label': t('lobby.now.game', { game: pick(info.name) }),
          click: () => playNow(info, now),
        },
        t('lobby.now'),
      );
      return h('li', {}, h('button', attributes, pictures[index], text), now, learn(info));
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
