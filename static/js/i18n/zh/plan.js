// The words of planned replies.

/** @type {import('../i18n.js').Words} */
export default {
  'plan.title': '条件着法',
  'plan.explained': '在这里逐步试走对方可能的着法和你的应着。对方真的这样走时，才会替你走。',
  'plan.board': '预设用的棋盘',
  'plan.undo': '退一步',
  'plan.add': '加入这个变着',
  'plan.save': '保存',
  'plan.close': '取消',
  'plan.remove': '删除这个变着',
  'problem.bad_plan': '无法保存：每个变着里每一步只能有一个合规的应着。',
  'problem.stale': '局面已变化，请刷新。',
  'problem.not_allowed': '现在不能这样做。',
  'problem.not_seated': '只有对局双方可以这样做。',
};
