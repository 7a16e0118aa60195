// The words of what positions are worth, and of a game that is reviewed.

/** @type {import('../i18n.js').Words} */
export default {
  'value.show': '最善手',
  'review.begin': '棋譜解析',
  'value.thinking': '考えています…',
  'value.failed': 'コンピューターを読み込めませんでした。',
  'value.depth': '深さ{depth} · ＋は{side}有利',
  'value.ahead': '{side}勝勢',
  'value.exact': '完全解析の結果',
  'value.wins': '{side}が{count}手で勝ち',
  'value.key': '+7：7手で勝ち · =：引き分け · −7：7手で負け',
  'value.board': '盤上に結果を表示',
  'review.state': '解析中：{ply}／{plies}',
  'review.none': '大きな悪手はありません。',
  'review.slip': '{number} {side}：{played} {sign} {word}（{value}）。最善は{better}（{best}）',
  'review.sum': '{side}：疑問手{inaccuracy}、悪手{mistake}、大悪手{blunder}',
  'review.inaccuracy': '疑問手',
  'review.mistake': '悪手',
  'review.blunder': '大悪手',
  'review.exact.none': '結果を損ねた手はありません。',
  'review.lost.win.draw': '勝ちから引き分けに',
  'review.lost.win.loss': '勝ちから負けに',
  'review.lost.draw.loss': '引き分けから負けに',
  'review.decided': 'この手で負けが決まりました。',
};
