// The words of play against the computer, and of the tabs of a game that is gone over.

/** @type {import('../i18n.js').Words} */
export default {
  'local.opponent': '対戦相手',
  'local.level': 'コンピューターの強さ',
  'local.computer': '{side}：コンピューター',
  'local.thinking': '考えています…',
  'local.computer.failed': 'コンピューターを読み込めませんでした。',
  'tab.computer': 'コンピューター',
  'tab.review': '棋譜解析',
  'tab.explorer': '棋譜検索',
  'tab.notes': 'コメント',
  'computer.option': '{name}（レベル{level}）',
};
