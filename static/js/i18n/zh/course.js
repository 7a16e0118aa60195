// The words that lead to a course.

/** @type {import('../i18n.js').Words} */
export default {
  'learn.new': '没下过{game}？',
  'learn.choose': '想学哪种棋？',
  'lesson.open': '三分钟学会',
  'lesson.offer': '三分钟学会',
  'lesson.decline': '不用了',
};
