// The effects of a figure, in sentences: captures, removals earned, check, an end, a refusal.

import { t } from '../i18n/i18n.js';
import { effectTexts, resultText, ruleText } from '../game/sentences.js';

/** @typedef {import('./figure.js').Figure} Figure */
/** @typedef {import('../game/names.js').Names} Names */
/** @typedef {import('../game/timeline.js').Timeline} Timeline */

/**
 * What came of the last action; `expect` is what its figure is about, if it is the figure's own.
 *
 * @param {Timeline} timeline
 * @param {Names} names
 * @param {Figure | null} figure
 */
export function playedText({ game, last }, names, figure) {
  const moved = last.captures.filter(({ pattern }) => pattern === 'displacement');
  const result = game.result() ?? null;
  const texts = [
    ...moved.map(({ at }) => `${t('pattern.displacement')} ×${names.at(at)}`),
    ...effectTexts(last, names),
    last.check ? t('status.check') : '',
    result ? resultText({ result, reason: game.reason() ?? null }, names, null) : '',
    figure ? impasseText(figure, names, last.turn) : '',
  ].filter(Boolean);
  if (texts.length > 0) return texts.join(' · ');
  // A figure may be about what does not happen.
  if (figure?.expect.check === false) return t('rules.nocheck');
  return figure ? t('rules.nothing') : '';
}

/**
 * Why an action is refused, and where that loses, that it does.
 *
 * @param {{rule: string, squares: string[]}} refusal
 * @param {Names} names
 * @param {Figure} figure
 */
export function refusedText({ rule, squares }, names, { expect: { result, reason } }) {
  const lost = result ? resultText({ result, reason: reason ?? null }, names, null) : '';
  return [
    ruleText(
      rule,
      squares.map((point) => names.at(point)),
      names.game.id,
    ),
    lost,
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * The result of a count of the pieces now.
 *
 * @param {Figure} figure
 * @param {Names} names
 * @param {import('../games/index.js').Side} turn
 */
function impasseText({ expect: { impasse }, options = {} }, names, turn) {
  if (!impasse) return '';
  if (impasse !== 'draw' && impasse !== 'first' && impasse !== 'second') return t(`rule.${impasse}`);
  const way = names.game.impasse?.(options) ?? 'impasse';
  const declared = impasse === turn ? 'declaration' : 'wrong_declaration';
  const reason = way === 'declare' ? declared : 'impasse';
  return t(`rules.${way}`, { result: resultText({ result: impasse, reason }, names, null) });
}
