// @ts-check
// The words that lead to a course.

/** @type {import('../i18n.js').Words} */
export default {
  'learn.new': '{game}は初めてですか。',
  'learn.choose': 'どのゲームを覚えますか。',
  'lesson.open': '2分で覚える',
  'lesson.skip': 'スキップ',
};
