// @ts-check
// The words of planned replies.

/** @type {import('../i18n.js').Words} */
export default {
  'plan.title': 'Plan replies',
  'plan.explained': 'Try what your opponent may play, then your reply, move by move. Nothing here is played until your opponent plays it.',
  'plan.board': 'Board for planning',
  'plan.undo': 'Take back',
  'plan.add': 'Add this line',
  'plan.save': 'Save plan',
  'plan.close': 'Cancel',
  'plan.fired': 'Played from your plan: {moves}',
  'plan.remove': 'Remove this line',
  'problem.bad_plan': 'This plan can’t be kept: each line needs one reply to each move, by the rules.',
  'problem.stale': 'The game has moved on.',
  'problem.not_allowed': 'That isn’t possible now.',
  'problem.not_seated': 'Only the two players can do that.',
};
