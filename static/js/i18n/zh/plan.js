// @ts-check
// The words of planned replies.

/** @type {import('../i18n.js').Words} */
export default {
  'plan.title': '预设应着',
  'plan.explained': '在这里逐步试走对方可能的着法和你的应着。对方真的这样走时，才会替你走。',
  'plan.board': '预设用的棋盘',
  'plan.undo': '退一步',
  'plan.add': '加入这条线路',
  'plan.save': '保存',
  'plan.close': '取消',
  'plan.fired': '已按计划走的着法：{moves}',
  'plan.remove': '删除这条线路',
  'problem.bad_plan': '这个计划无法保存：每条线路里每一步只能有一个合规的应着。',
  'problem.stale': '对局已经继续。',
  'problem.not_allowed': '现在不能这样做。',
  'problem.not_seated': '只有对局双方可以这样做。',
};
