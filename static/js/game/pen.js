// The button that lets arrows be drawn on a board: by finger, by the first button of a mouse, and by keys.

import { h, s } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';

const PENCIL = 'M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4';

/** @param {(on: boolean) => void} draw whether pressing the board draws from now on */
export function penButton(draw) {
  const label = t('act.pen');
  const pen = h(
    'button',
    {
      class: 'button',
      'aria-label': label,
      'aria-pressed': 'false',
      'data-testid': 'pen',
      title: label,
      click() {
        const on = pen.getAttribute('aria-pressed') !== 'true';
        pen.setAttribute('aria-pressed', String(on));
        draw(on);
      },
    },
    s('svg', { class: 'icon icon--line', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: PENCIL })),
  );
  return pen;
}
