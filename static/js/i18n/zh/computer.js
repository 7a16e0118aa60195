// @ts-check
// The words of play against the computer.

/** @type {import('../i18n.js').Words} */
export default {
  'local.opponent': '对手',
  'local.level': '电脑强度',
  'local.computer': '{side}：电脑',
  'local.thinking': '正在思考…',
  'local.computer.failed': '电脑棋手未能加载。',
  'value.title': '电脑',
  'value.show': '最佳着法',
  'review.begin': '复盘',
  'house.option': '{name}（{level} 级）',
};
