// What is played at this table: the game, its rules and the clock.

import { byId, setAttribute, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { clockText, number } from '../ui/time_text.js';

export class AboutView {
  /**
   * @param {import('../game/match_scene.js').Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   */
  draw({ names }, match) {
    const title = byId('game-name');
    setText(title, names.title);
    // The rules in sight are those of this game; they open beside it, so that nobody leaves it to read them.
    const links = [title, document.querySelector('#masthead nav a[href^="/rules"]')];
    for (const link of links) {
      if (!link) continue;
      setAttribute(link, 'href', `/rules/${match.game}#${match.ruleset}`);
      setAttribute(link, 'target', '_blank');
    }
    setAttribute(title, 'title', t('room.rules', { game: names.title }));
    const { spectators } = match.presence;
    const details = [
      names.setting(match.options),
      clockText(match.clock),
      match.state !== 'open' && spectators > 0 && t('match.spectators', { count: number(spectators) }),
    ];
    setText(byId('game-detail'), details.filter(Boolean).join(' · '));
  }
}
