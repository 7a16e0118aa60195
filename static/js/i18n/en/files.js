// @ts-check
// The export of a game: a word for each format.

/** @type {import('../i18n.js').Words} */
export default {
  'files.notes': 'With notes and variations',
  'files.json': 'all data of the game',
  'files.gif': 'moving picture',
  'files.kif': 'shogi programs',
  'files.kifu': 'KIF in UTF-8',
  'files.ki2': 'shogi, to be read by people',
  'files.csa': 'shogi engines',
  'files.usi': 'shogi, position and moves',
  'files.wxf': 'xiangqi, letters and numbers',
  'files.iccs': 'xiangqi, points',
  'files.cn': 'xiangqi, Chinese characters',
  'files.fen': 'xiangqi, position and moves',
  'files.dhtmlxq': 'Chinese xiangqi sites',
  'files.txt': 'Yiguan record, every game',
};
