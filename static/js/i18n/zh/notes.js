// The words of notes on moves.

/** @type {import('../i18n.js').Words} */
export default {
  'analysis.remark': '这一步的注解',
  'analysis.say': '保存',
};
