// @ts-check
// The words of what positions are worth, and of a game that is reviewed.

/** @type {import('../i18n.js').Words} */
export default {
  'value.thinking': '正在思考…',
  'value.failed': '电脑棋手未能加载。',
  'value.depth': '深度 {depth}',
  'value.exact': '精确值（查自数据库）',
  'value.wins': '{side} {count} 步内胜',
  'value.board': '在棋盘上显示结果',
  'review.state': '复盘中：{ply} / {plies}',
  'review.none': '没有明显的失误。',
  'review.slip': '{ply}. {side}：{played}。更好：{better}（{value}）',
  'review.exact.none': '每一步都没有丢掉应有的结果。',
  'review.lost': '{ply}. {side}：{played}。{change}。更好：{better}（{value}）',
  'review.lost.win.draw': '由胜变和',
  'review.lost.win.loss': '由胜变负',
  'review.lost.draw.loss': '由和变负',
  'review.decided': '这一步输掉了这局棋。',
};
