// The page in place of one that the server does not have, or does not answer with now. The server writes what
// is wrong; here it is put into the language that this browser has stored, if that is another.

import { byId, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { startPage } from '../app/page.js';

async function begin() {
  await startPage(null, 'missing');
  const wait = document.getElementById('wait');
  if (wait) setText(wait, t('missing.wait', { seconds: wait.dataset.seconds ?? '' }));
  document.title = `${byId('missing').textContent} · ${t('site.name')}`;
}

begin();
