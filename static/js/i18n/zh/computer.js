// The words of play against the computer.

/** @type {import('../i18n.js').Words} */
export default {
  'local.opponent': '对手',
  'local.level': '难度',
  'local.computer': '{side}：电脑',
  'local.thinking': '正在思考…',
  'local.computer.failed': '电脑对手加载失败。',
  'value.title': '电脑',
  'value.show': '最佳着法',
  'review.begin': '复盘',
  'computer.option': '{name}（难度 {level}）',
};
