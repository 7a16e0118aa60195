// The games to choose from where none is asked for, with the purpose of the page.

import { smallBoard } from '../game/pictures.js';
import { h, setText } from '../ui/dom.js';
import { descriptor, usualRuleset } from '../games/index.js';
import { pick, t } from '../i18n/i18n.js';

/**
 * @param {Record<'free' | 'game-name' | 'game-detail' | 'main' | 'files', HTMLElement>} frame
 * @param {import('../net/api.js').GameInfo[]} games
 * @param {{local: boolean, last: string | null}} page `last` is the address of a game of this device that is not over
 */
export function offerGames(frame, games, { local, last }) {
  const { free } = frame;
  free.replaceChildren();
  if (last)
    free.append(h('a', { class: 'button button--main', href: `/local?${last}`, 'data-testid': 'resume' }, t('local.resume')));
  for (const info of games) {
    const { id, name, rulesets } = info;
    const game = descriptor(id);
    const ruleset = usualRuleset(info);
    if (!game || !ruleset) continue;
    const picture = h('div', {});
    smallBoard(picture, game, ruleset.id, game.picture ?? ruleset.start);
    const href = `${location.pathname}?game=${id}${ruleset === rulesets[0] ? '' : `&ruleset=${ruleset.id}`}`;
    free.append(h('a', { class: 'card', href, 'data-testid': `free-${id}` }, picture, h('span', {}, pick(name))));
  }
  free.hidden = false;
  setText(frame['game-name'], t(local ? 'local.title' : 'analysis.free'));
  setText(frame['game-detail'], t(local ? 'local.about' : 'analysis.about'));
  document.title = `${t(local ? 'nav.local' : 'nav.analysis')} · ${t('site.name')}`;
  frame.main.classList.add('match--empty');
  frame.files.setAttribute('open', '');
}
