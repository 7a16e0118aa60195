// The words of the pages of the rules.

/** @type {import('../i18n.js').Words} */
export default {
  'rules.all': 'ゲーム一覧',
  'rules.source': '出典',
  'rules.default': '既定',
  'rules.first': '{value}（既定）',
  'rules.terms': '用語',
  'rules.history': '歴史',
  'rules.play': '対局する',
  'rules.goal': '目的',
  'rules.turn': '手番',
  'rules.contents': 'このページの内容',
  'rules.cases': 'すべての例：{count}',
  'rules.sources': '出典',
  'rules.missing': 'そのゲームは見つかりません。',
  'rules.limit': 'このサーバーでは、3000手に達した対局は引き分けです。',
};
