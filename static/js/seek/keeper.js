// Listens on pages other than the lobby, while the visitor seeks and does something else.

import { style } from '../ui/dom.js';
import { loadWords } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { Socket, socketUrl } from '../net/socket.js';

/** Shows how the seek stands until there is none. */
export async function keepLooking() {
  const loaded = await load(() => Promise.all([import('./seek_bar.js'), loadWords('seek'), style('css/seek.css')]));
  if (!loaded) return;
  const [{ SeekBar }] = loaded;
  const bar = new SeekBar();
  const socket = new Socket(() => socketUrl('/ws/lobby?matches=0'), {
    message(message) {
      if (message.type === 'seek') bar.show(message);
    },
    link() {},
  });
  addEventListener('pagehide', () => socket.close());
}
