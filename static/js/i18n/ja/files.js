// @ts-check
// The export of a game: a word for each format.

/** @type {import('../i18n.js').Words} */
export default {
  'files.notes': 'コメントと変化を含む',
  'files.json': '対局の全データ',
  'files.gif': '動く図',
  'files.kif': '将棋ソフト',
  'files.kifu': 'UTF-8のKIF',
  'files.ki2': '将棋、読むための棋譜',
  'files.csa': '将棋エンジン',
  'files.usi': '将棋、局面と指し手',
  'files.wxf': 'シャンチー、英字と数字',
  'files.iccs': 'シャンチー、座標',
  'files.cn': 'シャンチー、漢字',
  'files.fen': 'シャンチー、局面と指し手',
  'files.dhtmlxq': '中国のシャンチーサイト',
  'files.txt': '弈館の棋譜、すべてのゲーム',
};
