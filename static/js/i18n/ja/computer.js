// The words of play against the computer.

/** @type {import('../i18n.js').Words} */
export default {
  'local.opponent': '対戦相手',
  'local.level': 'コンピューターの強さ',
  'local.computer': '{side}：コンピューター',
  'local.thinking': '考えています…',
  'local.computer.failed': 'コンピューターを読み込めませんでした。',
  'value.title': 'コンピューター',
  'value.show': '最善手',
  'review.begin': '棋譜解析',
  'computer.option': '{name}（レベル{level}）',
};
