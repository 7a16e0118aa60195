// @ts-check
// The form for a new table. Everything has a default: opening it and pressing its one button
// is enough.

import { queryOf } from '../analysis/subject.js';
import { h } from '../dom.js';
import { descriptor } from '../games/index.js';
import { pick, t } from '../i18n/i18n.js';
import { createMatch } from '../net/api.js';
import { clockText, problemText } from '../page.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */
/** @typedef {import('../net/api.js').RulesetInfo} RulesetInfo */

/** Minutes and seconds of the clocks that are one touch away. */
const CLOCKS = /** @type {const} */ ([
  [3, 2],
  [5, 5],
  [10, 10],
  [30, 30],
]);

/**
 * One radio of a row of buttons.
 *
 * @param {string} name
 * @param {string} value
 * @param {boolean} checked
 * @param {...import('../dom.js').Child} content
 */
const segment = (name, value, checked, ...content) =>
  h('label', {}, h('input', { type: 'radio', name, value, checked, 'data-testid': `${name}-${value}` }), ...content);

/**
 * @param {HTMLDialogElement} dialog
 * @param {GameInfo} info
 */
export function openCreate(dialog, info) {
  const form = h('form', { method: 'dialog' });
  const rules = h('div', { class: 'fields' });
  const seats = h('div', { class: 'segments' });
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', hidden: true });
  const submit = h('button', { class: 'button button--main', type: 'submit', 'data-testid': 'create-room' }, t('create.submit'));
  const clocks = customClocks();

  /** @param {RulesetInfo} ruleset */
  const chooseRuleset = (ruleset) => {
    rules.replaceChildren(...optionFields(ruleset));
    rules.hidden = ruleset.options.length === 0;
    const seat = form.seat?.value;
    seats.replaceChildren(...seatSegments(info, ruleset));
    if (seat) form.seat.value = seat;
  };
  const playHere = () => {
    const { game, ruleset, options } = readForm(info, new FormData(form));
    location.assign(`/local?${queryOf({ game, ruleset, options, start: '', moves: [] })}`);
  };
  form.append(
    h(
      'div',
      { class: 'create-head' },
      h('h2', { id: 'create-title' }, t('create.title', { game: pick(info.name) })),
      h('a', { href: `/rules/${info.id}` }, t('create.rules')),
    ),
    rulesetFields(info, chooseRuleset),
    rules,
    h('fieldset', {}, h('legend', {}, t('create.side')), seats),
    h('fieldset', {}, h('legend', {}, t('create.clock')), clockSegments(clocks), ...clocks),
    h(
      'fieldset',
      {},
      h('legend', {}, t('create.visibility')),
      h(
        'div',
        { class: 'segments' },
        segment('visibility', 'public', true, t('create.public')),
        segment('visibility', 'link', false, t('create.link')),
      ),
    ),
    h(
      'div',
      { class: 'create-foot' },
      problem,
      h('button', { class: 'button', click: () => dialog.close() }, t('create.cancel')),
      h('button', { class: 'button', 'data-testid': 'create-local', click: playHere }, t('local.open')),
      submit,
    ),
  );
  if (info.rulesets[0]) chooseRuleset(info.rulesets[0]);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = problem.hidden = true;
    try {
      const { url } = await createMatch(readForm(info, new FormData(form)));
      location.assign(url);
    } catch (error) {
      problem.textContent = problemText(error);
      problem.hidden = false;
      submit.disabled = false;
    }
  });
  dialog.replaceChildren(form);
  dialog.showModal();
  submit.focus();
}

/**
 * @param {GameInfo} info
 * @param {(ruleset: RulesetInfo) => void} choose
 */
function rulesetFields(info, choose) {
  if (info.rulesets.length === 1) return h('p', { class: 'summary' }, pick(info.rulesets[0]?.summary));
  return h(
    'fieldset',
    {},
    h('legend', {}, t('create.ruleset')),
    h(
      'div',
      { class: 'rulesets' },
      ...info.rulesets.map((ruleset, index) =>
        h(
          'label',
          { class: 'ruleset' },
          h('input', {
            type: 'radio',
            name: 'ruleset',
            value: ruleset.id,
            checked: index === 0,
            'data-testid': `ruleset-${ruleset.id}`,
            change: () => choose(ruleset),
          }),
          h('strong', {}, pick(ruleset.name)),
          h('p', {}, pick(ruleset.summary)),
        ),
      ),
    ),
  );
}

/** @param {RulesetInfo} ruleset */
const optionFields = (ruleset) =>
  ruleset.options.map((option) =>
    h(
      'label',
      { class: 'field' },
      h('span', {}, pick(option.name)),
      h(
        'select',
        { name: `option.${option.key}`, 'data-testid': `option-${option.key}` },
        ...option.values.map(({ id, name }) => h('option', { value: id }, pick(name) || id)),
      ),
    ),
  );

/**
 * @param {GameInfo} info
 * @param {RulesetInfo} ruleset
 */
function seatSegments(info, ruleset) {
  const tints = descriptor(info.id)?.tints(ruleset.id);
  const side = (/** @type {'first' | 'second'} */ seat) =>
    segment(
      'seat',
      seat,
      false,
      h('span', { class: `tint tint--${tints?.[seat] ?? 'black'}`, 'aria-hidden': 'true' }),
      pick(ruleset.sides[seat]),
    );
  return [side('first'), segment('seat', 'random', true, t('create.random')), side('second')];
}

/** @param {HTMLElement[]} fields of clocks, each shown with its own choice only */
function clockSegments(fields) {
  const row = h(
    'div',
    { class: 'segments clocks' },
    segment('clock', 'none', true, t('create.clock.none')),
    ...CLOCKS.map(([minutes, increment]) =>
      segment(
        'clock',
        `${minutes}+${increment}`,
        false,
        h(
          'span',
          { title: clockText({ kind: 'fischer', initial: minutes * 60, increment }) },
          `${minutes} + ${increment}`,
        ),
      ),
    ),
    ...fields.map(({ id }) => segment('clock', id, false, t(`create.clock.${id}`))),
  );
  row.addEventListener('change', (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    for (const field of /** @type {HTMLFieldSetElement[]} */ (fields)) field.disabled = field.hidden = field.id !== value;
  });
  return row;
}

/** The fields of the clocks that are set by hand. */
function customClocks() {
  const number = (
    /** @type {string} */ name,
    /** @type {number} */ value,
    /** @type {number} */ min,
    /** @type {number} */ max,
    /** @type {string} */ label,
  ) =>
    h(
      'label',
      { class: 'field' },
      h('span', {}, label),
      h('input', { type: 'number', name, value, min, max, step: 1, inputmode: 'numeric', required: true }),
    );
  const fields = (/** @type {string} */ id, /** @type {HTMLElement[]} */ ...numbers) =>
    h('fieldset', { id, class: 'fields', hidden: true, disabled: true }, ...numbers);
  return [
    fields(
      'byoyomi',
      number('main', 10, 0, 180, t('create.minutes')),
      number('period', 30, 5, 180, t('create.period')),
      number('periods', 1, 1, 10, t('create.periods')),
    ),
    fields(
      'custom',
      number('minutes', 15, 1, 180, t('create.minutes')),
      number('increment', 10, 0, 180, t('create.increment')),
    ),
  ];
}

/**
 * @param {GameInfo} info
 * @param {FormData} form
 */
function readForm(info, form) {
  const ruleset = String(form.get('ruleset') ?? info.rulesets[0]?.id ?? '');
  /** @type {Record<string, string>} */
  const options = {};
  for (const [key, value] of form) {
    if (key.startsWith('option.')) options[key.slice('option.'.length)] = String(value);
  }
  return {
    game: info.id,
    ruleset,
    options,
    seat: String(form.get('seat')),
    visibility: String(form.get('visibility')),
    clock: readClock(form),
  };
}

/** @param {FormData} form */
function readClock(form) {
  const choice = String(form.get('clock'));
  if (choice === 'none') return { kind: 'none' };
  const number = (/** @type {string} */ name) => Math.round(Number(form.get(name)));
  if (choice === 'byoyomi') {
    return { kind: choice, main: number('main') * 60, period: number('period'), periods: number('periods') };
  }
  const [minutes = 0, increment = 0] =
    choice === 'custom' ? [number('minutes'), number('increment')] : choice.split('+').map(Number);
  return { kind: 'fischer', initial: minutes * 60, increment };
}
