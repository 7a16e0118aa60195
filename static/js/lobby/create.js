// The form for a new game. It begins with a newcomer's choices: the opponent, the
// clock and the side. Everything has a default: opening it and pressing its one button is enough.

import { showModal } from '../ui/back.js';
import { day } from '../ui/time_text.js';
import { h, setText } from '../ui/dom.js';
import { queryOf } from '../game/game_query.js';
import { descriptor } from '../games/index.js';
import { keepLevel, LEVELS, levelFor } from '../game/computer.js';
import { pick, t } from '../i18n/i18n.js';
import { createMatch, games as catalogue, Problem } from '../net/api.js';
import { visitor } from '../net/visitor.js';
import { problemText } from '../net/problem_text.js';
import { courseOffer } from '../course/course_offer.js';
import { clockFields, readClock } from './clock_fields.js';
import { usualClock } from './presets.js';
import { rulesFold } from './rules_fold.js';
import { segment, segments } from './segments.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */
/** @typedef {import('../net/api.js').RulesetInfo} RulesetInfo */
/** @typedef {'public' | 'link' | 'computer' | 'local'} Opponent anyone in the lobby, a friend who gets the link, a computer player, or another person at this device */

/** Why a game cannot be rated, though it can be played. */
const NOT_RATED = ['not_established', 'pair_rated', 'not_ratable'];

const OPPONENTS = /** @type {const} */ (['public', 'link', 'computer', 'local']);

/**
 * @param {HTMLDialogElement} dialog
 * @param {GameInfo} info
 * @param {object} [wish]
 * @param {Opponent} [wish.opponent]
 * @param {{id: string, name: string, vacation?: number}} [wish.to] who is challenged, and until when they are on vacation
 * @param {GameInfo[]} [wish.games] to choose from, where none has been chosen yet
 * @param {{ruleset: string, options: Record<string, string>, position: string}} [wish.from] the position to begin with
 */
export function openCreate(dialog, info, { opponent = 'public', games, to, from } = {}) {
  const form = h('form', { method: 'dialog' });
  const seats = h('div', { class: 'segments' });
  const goal = h('p', { class: 'summary' });
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', hidden: true });
  const submit = h('button', { class: 'button button--main', type: 'submit', 'data-testid': 'create-room' });
  const clock = clockFields(info.id);
  const side = h('fieldset', {}, h('legend', {}, t('create.side')), seats);
  const computer = computerField(info.id);
  const rated = ratedField();

  const follows = (/** @type {RulesetInfo} */ ruleset) => {
    const seat = form.seat?.value;
    setText(goal, pick(ruleset.goal));
    seats.replaceChildren(...seatSegments(info, ruleset));
    if (seat) form.seat.value = seat;
  };
  const fixed = from && info.rulesets.find(({ id }) => id === from.ruleset);
  const rules = fixed ? h('p', { class: 'hint' }, t('create.ruleset', { setting: pick(fixed.name) })) : rulesFold(info, follows);
  if (fixed) follows(fixed);
  const against = segments(
    'opponent',
    t('create.opponent'),
    OPPONENTS.map((id) => segment('opponent', id, id === opponent, t(`create.${id}`))),
    (id) => t(`create.${id}.hint`),
  );
  let isClockChosen = false;
  clock.addEventListener('change', ({ isTrusted }) => (isClockChosen ||= isTrusted));
  /** The computer has time; so has a learner, unless they choose otherwise. */
  const usualFor = (/** @type {Opponent} */ chosen) => {
    for (const input of clock.querySelectorAll('input[name=clock]')) {
      const { value } = /** @type {HTMLInputElement} */ (input);
      const isByDays = /d$/.test(value);
      if (isByDays) /** @type {HTMLElement} */ (input.parentElement).hidden = chosen === 'computer';
      const isUsual = value === (chosen === 'computer' ? 'none' : usualClock(info.id));
      const isLost = isByDays && chosen === 'computer' && /** @type {HTMLInputElement} */ (input).checked;
      if (isLost) isClockChosen = false;
      if (isUsual && !isClockChosen && !(/** @type {HTMLInputElement} */ (input).checked)) {
        /** @type {HTMLInputElement} */ (input).checked = true;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  };
  const follow = () => {
    const chosen = opponentOf(form);
    usualFor(chosen);
    for (const part of [clock, side]) part.disabled = part.hidden = chosen === 'local';
    rated.disabled = rated.hidden = chosen === 'local' || from !== undefined;
    computer.hidden = chosen !== 'computer';
    setText(submit, t(to ? 'create.submit.to' : `create.submit.${chosen}`, { name: to?.name ?? '' }));
  };
  against.addEventListener('change', follow);
  form.append(
    h(
      'div',
      { class: 'create-head' },
      h('h2', { id: 'create-title' }, t('create.title', { game: pick(info.name) })),
      h('a', { href: `/rules/${info.id}` }, t('create.rules')),
    ),
    courseOffer(info, info.rulesets[0]?.id ?? '', { leave: () => submit.focus() }),
    ...(games ? [gameField(games, info, (next) => openCreate(dialog, next, { opponent: opponentOf(form), games, to }))] : []),
    goal,
    ...(from ? [h('p', { class: 'notice', 'data-testid': 'create-from' }, t('create.from'))] : []),
    ...(to ? [h('p', { class: 'notice', 'data-testid': 'create-to' }, t('create.to', { name: to.name }))] : []),
    ...(to?.vacation
      ? [h('p', { class: 'notice', 'data-testid': 'create-vacation' }, t('create.to.vacation', { day: day(to.vacation) }))]
      : []),
    against,
    computer,
    rated,
    clock,
    side,
    rules,
    h(
      'div',
      { class: 'create-foot' },
      problem,
      h('button', { class: 'button', 'data-testid': 'create-cancel', click: () => dialog.close() }, t('create.cancel')),
      submit,
    ),
  );
  against.disabled = against.hidden = to !== undefined;
  follow();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { game, ruleset, options, ...room } = { ...readForm(info, new FormData(form)), ...from };
    if (opponentOf(form) === 'local') {
      location.assign(`/local?${queryOf({ game, ruleset, options, start: from?.position ?? '', moves: [] })}`);
      return;
    }
    submit.disabled = problem.hidden = true;
    if (room.computer) keepLevel(game, room.computer);
    try {
      const { url } = await createMatch({ game, ruleset, options, ...room, ...(to && { opponent: to.id, visibility: 'link' }) });
      location.assign(url);
    } catch (error) {
      problem.textContent = problemText(error);
      problem.hidden = false;
      submit.disabled = false;
      // The sentence gives the reason; the next press makes a casual game.
      if (error instanceof Problem && NOT_RATED.includes(error.code)) form.rated.checked = false;
    }
  });
  dialog.replaceChildren(form);
  if (!dialog.open) showModal(dialog);
  if (games) form.game.focus();
  else submit.focus();
}

/**
 * @param {HTMLFormElement} form
 * @returns {Opponent}
 */
const opponentOf = (form) => form.opponent.value;

/**
 * @param {GameInfo[]} games
 * @param {GameInfo} info
 * @param {(info: GameInfo) => void} choose
 */
const gameField = (games, info, choose) =>
  h(
    'label',
    { class: 'field' },
    h('span', {}, t('create.game')),
    h(
      'select',
      {
        name: 'game',
        'data-testid': 'create-game',
        change: (/** @type {Event} */ { target }) => {
          const chosen = games[/** @type {HTMLSelectElement} */ (target).selectedIndex];
          if (chosen) choose(chosen);
        },
      },
      ...games.map((game) =>
        h('option', { value: game.id, selected: game === info }, [pick(game.name), pick(game.gloss)].filter(Boolean).join(' – ')),
      ),
    ),
  );

/**
 * Which computer player, the one that fits to begin with.
 *
 * @param {string} game
 */
function computerField(game) {
  const fits = levelFor(game);
  const option = (/** @type {number} */ level) =>
    h(
      'option',
      { value: String(level), selected: level === fits },
      t('computer.option', { name: t(`computer.${level}`), level }),
    );
  const levels = Array.from({ length: LEVELS }, (_, index) => option(index + 1));
  const select = h('select', { name: 'computer', 'data-testid': 'create-computer' }, ...levels);
  catalogue().then(
    ({ engines }) => select.append(...engineOptions(engines, game)),
    () => {}, // Without the catalogue there are our own players.
  );
  return h('label', { class: 'field' }, h('span', {}, t('create.level')), select);
}

/** Whether it counts, which guests are not asked. */
function ratedField() {
  const fields = h('fieldset', { class: 'rated' });
  visitor().then((player) => {
    if (!player || player.guest) return;
    const input = h('input', {
      type: 'checkbox',
      name: 'rated',
      'data-testid': 'create-rated',
      'aria-describedby': 'rated-hint',
    });
    fields.append(
      h('label', {}, input, h('span', {}, t('create.rated'))),
      h('p', { class: 'hint', id: 'rated-hint' }, t('create.rated.hint')),
    );
  });
  return fields;
}

/**
 * The levels of other programs that play the game here.
 *
 * @param {import('../net/api.js').EngineInfo[]} engines
 * @param {string} game
 */
const engineOptions = (engines, game) =>
  engines
    .filter((engine) => engine.game === game)
    .flatMap(({ name, levels }) =>
      levels.map((level, index) => h('option', { value: String(level) }, t('computer.option', { name, level: index + 1 }))),
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

/**
 * @param {FormData} form
 * @returns {Pick<import('../net/api.js').CreateMatchRequest, 'computer' | 'visibility'>}
 */
function opponentIn(form) {
  const opponent = String(form.get('opponent'));
  return opponent === 'computer'
    ? { computer: Number(form.get('computer')) }
    : { visibility: /** @type {'public' | 'link'} */ (opponent) };
}

/**
 * @param {GameInfo} info
 * @param {FormData} form
 */
function readForm(info, form) {
  /** @type {Record<string, string>} */
  const options = {};
  for (const [key, value] of form) {
    if (key.startsWith('option.')) options[key.slice('option.'.length)] = String(value);
  }
  return {
    game: info.id,
    ruleset: String(form.get('ruleset') ?? info.rulesets[0]?.id ?? ''),
    options,
    seat: /** @type {import('../net/api.js').CreateMatchRequest['seat']} */ (String(form.get('seat'))),
    ...opponentIn(form),
    ...(form.has('rated') && { rated: true }),
    clock: readClock(form),
  };
}
