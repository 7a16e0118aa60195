// The words of what was played in a position.

/** @type {import('../i18n.js').Words} */
export default {
  'explorer.none': 'この局面から指された対局はまだありません。',
  'explorer.failed': '今は調べられません。',
  'explorer.games': 'この局面が現れた対局',
  'explorer.count': '{count}局',
  'explorer.score': '{count}局：{firstName}の勝ち{first}、引き分け{draws}、{secondName}の勝ち{second}',
  'explorer.game': '対局{number}',
  'explorer.win': '勝ち',
  'explorer.draw': '引き分け',
  'explorer.loss': '負け',
};
