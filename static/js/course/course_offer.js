// The way to the course of a game, for a visitor who meets the game for the first time: in a room and in the form for a new
// game. Declining it removes the offer there and shows the aim of the game; the course stays on the game's card and in its rules.

import { asset, h } from '../ui/dom.js';
import { pick, t } from '../i18n/i18n.js';
import { keep, keptOf } from './progress.js';
import { sentences } from './sentences.js';

/** @typedef {import('../net/api.js').Text} Text */

/** @param {string} game */
const courseHref = (game) => `/rules/${game}#learn`;

/**
 * The aim of a game in three sentences; none if it could not be loaded.
 *
 * @param {string} game
 * @param {string} ruleset
 * @returns {Promise<Text[]>}
 */
const aimOf = (game, ruleset) =>
  fetch(asset(`rules/${game}.json`)).then(
    async (response) => (response.ok ? ((await response.json()).aim[ruleset] ?? []) : []),
    () => [],
  );

/**
 * @param {Pick<import('../net/api.js').GameInfo, 'id' | 'name'>} game
 * @param {string} ruleset
 * @param {object} [place]
 * @param {boolean} [place.beside] whether the course opens in a new tab, so that no player leaves a game
 * @param {() => void} [place.leave] what takes the focus when the offer goes
 * @returns {HTMLElement | ''} nothing where there is nothing to offer
 */
export function courseOffer({ id, name }, ruleset, { beside = false, leave } = {}) {
  const { declined, done } = keptOf(id);
  if (declined || done) return '';
  const decline = async () => {
    keep(id, { declined: true });
    offer.replaceChildren();
    leave?.();
    offer.textContent = sentences((await aimOf(id, ruleset)).map(pick));
  };
  const offer = h(
    'p',
    { class: 'course-offer', 'data-testid': 'course-offer', role: 'status' },
    h('span', {}, t('learn.new', { game: pick(name) })),
    h('a', { href: courseHref(id), target: beside ? '_blank' : null, 'data-testid': 'course-link' }, t('lesson.offer')),
    h('button', { class: 'button button--quiet', 'data-testid': 'course-decline', click: decline }, t('lesson.decline')),
  );
  return offer;
}
