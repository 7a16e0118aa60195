// The form for a seek of several games and clocks at once.

import { showModal } from '../ui/back.js';
import { clockText } from '../ui/time_text.js';
import { h } from '../ui/dom.js';
import { pick, t } from '../i18n/i18n.js';
import { makeSeek } from '../net/seeks.js';
import { problemText } from '../net/problem_text.js';
import { clockOf, presets, shortText, together, usualClock } from '../lobby/presets.js';
import { segment, segments } from '../lobby/segments.js';
import { visitor } from '../net/visitor.js';
import { keepChoice, lastChoice } from './remembered.js';
import { sought } from './sought.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */

/** By days there are more than a game has in one press. */
const BY_DAYS = ['1d', '3d', '7d'];

/** How far apart ratings may be; 0 for any distance. */
const DISTANCES = [0, 100, 200, 400];

/** For how long it can be looked, in minutes. */
const SPANS = [60, 12 * 60, 7 * 24 * 60];

/**
 * The clocks to choose from: those that players of the chosen games expect, and the last choice.
 * A game that has just been chosen brings the usual one of its own, unless one of its clocks is chosen already.
 *
 * @param {string[]} kept the last choice
 */
function clockChecks(kept) {
  const boxes = h('div', { class: 'checks' });
  const chosen = new Set(kept);
  boxes.addEventListener('change', ({ target }) => {
    const { value, checked } = /** @type {HTMLInputElement} */ (target);
    if (checked) chosen.add(value);
    else chosen.delete(value);
  });
  /** @type {string[] | null} */
  let before = null;
  const offer = (/** @type {string[]} */ games) => {
    const added = before ? games.filter((game) => !before?.includes(game)) : kept.length > 0 ? [] : games;
    for (const game of added) {
      if (!presets(game).some((clock) => chosen.has(clock))) chosen.add(usualClock(game));
    }
    before = games;
    const all = together(kept, BY_DAYS, ...games.map(presets));
    for (const clock of chosen) if (!all.includes(clock)) chosen.delete(clock);
    boxes.replaceChildren(...all.map((clock) => check('clock', clock, chosen.has(clock), clockText(clockOf(clock)))));
  };
  return { element: h('fieldset', { id: 'clock' }, h('legend', {}, t('seek.clocks')), boxes), offer };
}

/**
 * The clocks chosen last, whatever else may have been stored.
 *
 * @param {Partial<import('./remembered.js').Choice>} last
 */
function storedClocks({ clocks = [] }) {
  return clocks.flatMap((text) => {
    try {
      return [shortText(JSON.parse(text))];
    } catch {
      return [];
    }
  });
}

/** @param {string} name @param {string} value @param {boolean} checked @param {string} label */
const check = (name, value, checked, label) =>
  h(
    'label',
    { class: 'check' },
    h('input', { type: 'checkbox', name, value, checked, 'data-testid': `seek-${name}-${value}` }),
    label,
  );

/**
 * Whether it counts, and the ratings of opponents: only players with accounts are asked, since guests have no ratings.
 *
 * @param {Partial<import('./remembered.js').Choice>} last
 */
function ratingFields(last) {
  const fields = h('div', { class: 'seek-rated' });
  const choice = (
    /** @type {string} */ name,
    /** @type {string} */ title,
    /** @type {number[]} */ values,
    /** @type {number} */ chosen,
  ) =>
    segments(
      name,
      t(title),
      values.map((value) => segment(name, String(value), value === chosen, t(`seek.${name}.${value}`))),
      null,
    );
  visitor().then((player) => {
    if (!player || player.guest) {
      fields.append(h('p', { class: 'hint' }, t('seek.casual')));
      return;
    }
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
  const clocks = clockChecks(storedClocks(last));
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', hidden: true });
  const submit = h('button', { class: 'button button--main', type: 'submit', 'data-testid': 'seek-submit' }, t('seek.submit'));
  const dialog = h('dialog', {
    class: 'create',
    'aria-labelledby': 'seek-title',
    'data-testid': 'seek-dialog',
    close: () => dialog.remove(),
  });
  const ticked = games.filter(({ id }) => last.games?.includes(id));
  const boxes = games.map((game, index) =>
    check('game', game.id, ticked.length > 0 ? ticked.includes(game) : index === 0, pick(game.name)),
  );
  const wanted = h('fieldset', { id: 'game' }, h('legend', {}, t('seek.which.games')), h('div', { class: 'checks' }, ...boxes));
  const side = last.side ?? 'random';
  const minutes = SPANS.includes(last.minutes ?? 0) ? last.minutes : SPANS[0];
  const form = h(
    'form',
    { method: 'dialog' },
    h('div', { class: 'create-head' }, h('h2', { id: 'seek-title' }, t('seek.title'))),
    h('p', { class: 'summary' }, t('seek.explained')),
    wanted,
    clocks.element,
    segments(
      'side',
      t('create.side'),
      ['random', 'first', 'second'].map((value) => segment('side', value, value === side, t(`seek.side.${value}`))),
      null,
    ),
    ratingFields(last),
    segments(
      'minutes',
      t('seek.span'),
      SPANS.map((span) => segment('minutes', String(span), span === minutes, t(`seek.span.${span}`))),
      null,
    ),
    h(
      'div',
      { class: 'create-foot' },
      problem,
      h(
        'button',
        { class: 'button', type: 'button', 'data-testid': 'seek-form-cancel', click: () => dialog.close() },
        t('create.cancel'),
      ),
      submit,
    ),
  );
  const offer = () => clocks.offer(new FormData(form).getAll('game').map(String));
  wanted.addEventListener('change', offer);
  offer();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const chosen = data.getAll('game').map(String);
    const timed = data.getAll('clock').map((clock) => clockOf(String(clock)));
    const [rated, within] = [data.get('rated') === '1', Number(data.get('within'))];
    const [side, minutes] = [String(data.get('side')), Number(data.get('minutes'))];
    const wish = {
      games: games.filter(({ id }) => chosen.includes(id)).flatMap(sought),
      clocks: timed,
      side,
      minutes,
      rated,
      ...(within > 0 && { within }),
    };
    // Guests are not asked about ratings, and forget nothing that was chosen before.
    keepChoice({
      games: chosen,
      clocks: timed.map((clock) => JSON.stringify(clock)),
      side,
      minutes,
      ...(data.has('rated') && { rated, within }),
    });
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
  showModal(dialog);
}
