// Why something was refused, by the rules or by the server.

import { hasText, t } from '../i18n/i18n.js';
import { ruleText } from '../game/sentences.js';

/** @param {import('../game/match_scene.js').Page} page */
export function refusalText({ asked, state, names }) {
  if (state.refusal) {
    const { code, rule, squares } = state.refusal;
    if (rule && hasText(`rule.${rule}`)) return ruleText(rule, names.points(squares), names.game.id);
    const key = [`nack.${code}`, `problem.${code}`].find(hasText);
    return key ? t(key) : code;
  }
  if (!asked) return '';
  if (hasText(asked.rule)) return t(asked.rule);
  if (!hasText(`rule.${asked.rule}`)) return t('nack.illegal');
  const reason = ruleText(asked.rule, names.points(asked.squares), names.game.id);
  return [reason, asked.note].filter(Boolean).join(' · ');
}
