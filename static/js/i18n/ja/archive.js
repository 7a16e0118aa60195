// @ts-check
// The words of the page of finished games.

/** @type {import('../i18n.js').Words} */
export default {
  'archive.title': '棋譜検索',
  'archive.form': '検索条件',
  'archive.found': '対局',
  'archive.none': '条件に合う対局がありません。条件を減らしてください。',
  'archive.any': '指定なし',
  'archive.game': 'ゲーム',
  'archive.ruleset': 'ルール',
  'archive.result': '結果',
  'archive.result.first': '先手の勝ち',
  'archive.result.second': '後手の勝ち',
  'archive.result.draw': '引き分け',
  'archive.shortest': '手数の下限',
  'archive.longest': '手数の上限',
  'archive.since': '開始日',
  'archive.until': '終了日',
  'archive.rating': '両者のレーティング下限',
  'archive.moves': '初手からの手順',
  'archive.search': '検索',
  'archive.clear': '条件をクリア',
  'archive.hint': '手数、レーティング、手順はゲームを選んでから指定できます。手順は「7g7f 3c3d」のように座標で書きます。',
  'best.title': 'ランキング',
  'best.choose': 'ゲームを選ぶとランキングが表示されます。',
  'best.none': 'レーティング対局がまだ足りません。',
};
