// In the lobby: an opponent in one press, game and clock, and the way to look for several at once.

import { clockText } from '../ui/time_text.js';
import { h } from '../ui/dom.js';
import { loadWords, pick, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { clockOf, presets } from '../lobby/presets.js';
import { makeSeek } from '../net/seeks.js';
import { visitor } from '../net/visitor.js';
import { keepChoice, lastChoice } from './remembered.js';
import { SeekBar } from './seek_bar.js';
import { sought } from './sought.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */

/**
 * @param {Element} host
 * @param {GameInfo[]} games those that this client can draw
 * @param {(error: unknown) => void} complain
 * @returns {SeekBar}
 */
export function openFind(host, games, complain) {
  const bar = new SeekBar();
  const last = games.find(({ id }) => id === lastChoice().games?.[0]) ?? games[0];
  const clocks = h('div', { class: 'find-clocks', role: 'group', 'aria-label': t('seek.clocks') });
  const select = h(
    'select',
    { 'data-testid': 'find-game', 'aria-label': t('seek.game'), change: () => draw() },
    ...games.map((game) => h('option', { value: game.id, selected: game === last }, pick(game.name))),
  );
  const draw = () => {
    const game = games[select.selectedIndex];
    const name = pick(game?.name);
    const buttons = presets(select.value).map((text) => {
      const clock = clockOf(text);
      const press = async () => {
        button.disabled = true;
        try {
          keepChoice({ games: [select.value] });
          bar.show(
            await makeSeek({
              games: game ? sought(game) : [],
              clocks: [clock],
              ...(rated.isConnected && rated.value === '1' && { rated: true }),
              ...(clock.kind === 'correspondence' && { minutes: 7 * 24 * 60 }),
            }),
          );
        } catch (error) {
          complain(error);
        }
        button.disabled = false;
      };
      const said = clockText(clock);
      const button = h(
        'button',
        {
          class: 'button',
          type: 'button',
          'data-testid': 'find-quick',
          'aria-label': t('seek.quick', { game: name, clock: said }),
          click: press,
        },
        said,
      );
      return button;
    });
    clocks.replaceChildren(...buttons);
  };
  const several = h(
    'button',
    { class: 'button find-several', type: 'button', 'data-testid': 'find-several', click: () => openForm() },
    t('seek.several'),
  );
  async function openForm() {
    const loaded = await load(() => Promise.all([import('./seek_form.js'), loadWords('create')]));
    loaded?.[0].openSeekForm(games, (standing) => bar.show(standing));
  }
  // Guests have no ratings: their games are casual.
  const counting = h('div', { class: 'find-rated' }, h('span', { class: 'hint' }, t('game.casual')));
  const rated = h(
    'select',
    {
      'data-testid': 'find-rated',
      'aria-label': t('seek.rated'),
      change: () => keepChoice({ rated: rated.value === '1' }),
    },
    ...[0, 1].map((value) =>
      h('option', { value, selected: Number(lastChoice().rated ?? 0) === value }, t(`seek.rated.${value}`)),
    ),
  );
  visitor().then((player) => player && !player.guest && counting.replaceChildren(rated));
  host.replaceChildren(h('h2', {}, t('seek.title')), h('div', { class: 'find-what' }, select, counting), clocks, several);
  draw();
  return bar;
}
