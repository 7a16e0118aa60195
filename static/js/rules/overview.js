// All games of the rules, each with its board, to choose from.

import { smallBoard } from '../game/pictures.js';
import { descriptor } from '../games/index.js';
import { pick, t } from '../i18n/i18n.js';
import { h } from '../ui/dom.js';

/**
 * @param {Element} main
 * @param {import('../net/api.js').GameInfo[]} infos
 */
export function writeOverview(main, infos) {
  document.title = `${t('nav.rules')} · ${t('site.name')}`;
  const cards = infos.map(({ id, name, rulesets: [ruleset] }) => {
    const picture = h('div', {});
    const game = descriptor(id);
    if (game && ruleset) smallBoard(picture, game, ruleset.id, game.picture ?? ruleset.start);
    return h('a', { class: 'card', href: `/rules/${id}` }, picture, h('span', {}, pick(name)));
  });
  const title = h('h1', {});
  main.append(title, h('div', { class: 'overview' }, ...cards));
  // Who wants to learn a game comes from its card to its course.
  const lead = () => {
    const learn = location.hash === '#learn';
    title.textContent = t(learn ? 'learn.choose' : 'rules.all');
    for (const [index, { id }] of infos.entries()) cards[index]?.setAttribute('href', `/rules/${id}${learn ? '#learn' : ''}`);
  };
  lead();
  addEventListener('hashchange', lead);
}
