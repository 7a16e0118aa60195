// The opponent on this device: another person at the table, or the computer.

import { h } from '../ui/dom.js';
import { keepLevel, LEVELS, levelFor } from '../game/computer.js';
import { t } from '../i18n/i18n.js';

/** @typedef {import('../games/index.js').Side} Side */
/** @typedef {import('./computer.js').Opponent} Opponent */

const SIDES = /** @type {const} */ (['second', 'first']);

/**
 * The choice, with a sign that the computer thinks.
 *
 * @param {import('../game/names.js').Names} names
 * @param {{game: string, opponent?: Opponent | null}} record
 * @param {(opponent: Opponent | null) => void} choose
 */
export function opponentChoice(names, { game, opponent = null }, choose) {
  const option = (/** @type {string} */ value, /** @type {boolean} */ selected, /** @type {string} */ text) =>
    h('option', { value, selected }, text);
  const level = opponent?.level ?? levelFor(game);
  const who = h(
    'select',
    { 'data-testid': 'local-opponent', 'aria-label': t('local.opponent') },
    option('', opponent === null, t('local.title')),
    ...SIDES.map((side) => option(side, opponent?.side === side, t('local.computer', { side: names.side(side) }))),
  );
  const levels = Array.from({ length: LEVELS }, (_, index) => index + 1);
  const strength = h(
    'select',
    { 'data-testid': 'local-level', 'aria-label': t('local.level'), hidden: opponent === null },
    ...levels.map((each) =>
      option(String(each), each === level, t('computer.option', { name: t(`computer.${each}`), level: each })),
    ),
  );
  const changed = () => {
    const side = /** @type {Side | ''} */ (who.value);
    strength.hidden = side === '';
    if (side !== '') keepLevel(game, Number(strength.value));
    choose(side === '' ? null : { side, level: Number(strength.value) });
  };
  who.addEventListener('change', changed);
  strength.addEventListener('change', changed);
  const thinking = h(
    'p',
    { class: 'opponent-state', 'data-testid': 'thinking', role: 'status', hidden: true },
    t('local.thinking'),
  );
  return { choice: h('div', { class: 'opponent' }, who, strength, thinking), thinking };
}
