// @ts-check
// The form for a seek of several games and clocks at once.

import { clockText } from '../clock_text.js';
import { h } from '../dom.js';
import { descriptor } from '../games/index.js';
import { pick, t } from '../i18n/i18n.js';
import { makeSeek } from '../net/seeks.js';
import { problemText } from '../problem_text.js';
import { segment, segments } from '../lobby/segments.js';
import { visitor } from '../visitor.js';
import { keepChoice, lastChoice } from './remembered.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */
/** @typedef {import('../net/protocol.js').ClockSetting} WireClock */

/** @type {WireClock[]} */
const CLOCKS = [
  { kind: 'fischer', initial: 300, increment: 5 },
  { kind: 'fischer', initial: 600, increment: 10 },
  { kind: 'fischer', initial: 1800, increment: 30 },
  { kind: 'correspondence', days: 1 },
  { kind: 'correspondence', days: 3 },
  { kind: 'correspondence', days: 7 },
];

/** How far apart ratings may be; 0 for any distance. */
const DISTANCES = [0, 100, 200, 400];

/** For how long it can be looked, in minutes. */
const SPANS = [60, 12 * 60, 7 * 24 * 60];

/**
 * The clocks to choose from: the usual ones, and those that players of the games are used to.
 *
 * @param {GameInfo[]} games
 */
function clocksFor(games) {
  const own = games.map(({ id }) => descriptor(id)?.clock).filter((clock) => clock !== undefined);
  const all = [...CLOCKS.slice(0, 3), ...own, ...CLOCKS.slice(3)];
  return [...new Map(all.map((clock) => [JSON.stringify(clock), clock])).values()];
}

/**
 * Whether it is to count, and against whom: those who keep their identity are asked, since guests have no ratings.
 *
 * @param {Partial<import('./remembered.js').Choice>} last
 */
function ratingFields(last) {
  const fields = h('div', { class: 'seek-rated' });
  const choice = (/** @type {string} */ name, /** @type {string} */ title, /** @type {number[]} */ values, /** @type {number} */ chosen) =>
    segments(name, t(title), values.map((value) => segment(name, String(value), value === chosen, t(`seek.${name}.${value}`))), null);
  visitor().then((player) => {
    if (!player || player.guest) return;
    const within = DISTANCES.find((distance) => distance === last.within) ?? 0;
    fields.append(choice('rated', 'seek.rated', [0, 1], last.rated ? 1 : 0), choice('within', 'seek.within', DISTANCES, within));
  });
  return fields;
}

/**
 * @param {GameInfo[]} games
 * @param {(standing: import('../net/seeks.js').Standing) => void} made
 */
export function openSeekForm(games, made) {
  const last = lastChoice();
  const clocks = clocksFor(games);
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', hidden: true });
  const submit = h('button', { class: 'button button--main', type: 'submit', 'data-testid': 'seek-submit' }, t('seek.submit'));
  const dialog = h('dialog', { class: 'create', 'aria-labelledby': 'seek-title', 'data-testid': 'seek-dialog', close: () => dialog.remove() });
  const checks = (/** @type {string} */ name, /** @type {string} */ title, /** @type {HTMLElement[]} */ boxes) =>
    h('fieldset', { id: name }, h('legend', {}, title), h('div', { class: 'checks' }, ...boxes));
  const check = (/** @type {string} */ name, /** @type {string} */ value, /** @type {boolean} */ checked, /** @type {string} */ label) =>
    h('label', { class: 'check' }, h('input', { type: 'checkbox', name, value, checked, 'data-testid': `seek-${name}-${value}` }), label);
  const chosen = (/** @type {string[] | undefined} */ values, /** @type {string} */ value, /** @type {boolean} */ otherwise) =>
    values ? values.includes(value) : otherwise;
  const side = last.side ?? 'random';
  const minutes = SPANS.includes(last.minutes ?? 0) ? last.minutes : SPANS[0];
  const form = h(
    'form',
    { method: 'dialog' },
    h('div', { class: 'create-head' }, h('h2', { id: 'seek-title' }, t('seek.title'))),
    h('p', { class: 'summary' }, t('seek.explained')),
    checks('game', t('seek.which.games'), games.map((game, index) => check('game', game.id, chosen(last.games, game.id, index === 0), pick(game.name)))),
    checks('clock', t('seek.clocks'), clocks.map((clock, index) => check('clock', String(index), chosen(last.clocks, JSON.stringify(clock), index === 1), clockText(clock)))),
    segments('side', t('create.side'), ['random', 'first', 'second'].map((value) => segment('side', value, value === side, t(`seek.side.${value}`))), null),
    ratingFields(last),
    segments('minutes', t('seek.span'), SPANS.map((span) => segment('minutes', String(span), span === minutes, t(`seek.span.${span}`))), null),
    h(
      'div',
      { class: 'create-foot' },
      problem,
      h('button', { class: 'button', type: 'button', 'data-testid': 'seek-form-cancel', click: () => dialog.close() }, t('create.cancel')),
      submit,
    ),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const wanted = data.getAll('game').map(String);
    const timed = data.getAll('clock').flatMap((index) => clocks[Number(index)] ?? []);
    const [rated, within] = [data.get('rated') === '1', Number(data.get('within'))];
    const [side, minutes] = [String(data.get('side')), Number(data.get('minutes'))];
    const wish = { games: wanted.map((game) => ({ game })), clocks: timed, side, minutes, rated, ...(within > 0 && { within }) };
    // Guests are not asked about ratings, and forget nothing that was chosen before.
    keepChoice({ games: wanted, clocks: timed.map((clock) => JSON.stringify(clock)), side, minutes, ...(data.has('rated') && { rated, within }) });
    submit.disabled = problem.hidden = true;
    try {
      made(await makeSeek(wish));
      dialog.close();
    } catch (error) {
      problem.textContent = problemText(error);
      problem.hidden = false;
    }
    submit.disabled = false;
  });
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
}
