// The clock of a new game: the usual ones one press away, any other by hand.

import { clockText } from '../ui/time_text.js';
import { h } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { clockOf, presets, usualClock } from './presets.js';
import { segment, segments } from './segments.js';

/** @typedef {import('../net/protocol.js').ClockSetting} ClockSetting */

/** @param {string} game */
export function clockFields(game) {
  const usual = usualClock(game);
  const custom = customClock();
  const group = segments(
    'clock',
    t('create.clock'),
    [
      ...presets(game).map((clock) => segment('clock', clock, clock === usual, clockText(clockOf(clock)))),
      segment('clock', 'none', false, t('create.clock.none')),
      segment('clock', 'custom', false, t('create.clock.custom')),
    ],
    explain,
    custom,
  );
  group.addEventListener('change', ({ target }) => {
    const { name, value } = /** @type {HTMLInputElement} */ (target);
    if (name === 'clock') custom.disabled = custom.hidden = value !== 'custom';
  });
  return group;
}

/** @param {string} value */
function explain(value) {
  if (value === 'none') return t('create.clock.none.hint');
  if (value === 'custom') return '';
  const clock = clockOf(value);
  if (clock.kind === 'correspondence') return t('create.clock.days.hint', { days: clock.days });
  if (clock.kind === 'byoyomi') {
    const { main, period, periods } = clock;
    const kind = periods > 1 ? 'byoyomi' : main > 0 ? 'countdown' : 'seconds';
    return t(`create.clock.${kind}.hint`, { minutes: main / 60, period, periods });
  }
  const { initial, increment } = clock;
  return t(`create.clock.${increment > 0 ? 'fischer' : 'sudden'}.hint`, { minutes: initial / 60, count: increment });
}

/** The fields of a clock that is set by hand. */
function customClock() {
  const number = (
    /** @type {string} */ name,
    /** @type {number} */ value,
    /** @type {number} */ min,
    /** @type {number} */ max,
  ) =>
    h(
      'label',
      { class: 'field' },
      h('span', {}, t(`create.${name}`)),
      h('input', { type: 'number', name, value, min, max, step: 1, inputmode: 'numeric', required: true }),
    );
  const minutes = number('minutes', 15, 1, 180);
  const kinds = {
    increment: h('fieldset', { class: 'fields' }, number('increment', 10, 0, 180)),
    byoyomi: h(
      'fieldset',
      { class: 'fields', hidden: true, disabled: true },
      number('period', 30, 5, 180),
      number('periods', 3, 1, 10),
    ),
    days: h('fieldset', { class: 'fields', hidden: true, disabled: true }, number('days', 3, 1, 14)),
  };
  const extra = segments(
    'extra',
    t('create.extra'),
    [
      segment('extra', 'increment', true, t('create.extra.increment')),
      segment('extra', 'byoyomi', false, t('create.extra.byoyomi')),
      segment('extra', 'days', false, t('create.extra.days')),
    ],
    null,
  );
  extra.addEventListener('change', ({ target }) => {
    const chosen = /** @type {HTMLInputElement} */ (target).value;
    for (const [kind, fields] of Object.entries(kinds)) fields.disabled = fields.hidden = kind !== chosen;
    minutes.hidden = chosen === 'days';
    const stock = /** @type {HTMLInputElement} */ (minutes.querySelector('input'));
    stock.disabled = minutes.hidden;
    // Byoyomi may begin at once; a clock that only grows begins with something.
    stock.min = chosen === 'byoyomi' ? '0' : '1';
  });
  return h('fieldset', { class: 'custom-clock', hidden: true, disabled: true }, minutes, extra, ...Object.values(kinds));
}

/**
 * The clock that a form describes.
 *
 * @param {FormData} form
 * @returns {ClockSetting}
 */
export function readClock(form) {
  const choice = String(form.get('clock'));
  if (choice === 'none') return { kind: 'none' };
  if (choice !== 'custom') return clockOf(choice);
  const number = (/** @type {string} */ name) => Math.round(Number(form.get(name)));
  const minutes = number('minutes');
  if (form.get('extra') === 'days') return { kind: 'correspondence', days: number('days') };
  return form.get('extra') === 'byoyomi'
    ? { kind: 'byoyomi', main: minutes * 60, period: number('period'), periods: number('periods') }
    : { kind: 'fischer', initial: minutes * 60, increment: number('increment') };
}
