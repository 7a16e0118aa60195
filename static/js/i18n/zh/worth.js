// The words of what positions are worth, and of a game that is reviewed.

/** @type {import('../i18n.js').Words} */
export default {
  'value.show': '最佳着法',
  'review.begin': '复盘',
  'value.thinking': '正在思考…',
  'value.failed': '电脑对手加载失败。',
  'value.depth': '深度 {depth} · + 为{side}优',
  'value.ahead': '{side}胜势',
  'value.exact': '已完全破解：准确结果',
  'value.wins': '{side} {count} 步胜',
  'value.key': '+7：7 步胜 · =：和 · −7：7 步负',
  'value.board': '在棋盘上显示结果',
  'review.state': '复盘中：{ply} / {plies}',
  'review.none': '没有明显的失误。',
  'review.slip': '{number} {side}：{played} {sign} {word}（{value}）。应走 {better}（{best}）',
  'review.sum': '{side}：缓着 {inaccuracy}，失误 {mistake}，大失误 {blunder}',
  'review.inaccuracy': '缓着',
  'review.mistake': '失误',
  'review.blunder': '大失误',
  'review.exact.none': '没有一步改变胜负结果。',
  'review.lost.win.draw': '由胜变和',
  'review.lost.win.loss': '由胜变负',
  'review.lost.draw.loss': '由和变负',
  'review.decided': '这一步输掉了这局棋。',
};
