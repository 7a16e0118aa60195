// The sentences about the turn, the duties of a player and the end of a game.

import { hasText, keyIn, t } from '../i18n/i18n.js';
import { isBare } from './turn_hints.js';

/** @typedef {import('./match_scene.js').Page} Page */
/** @typedef {import('../net/protocol.js').Side} Side */

/**
 * @param {Page} page
 * @param {import('../net/protocol.js').Snapshot} match
 */
export function statusText({ model, names, state, check, lead }, match) {
  if (match.state === 'open') return t('status.open');
  if (!model.turn) return t('status.loading');
  const key = `status.${model.turn === state.seat ? 'yours' : 'turn'}${lead.goesOn ? '.on' : ''}`;
  return [check ? t('status.check') : '', t(key, { side: names.side(model.turn) })].filter(Boolean).join(' ');
}

/**
 * The first duty of the side to act, if it is not simply a move, and its reason.
 *
 * @param {Pick<Page, 'lead' | 'legal' | 'names' | 'placement'>} page
 * @param {Side | null} turn
 */
export function owedText({ lead, legal, names, placement }, turn) {
  const { owed, safe, earned, ends } = lead;
  const [only] = legal;
  if (legal.length === 1 && isBare(only) && hasText(`owed.${only}`)) {
    return [t(`owed.${only}`), ends ? t('owed.ends', { result: resultText(ends, names, null) }) : ''].filter(Boolean).join(' · ');
  }
  if (!owed) return '';
  const left = turn ? (placement.reserve?.[turn] ?? 0) : 0;
  const what =
    owed.kind === 'place' && left > 0
      ? t('owed.place.count', { count: left })
      : t(`owed.${owed.kind}`, { at: owed.at ?? '', count: owed.count ?? 1 });
  const guarded =
    safe.length > 0
      ? t('owed.safe', {
          points: safe
            .map(({ at }) => at)
            .sort()
            .join(' '),
        })
      : '';
  return [earnedText(names, earned, 'made'), what, guarded].filter(Boolean).join(' · ');
}

/**
 * The duty, with the side where that is not the reader, or the number of times the position has occurred.
 *
 * @param {Page} page
 */
export function duty(page) {
  const {
    model: { turn },
    begun,
    names,
    standing,
    state,
  } = page;
  if (!turn) return '';
  const move = owedText(page, turn);
  const said = move && turn !== state.seat ? t('say.moved', { side: names.side(turn), move }) : move;
  return [begun, said].filter(Boolean).join(' · ') || standing;
}

/**
 * The formations an action made, by which it earned removals; or the removals that lapsed or
 * were skipped.
 *
 * @param {import('./names.js').Names} names
 * @param {number} count
 * @param {'earned' | 'made' | 'lapsed' | 'skipped'} [what] `made` where the number of removals has its own sentence
 */
export const earnedText = ({ game }, count, what = 'earned') =>
  count > 0 && game.earns ? t(`${what}.${game.earns}`, { count }) : '';

/**
 * The effect of an action, in words.
 *
 * @param {{at: (ply: number) => import('./timeline.js').Entry}} timeline
 * @param {number} ply how many actions are played, that one the last
 * @param {import('./names.js').Names} names
 */
export function eventText(timeline, ply, names) {
  const entry = timeline.at(ply);
  if (entry.action === null || entry.by === null) return '';
  const said = t('say.moved', { side: names.side(entry.by), move: names.action(entry.action, entry.written) });
  return [said, ...effectTexts(entry, names)].join(' · ');
}

/**
 * The effects of an action in addition to the move itself.
 *
 * @param {import('./timeline.js').Entry} entry
 * @param {import('./names.js').Names} names
 */
export function effectTexts(entry, names) {
  const { earned, lapsed, skipped } = entry;
  return [
    names.captures(entry),
    earnedText(names, earned),
    earnedText(names, lapsed, 'lapsed'),
    earnedText(names, skipped, 'skipped'),
  ].filter(Boolean);
}

/**
 * Why a game ended.
 *
 * @param {{reason: string | null}} ended
 * @param {import('./names.js').Names} names
 */
export const reasonText = ({ reason }, names) =>
  reason && hasText(`reason.${reason}`) ? t(keyIn(`reason.${reason}`, names.game.id)) : (reason ?? '');

/** Reasons that name an act, by which a game is won or drawn: English joins them in another way than a circumstance. */
const ACTS = new Set(['checkmate', 'repetition', 'resignation', 'agreement', 'declaration']);

/**
 * @param {{result: string | null, reason: string | null}} end
 * @param {import('./names.js').Names} names
 * @param {Side | null} seat
 */
export function resultText({ result, reason }, names, seat) {
  let verdict = t('result.none');
  if (result === 'draw') verdict = t('result.draw');
  else if (result === 'first' || result === 'second') {
    verdict = seat ? t(seat === result ? 'result.youwin' : 'result.youlose') : t('result.win', { side: names.side(result) });
  }
  const because = reasonText({ reason }, names);
  const way = reason && ACTS.has(reason) ? 'result.by' : 'result.because';
  return because ? t(way, { result: verdict, reason: because }) : verdict;
}

/**
 * Why an action is refused. The point that the rule speaks of is named where it is one, and the sentence has a
 * place for it; the board marks them in any case.
 *
 * @param {string} rule
 * @param {string[]} squares
 * @param {string} game
 */
export function ruleText(rule, squares, game) {
  const [at, ...more] = squares;
  const named = `rule.${rule}.at`;
  return at && more.length === 0 && hasText(named) ? t(keyIn(named, game), { at }) : t(keyIn(`rule.${rule}`, game));
}
