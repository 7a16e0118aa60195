// The words that lead to a course.

/** @type {import('../i18n.js').Words} */
export default {
  'learn.new': 'New to {game}?',
  'learn.choose': 'Which game would you like to learn?',
  'lesson.open': 'Learn in three minutes',
  'lesson.offer': 'Learn it',
  'lesson.decline': 'No, thanks',
};
