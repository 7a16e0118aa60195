// The button that copies the address of the position on the board.

import { t } from '../i18n/i18n.js';
import { h, setText } from '../ui/dom.js';

/**
 * @param {import('./analysis_page.js').AnalysisPage} page
 * @param {() => void} copied
 */
export function linkButton(page, copied) {
  const click = () => {
    page.address.settle();
    // Without permission the address of the page does the same.
    navigator.clipboard?.writeText(location.href).then(
      () => {
        setText(button, t('match.copied'));
        copied();
      },
      () => undefined,
    );
  };
  const button = h('button', { class: 'button', 'data-testid': 'copy-link', click }, t('match.copy'));
  return button;
}
