// @ts-check
// The words of play against the computer.

/** @type {import('../i18n.js').Words} */
export default {
  'local.opponent': '対戦相手',
  'local.level': 'コンピュータの強さ',
  'local.computer': '{side}：コンピュータ',
  'local.thinking': '考えています…',
  'local.computer.failed': 'コンピュータを読み込めませんでした。',
  'value.title': 'コンピュータ',
  'value.show': '最善手',
  'review.begin': '対局を振り返る',
  'house.option': '{name}（レベル{level}）',
};
