// The words of what was played in a position.

/** @type {import('../i18n.js').Words} */
export default {
  'explorer.none': '还没有对局走到这里。',
  'explorer.failed': '暂时无法查询。',
  'explorer.games': '含此局面的对局',
  'explorer.count': '{count} 局',
  'explorer.score': '{count} 局：{firstName}胜 {first}，和 {draws}，{secondName}胜 {second}',
  'explorer.game': '对局 {number}',
  'explorer.win': '必胜',
  'explorer.draw': '必和',
  'explorer.loss': '必败',
};
