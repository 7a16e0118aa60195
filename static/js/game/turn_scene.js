// The board of a game whose viewer plays both sides.

import { t } from '../i18n/i18n.js';
import { lastMove } from './last_move.js';
import { drawingOf } from './pictures.js';
import { kingOf, turnHints } from './turn_hints.js';
import { owedText } from './sentences.js';

/**
 * @param {import('./names.js').Names} names
 * @param {import('./timeline.js').Timeline} timeline
 * @param {{flipped: boolean, refused: string[]}} how
 * @returns {{shown: import('./app_board.js').Shown, legal: string[], turn: string}} `turn` names
 *   the side to act and its duty; empty when the game is over
 */
export function turnScene(names, timeline, { flipped, refused }) {
  const { last, game } = timeline;
  const placement = names.game.read(last.position);
  const legal = game.legal();
  const lead = turnHints(timeline, placement, legal);
  const side = { side: names.side(last.turn) };
  const owes = owedText({ lead, legal, names, placement }, last.turn);
  const acts = [last.check ? t('status.check') : '', t(lead.goesOn ? 'status.turn.on' : 'status.turn', side)];
  return {
    legal,
    turn: legal.length > 0 ? [acts.filter(Boolean).join(' '), owes].filter(Boolean).join(' · ') : '',
    shown: {
      game: names.game,
      ruleset: names.rulesetId,
      drawing: drawingOf(names.game, names.rulesetId, last.position),
      placement,
      flipped,
      interactive: legal.length > 0,
      legal,
      action: last.action,
      acting: last.turn,
      refused,
      captured: last.captures.map(({ at }) => at),
      ...lastMove(timeline.entries, timeline.ply, names),
      check: last.check ? kingOf(names.game, placement, last.turn) : null,
      lead,
      pending: null,
      ...names.labels(placement),
    },
  };
}
