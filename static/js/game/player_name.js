// The name of a player on this page.

import { t } from '../i18n/i18n.js';

/** Computer players of higher levels are other programs, who go by names of their own. */
const OURS = 8;

/** The name that the server gives a guest who has chosen none. */
const NAMELESS = /^Guest ([0-9a-f]{4})$/;

/** The server's name of those who deleted their account; no player can choose it. */
const GONE = 'Someone';

/** Whether a player has deleted the account. @param {{name: string} | null} player */
export const isGone = (player) => player?.name === GONE;

/**
 * A name as the visitor reads it: one that a person chose as it is, a guest without one in the visitor's language.
 *
 * @param {string | null | undefined} name
 */
export const shownName = (name) =>
  name === GONE ? t('name.someone') : (name ?? '').replace(NAMELESS, (_, code) => t('name.guest', { code }));

/**
 * The name of a player: a computer player's in the visitor's language, a guest program's with its mark,
 * another program's of this server as it calls itself.
 *
 * @param {{name: string, bot?: boolean, computer?: number} | null | undefined} player
 */
export function playerName(player) {
  if (player?.computer && player.computer <= OURS) return t(`computer.${player.computer}`);
  return player?.bot ? t('name.bot', { name: shownName(player.name) }) : shownName(player?.name);
}
