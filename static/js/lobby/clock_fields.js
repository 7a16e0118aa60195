// @ts-check
// The clock of a new game: the usual ones one press away, any other by hand.

import { clockText } from '../clock_text.js';
import { h } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { segment, segments } from './segments.js';

/** @typedef {import('../net/protocol.js').ClockSetting} ClockSetting */
/** @typedef {Exclude<ClockSetting, {kind: 'none'}>} Timed */

/** @param {number} minutes @param {number} increment @returns {Timed} */
const fischer = (minutes, increment) => ({ kind: 'fischer', initial: minutes * 60, increment });

/** @param {number} minutes @param {number} period @param {number} periods @returns {Timed} */
const byoyomi = (minutes, period, periods) => ({ kind: 'byoyomi', main: minutes * 60, period, periods });

/**
 * What a game begins with whose players have no clock of their own. With it a game ends on the
 * evening on which it began, nobody has to hurry, and nobody loses on time who keeps moving. Without
 * a clock, games are left and never end.
 */
const USUAL = fischer(10, 10);

/** For people who are seldom here at the same time. @type {Timed} */
const BY_DAYS = { kind: 'correspondence', days: 3 };

const CLOCKS = [fischer(5, 5), USUAL, fischer(30, 30), BY_DAYS];

/**
 * The value of a clock's field, which `readClock` reads.
 *
 * @param {Timed} clock
 */
const fieldValue = (clock) => {
  if (clock.kind === 'correspondence') return `${clock.days}d`;
  return clock.kind === 'byoyomi' ? `${clock.main / 60}+${clock.period}x${clock.periods}` : `${clock.initial / 60}+${clock.increment}`;
};

/** @param {Timed | undefined} own the clock that players of the game are used to */
export function clockFields(own) {
  const clocks = own ? [own, ...CLOCKS] : CLOCKS;
  const usual = own ?? USUAL;
  const custom = customClock();
  const group = segments(
    'clock',
    t('create.clock'),
    [
      ...clocks.map((clock) => segment('clock', fieldValue(clock), clock === usual, clockText(clock))),
      segment('clock', 'none', false, t('create.clock.none')),
      segment('clock', 'custom', false, t('create.clock.custom')),
    ],
    (value) => explain(value, clocks),
    custom,
  );
  group.addEventListener('change', ({ target }) => {
    const { name, value } = /** @type {HTMLInputElement} */ (target);
    if (name === 'clock') custom.disabled = custom.hidden = value !== 'custom';
  });
  return group;
}

/**
 * @param {string} value
 * @param {Timed[]} clocks
 */
function explain(value, clocks) {
  if (value === 'none') return t('create.clock.none.hint');
  const clock = clocks.find((known) => fieldValue(known) === value);
  if (!clock) return '';
  if (clock.kind === 'correspondence') return t('create.clock.days.hint', { days: clock.days });
  if (clock.kind === 'byoyomi') {
    const { main, period, periods } = clock;
    return t('create.clock.byoyomi.hint', { minutes: main / 60, period, periods });
  }
  return t('create.clock.fischer.hint', { minutes: clock.initial / 60, count: clock.increment });
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
 * The clock that a form says.
 *
 * @param {FormData} form
 * @returns {ClockSetting}
 */
export function readClock(form) {
  const choice = String(form.get('clock'));
  if (choice === 'none') return { kind: 'none' };
  const number = (/** @type {string} */ name) => Math.round(Number(form.get(name)));
  const byDays = (/** @type {number} */ days) => /** @type {const} */ ({ kind: 'correspondence', days });
  if (choice === 'custom') {
    if (form.get('extra') === 'days') return byDays(number('days'));
    const minutes = number('minutes');
    return form.get('extra') === 'byoyomi'
      ? byoyomi(minutes, number('period'), number('periods'))
      : fischer(minutes, number('increment'));
  }
  if (choice.endsWith('d')) return byDays(Number.parseInt(choice, 10));
  const [minutes = 0, extra = 0, periods] = choice.split(/[+x]/).map(Number);
  return periods === undefined ? fischer(minutes, extra) : byoyomi(minutes, extra, periods);
}
