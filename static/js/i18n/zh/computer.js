// The words of play against the computer, and of the tabs of a game that is gone over.

/** @type {import('../i18n.js').Words} */
export default {
  'local.opponent': '对手',
  'local.level': '难度',
  'local.computer': '{side}：电脑',
  'local.thinking': '正在思考…',
  'local.computer.failed': '电脑对手加载失败。',
  'tab.computer': '电脑',
  'tab.review': '复盘',
  'tab.explorer': '棋谱库',
  'tab.notes': '注解',
  'computer.option': '{name}（难度 {level}）',
};
