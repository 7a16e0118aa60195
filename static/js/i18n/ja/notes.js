// The words of notes on moves.

/** @type {import('../i18n.js').Words} */
export default {
  'analysis.remark': 'この手へのコメント',
  'analysis.say': '保存',
};
