// What is to be said of the game at this moment: whose turn it is, what happened, what is to be done first, why
// something was refused, and how far the visitor's own move has come.

import { byId, setAttribute, setText } from '../ui/dom.js';
import { hasText, t } from '../i18n/i18n.js';
import { duty, resultText, ruleText, statusText } from '../game/sentences.js';

/** @typedef {import('../game/match_scene.js').Page} Page */

export class VerdictView {
  /**
   * @param {Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   */
  draw(page, match) {
    const over = match.state === 'over';
    const mine = page.model.turn !== null && page.model.turn === page.state.seat;
    const status = byId('status');
    setText(status, statusText(page, match));
    status.classList.toggle('status--mine', mine);
    status.hidden = over;
    const result = byId('result');
    result.hidden = !over;
    setText(result, over ? resultText(match, page.names, page.state.seat) : '');
    setAttribute(result, 'data-result', over ? (match.result ?? 'none') : '');
    setAttribute(result, 'data-reason', over ? (match.reason ?? '') : '');
    say(byId('event'), page.event);
    say(byId('owed'), duty(page)).classList.toggle('owed--mine', mine);
    say(byId('refusal'), refusalText(page)).classList.toggle(
      'refusal--calm',
      Boolean(page.state.refusal?.code.startsWith('declined')),
    );
    const delivery = byId('delivery');
    const state = over ? null : page.model.delivery;
    setText(delivery, state ? t(`status.${state}`) : '');
    setAttribute(delivery, 'data-state', state);
  }
}

/**
 * Shows a text, or nothing where there is none.
 *
 * @param {HTMLElement} element
 * @param {string} text
 */
function say(element, text) {
  element.hidden = text === '';
  setText(element, text);
  return element;
}

/** @param {Page} page */
export function refusalText({ asked, state, names, engineFailed }) {
  if (state.refusal) {
    const { code, rule } = state.refusal;
    if (rule && hasText(`rule.${rule}`)) return ruleText(rule, names.points(state.refusal.squares), names.game.id);
    const key = [`nack.${code}`, `problem.${code}`].find(hasText);
    return key ? t(key) : code;
  }
  if (asked) {
    if (hasText(asked.rule)) return t(asked.rule);
    if (!hasText(`rule.${asked.rule}`)) return t('nack.illegal');
    const reason = ruleText(asked.rule, names.points(asked.squares), names.game.id);
    return [reason, asked.note].filter(Boolean).join(' · ');
  }
  return engineFailed ? t('match.noengine') : '';
}
