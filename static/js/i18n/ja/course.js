// The words that lead to a course.

/** @type {import('../i18n.js').Words} */
export default {
  'learn.new': '{game}は初めてですか。',
  'learn.choose': 'どのゲームを覚えますか。',
  'lesson.open': '3分で覚える',
  'lesson.offer': '3分で覚える',
  'lesson.decline': '今はしない',
};
