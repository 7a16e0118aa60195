// The words of what positions are worth, and of a game that is reviewed.

/** @type {import('../i18n.js').Words} */
export default {
  'value.thinking': '正在思考…',
  'value.failed': '电脑对手加载失败。',
  'value.depth': '深度 {depth}',
  'value.exact': '准确结果（残局库）',
  'value.wins': '{side} {count} 步胜',
  'value.key': '+7：7 步胜 · =：和 · −7：7 步负',
  'value.board': '在棋盘上显示结果',
  'review.state': '复盘中：{ply} / {plies}',
  'review.none': '没有明显的失误。',
  'review.slip': '{ply}. {side}：{played}。应走 {better}（{value}）',
  'review.exact.none': '没有一步改变胜负结果。',
  'review.lost': '{ply}. {side}：{played}。{change}。应走 {better}（{value}）',
  'review.lost.win.draw': '由胜变和',
  'review.lost.win.loss': '由胜变负',
  'review.lost.draw.loss': '由和变负',
  'review.decided': '这一步输掉了这局棋。',
};
