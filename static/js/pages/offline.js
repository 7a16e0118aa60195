// The page that the service worker shows in place of one that needs the server, when that cannot be
// reached: the address stays, so that the page comes when the network does.

import { byId } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { startPage } from '../app/page.js';

async function begin() {
  await startPage(null);
  document.title = `${t('offline.title')} · ${t('site.name')}`;
  const again = () => location.reload();
  byId('again').addEventListener('click', again);
  // Asked for by its own address there is nothing else to come.
  if (location.pathname !== '/offline') addEventListener('online', again);
}

begin();
