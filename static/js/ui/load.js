// The one way in which modules and texts are loaded while a page runs. A poor link is met with
// further attempts, and where they fail too, with a notice that has a button: a page never stays
// half loaded without saying so.

import { hasText, language, t } from '../i18n/i18n.js';
import { showNotice } from './notice.js';

/** The pauses before the attempts after the first, in milliseconds. */
const PAUSES = [400, 1_500, 4_000];

/** The text of the notice where the texts themselves could not be loaded. */
const WORDLESS = {
  en: ['Part of this page could not be loaded.', 'Reload'],
  zh: ['部分内容加载失败。', '重新加载'],
  ja: ['ページの一部を読み込めませんでした。', '再読み込み'],
};

/**
 * Loads a part of the page.
 *
 * @template T
 * @param {() => Promise<T>} importer a dynamic import, or several
 * @param {(ms: number) => Promise<unknown>} [wait] tests bring their own
 * @param {boolean} [tells] whether a failure is shown to the visitor: false for loads without a request
 * @returns {Promise<T | null>} null after the last attempt, when the visitor has been notified
 */
export async function load(importer, wait = (ms) => new Promise((go) => setTimeout(go, ms)), tells = true) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await importer();
    } catch (error) {
      const pause = PAUSES[attempt];
      if (pause === undefined) {
        console.warn(error);
        break;
      }
      await wait(pause);
    }
  }
  if (!tells) return null;
  const [text = '', label = ''] = hasText('load.failed') ? [t('load.failed'), t('load.reload')] : WORDLESS[language()];
  showNotice('load-failed', text, label, () => location.reload());
  return null;
}
