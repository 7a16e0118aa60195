// @ts-check
// The words of the page of finished games.

/** @type {import('../i18n.js').Words} */
export default {
  'archive.title': '棋谱库',
  'archive.form': '查找条件',
  'archive.found': '对局',
  'archive.none': '没有符合条件的对局，请放宽条件。',
  'archive.any': '不限',
  'archive.game': '棋种',
  'archive.ruleset': '规则',
  'archive.result': '结果',
  'archive.result.first': '先手方胜',
  'archive.result.second': '后手方胜',
  'archive.result.draw': '和棋',
  'archive.shortest': '着数不少于',
  'archive.longest': '着数不多于',
  'archive.since': '起始日期',
  'archive.until': '截止日期',
  'archive.rating': '双方等级分不低于',
  'archive.moves': '开局着法',
  'archive.search': '查找',
  'archive.clear': '清除',
  'archive.hint': '着数、等级分和开局着法须先选棋种。开局着法用坐标书写，如“7g7f 3c3d”。',
  'best.title': '排行榜',
  'best.choose': '选择棋种后显示排行榜。',
  'best.none': '等级分对局还不够多，暂无排名。',
};
