// The facts about this table: the game, its rules and the clock.

import { setAttribute } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { clockText, number } from '../ui/time_text.js';
import { effect, h, show } from '../ui/view.js';

/**
 * @param {Element} host
 * @param {import('./store.js').MatchStore} store
 */
export function showAbout(host, { moment }) {
  show(host, () => {
    if (!moment.value) return null;
    const { page, match } = moment.value;
    const { names } = page;
    const { spectators } = match.presence;
    const details = [
      names.setting(match.options),
      clockText(match.clock),
      t(match.rated ? 'game.rated' : 'game.casual'),
      match.state !== 'open' && spectators > 0 && t('match.spectators', { count: number(spectators) }),
    ];
    const title = t('room.rules', { game: names.title });
    return [
      h('h1', {}, h('a', { id: 'game-name', target: '_blank', href: rulesOf(match), title }, names.title)),
      h('p', { id: 'game-detail' }, details.filter(Boolean).join(' · ')),
    ];
  });
  // The rules in the head of the page are those of this game, too; they open in a new tab, so that no player leaves the game.
  effect(() => {
    const link = document.querySelector('.masthead nav a[href^="/rules"]');
    if (!link || !moment.value) return;
    setAttribute(link, 'href', rulesOf(moment.value.match));
    setAttribute(link, 'target', '_blank');
  });
}

/** @param {import('../net/protocol.js').Snapshot} match */
const rulesOf = ({ game, ruleset }) => `/rules/${game}#${ruleset}`;
