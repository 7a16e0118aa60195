// The words of the pages of the rules.

/** @type {import('../i18n.js').Words} */
export default {
  'rules.all': '全部棋种',
  'rules.source': '出处',
  'rules.default': '默认',
  'rules.first': '{value}（默认）',
  'rules.terms': '术语',
  'rules.history': '历史',
  'rules.play': '开始对局',
  'rules.goal': '目标',
  'rules.turn': '走法',
  'rules.contents': '本页内容',
  'rules.cases': '全部情形：{count}',
  'rules.sources': '出处',
  'rules.missing': '没有找到这种棋。',
  'rules.limit': '本服务器一局最多 3000 步，满则判和。',
};
