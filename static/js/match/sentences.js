// @ts-check
// The sentences on whose turn it is, what is owed and how it ended.

import { hasText, t } from '../i18n/i18n.js';

/** @typedef {import('./view.js').Page} Page */
/** @typedef {import('../net/protocol.js').Side} Side */

/**
 * @param {Page} page
 * @param {import('../net/protocol.js').Snapshot} match
 */
export function statusText({ model, names, state, check }, match) {
  if (match.state === 'open') return t('status.open');
  if (!model.turn) return t('status.loading');
  const turn = model.turn === state.seat ? t('status.yours') : t('status.turn', { side: names.side(model.turn) });
  const parts = [check ? t('status.check') : '', turn];
  return parts.filter(Boolean).join(' ');
}

/**
 * What the side to act must do first, if it is not simply a move.
 *
 * @param {Page} page
 */
export function owedText({ legal, model, placement, state }) {
  const only = legal.length === 1 ? legal[0] : undefined;
  if (model.canPlay && only && /^[a-z]+$/.test(only) && hasText(`owed.${only}`)) return t(`owed.${only}`);
  const { owed, reserve } = placement;
  if (!owed) return repetitions(state);
  if (owed.kind === 'place') {
    const count = model.turn ? (reserve?.[model.turn] ?? 0) : 0;
    return count > 0 ? t('owed.place.count', { count }) : t('owed.place');
  }
  if (owed.kind === 'remove' && (owed.count ?? 1) > 1) return t('owed.remove.count', { count: owed.count ?? 1 });
  return t(`owed.${owed.kind}`, { at: owed.at ?? '' });
}

/**
 * What an action did, in words.
 *
 * @param {import('./timeline.js').Timeline} timeline
 * @param {number} ply how many actions are played, that one the last
 * @param {import('./names.js').Names} names
 */
export function eventText(timeline, ply, names) {
  const entry = timeline.at(ply);
  if (entry.action === null || entry.by === null) return '';
  const said = t('say.moved', { side: names.side(entry.by), move: names.action(entry.action, timeline.at(ply - 1)) });
  return [said, names.captures(entry)].filter(Boolean).join(' · ');
}

/** @param {import('./state.js').MatchState} state */
function repetitions({ match }) {
  return match && match.repetitions > 1 ? t('status.repetitions', { count: match.repetitions }) : '';
}

/**
 * @param {{result: string | null, reason: string | null}} end
 * @param {import('./names.js').Names} names
 * @param {Side | null} seat
 */
export function resultText({ result, reason }, names, seat) {
  const because = reason && hasText(`reason.${reason}`) ? t(`reason.${reason}`) : (reason ?? '');
  let verdict = t('result.none');
  if (result === 'draw') verdict = t('result.draw');
  else if (result === 'first' || result === 'second') {
    verdict = t('result.win', { side: names.side(result) });
    if (seat) verdict = `${t(seat === result ? 'result.youwin' : 'result.youlose')} · ${verdict}`;
  }
  return because ? `${verdict} — ${because}` : verdict;
}
