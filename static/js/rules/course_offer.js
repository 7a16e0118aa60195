// @ts-check
// The way to the course of a game. Whoever meets the game for the first time is asked whether to take it: in a room, on
// the page of its rules and in the form for a new game. One press skips it, everywhere and for good.

import { h } from '../dom.js';
import { pick, t } from '../i18n/i18n.js';
import { isMet, keepMet } from './progress.js';

/** @param {string} game */
export const courseHref = (game) => `/rules/${game}#learn`;

/**
 * @param {Pick<import('../net/api.js').GameInfo, 'id' | 'name'>} game
 * @param {object} [place]
 * @param {boolean} [place.beside] whether the course opens in a new tab, so that nobody leaves a game
 * @param {boolean} [place.stays] whether the way stays for who has taken the course or skipped it
 * @param {() => void} [place.leave] what takes the focus when it goes
 * @returns {HTMLElement | ''} nothing where there is nothing to offer
 */
export function courseOffer({ id, name }, { beside = false, stays = false, leave } = {}) {
  const asks = !isMet(id);
  if (!asks && !stays) return '';
  const link = h('a', { href: courseHref(id), target: beside ? '_blank' : null, 'data-testid': 'course-link' }, t('lesson.open'));
  const skip = () => {
    keepMet(id);
    for (const asked of document.querySelectorAll('[data-course-asked]')) asked.remove();
    if (stays) link.focus();
    else leave?.();
  };
  const asked = { 'data-course-asked': true };
  const button = h('button', { ...asked, class: 'button button--quiet', 'data-testid': 'course-skip', click: skip }, t('lesson.skip'));
  return h(
    'p',
    { class: 'course-offer', 'data-testid': 'course-offer', ...(!stays && asked) },
    asks && h('span', asked, t('learn.new', { game: pick(name) })),
    link,
    asks && button,
  );
}
