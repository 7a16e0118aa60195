// The link to the server as the page shows it, and when it is tried again at once.

import { byId, setText } from './dom.js';
import { t } from '../i18n/i18n.js';

/**
 * Shows the state of the link.
 *
 * @param {import('../net/socket.js').Link} link
 */
export function showLink(link) {
  const connection = byId('connection');
  connection.setAttribute('data-state', link);
  setText(connection, t(`link.${link}`));
}

/**
 * Has a socket reconnect at once when the network is back or the page is shown again, and drop its
 * connection when the network is gone.
 *
 * @param {{hurry: (online?: boolean) => void}} socket
 */
export function hurryBack(socket) {
  for (const type of ['online', 'offline']) addEventListener(type, () => socket.hurry(type === 'online'));
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) socket.hurry();
  });
}
