// @ts-check
// The export of a game: a word for each format.

/** @type {import('../i18n.js').Words} */
export default {
  'files.notes': '包含注解和变着',
  'files.json': '对局全部数据',
  'files.gif': '动画',
  'files.kif': '将棋软件',
  'files.kifu': 'UTF-8 编码的 KIF',
  'files.ki2': '将棋，便于阅读',
  'files.csa': '将棋引擎',
  'files.usi': '将棋，局面和着法',
  'files.wxf': '象棋，字母和数字',
  'files.iccs': '象棋，坐标',
  'files.cn': '象棋，中文着法',
  'files.fen': '象棋，局面和着法',
  'files.dhtmlxq': '中文象棋网站',
  'files.txt': '弈馆棋谱，各种棋通用',
};
