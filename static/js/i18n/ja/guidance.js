// @ts-check
// What leads a player through a turn of several actions.

/** @type {import('../i18n.js').Words} */
export default {
  'status.yours.on': '引き続きあなたの手番',
  'status.turn.on': '引き続き{side}の手番',

  'earned.fang': '方（ファン）ができた：{count}',
  'earned.complete': '全了（六子の線）、取り除く石：{count}個',
  'lapsed.fang': '取り除く権利{count}回分は無効（残る相手の石はすべて方に守られている）',
  'skipped.fang': '取り除く手番を{count}回省略（相手の石はすべて方に守られている）',
  'owed.place': '空いた点に石を置く',
  'owed.place.count': '石を置く（残り{count}個）',
  'owed.remove': '相手の石を取り除く（{count}個）',
  'owed.opening': '石を置く段階が終わり、双方が相手の石を一つ取り除く',
  'owed.exchange': '交換：相手の石を一つ（自分の石の隣にあれば、その石を）取り除き、そこへ動く',
  'owed.fill': '交換：{at} の隣にある自分の石をそこへ動かす',
  'owed.capture': '続けて取れる：取らなければならない',
  'owed.pass': '合法手なし：パス',
  'owed.ends': 'これで終局：{result}',
  'owed.safe': '方に守られた石：{points}',

  'meter.repetition': '同一局面{count}回目（上限{limit}回）',
  'meter.perpetual': '連続王手の同一局面{count}回目（上限{limit}回）',
  'meter.draw': '達すると引き分け',
  'meter.draw.now': 'この手で引き分け',
  'meter.refused': '達すると指せない',
  'meter.refused.now': '指せない',
  'meter.lost_by_checker': '達すると{side}の負け',
  'meter.lost_by_checker.now': 'この手で{side}の負け',

  'say.takenback': '待ったで1手戻りました',
  'say.premove': '先行入力：{move}',
  'say.premove.none': '先行入力を取り消しました',
  'say.step': '{piece} {from} から {to}',
  'say.takes': '{piece}を取る',
  'say.promotes': '成る',
  'say.drop': '{piece}を {to} に打つ',
  'say.place': '{to} に石を置く',
  'say.remove': '{at} を取り除く',
  'typed.unknown': 'このゲームの指し手ではありません。',
  'typed.ambiguous': '当てはまる指し手が複数あります。',

  'point.held': '選択中',
  'point.target': '指せる',
  'point.taking': '取れる',
  'point.safe': '方に守られている',
  'point.last': '直前の手',
  'point.check': '王手',
  'point.refused': '指せない',
  'point.must': '動かす必要がある',
  'point.premove': '先行入力',

  'rules.nothing': '何も取れない',
  'rules.nocheck': '王手ではない',
  'rules.declare': 'ここで入玉宣言すると：{result}',
  'rules.impasse': 'ここで持将棋に合意すると：{result}',
};
