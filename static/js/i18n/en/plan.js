// The words of planned replies.

/** @type {import('../i18n.js').Words} */
export default {
  'plan.title': 'Conditional moves',
  'plan.explained': 'Enter a move your opponent may play, and your reply. Your reply is played if they play that move.',
  'plan.board': 'Board for conditional moves',
  'plan.undo': 'Take back',
  'plan.add': 'Add this line',
  'plan.save': 'Save',
  'plan.close': 'Cancel',
  'plan.remove': 'Remove this line',
  'problem.bad_plan': 'These moves can’t be saved: each line needs one reply to each move, by the rules.',
  'problem.stale': 'The position has changed. Please reload.',
  'problem.not_allowed': 'That isn’t possible now.',
  'problem.not_seated': 'Only the two players can do that.',
};
