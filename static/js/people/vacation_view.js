// The visitor's vacation from games by days: how much is left of it, begun and ended by a button.

import { dayAndTime } from '../ui/time_text.js';
import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { Problem } from '../net/api.js';
import { beginVacation, endVacation, vacation } from '../net/vacation.js';
import { actButton } from './form.js';

/** @typedef {import('../net/vacation.js').Vacation} Vacation */

const DAY = 86_400_000;

/** @param {number} span in days, the last begun tenth left out */
const days = (span) => Math.floor((span / DAY) * 10) / 10;

/**
 * A button that begins or ends the vacation. A change that another page made before is no mistake.
 *
 * @param {'begin' | 'end'} what
 * @param {() => Promise<unknown>} done
 */
export const vacationButton = (what, done) =>
  actButton(`vacation-${what}`, t(`vacation.${what}`), async () => {
    try {
      await (what === 'begin' ? beginVacation() : endVacation());
    } catch (error) {
      if (!(error instanceof Problem) || !/vacation/.test(error.code)) throw error;
    }
    await done();
  });

/**
 * The sentences and the button of the present state.
 *
 * @param {Vacation} known
 * @param {() => Promise<unknown>} refresh
 */
function parts({ until, left, allowance }, refresh) {
  const say = (/** @type {string} */ key, /** @type {Record<string, string | number>} */ values = {}) =>
    h('p', {}, t(key, values));
  if (until !== null)
    return [
      say('vacation.on', { day: dayAndTime(until) }),
      say('vacation.later', { count: days(left) }),
      vacationButton('end', refresh),
    ];
  const rule = say('vacation.rule', { count: allowance / DAY });
  if (left === 0) return [rule, say('vacation.none')];
  return [rule, say('vacation.left', { count: days(left) }), vacationButton('begin', refresh)];
}

/**
 * A fold with the vacation, which is asked for when it is opened; its words (`turn`) are loaded before. On vacation there is
 * no fold, so that its end is always one press away.
 *
 * @param {boolean} [looks] whether to look at once
 */
export function vacationFold(looks = false) {
  const body = h('div', { class: 'vacation', 'data-testid': 'vacation-state' });
  const host = h('div', { 'data-testid': 'vacation' });
  /** @param {boolean} focuses whether the pressed button is gone, and the focus with it */
  const refresh = async (focuses) => {
    const known = await vacation();
    body.replaceChildren(...parts(known, () => refresh(true)));
    if (known.until === null) {
      if (!fold.contains(body)) fold.append(body);
      if (fold.parentElement !== host) {
        fold.open = true;
        host.replaceChildren(fold);
      }
    } else if (fold.parentElement === host) {
      focuses ||= host.contains(document.activeElement);
      host.replaceChildren(h('h3', {}, t('vacation.name')), body);
    }
    if (focuses) body.querySelector('button')?.focus();
  };
  const fold = h(
    'details',
    {
      class: 'fold',
      toggle: () =>
        fold.open && body.childElementCount === 0 && refresh(false).catch(() => body.replaceChildren(t('problem.offline'))),
    },
    h('summary', {}, t('vacation.name')),
    body,
  );
  host.append(fold);
  if (looks) refresh(false).catch(() => undefined);
  return host;
}
