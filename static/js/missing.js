// @ts-check
// The page at an address where there is nothing: it says what is missing, and leads home.

import { byId, setText } from './dom.js';
import { t } from './i18n/i18n.js';
import { startPage } from './page.js';

async function begin() {
  await startPage(null);
  const [, kind] = location.pathname.split('/');
  const text = kind === 'm' ? t('match.missing') : kind === 'g' ? t('replay.missing') : t('problem.not_found');
  setText(byId('missing'), text);
  document.title = `${text} · ${t('site.name')}`;
}

begin();
