// The words of the courses that teach the games.

/** @type {import('../i18n.js').Words} */
export default {
  'lesson.title': 'Learn {game}',
  'lesson.count': '{done} of {count}',
  'lesson.leave': 'Close course',
  'lesson.next': 'Next',
  'lesson.back': 'Previous step',
  'lesson.again': 'Try again',
  'lesson.show': 'Show the answer',
  'lesson.skip': 'Skip this step',
  'lesson.tip': 'Hint: {hint}',
  'lesson.found': '{done} of {count} found',
  'lesson.chosen': '{point}, chosen',
  'lesson.board': 'Board {number}',
  'lesson.failed': 'The computer could not be loaded.',
  'lesson.broken': 'A step could not be loaded and was skipped.',
  'lesson.part': 'Part finished: {part}',
  'lesson.continue': 'Continue: {part}',
  'lesson.end': 'You have finished the {game} course. Play a first game now.',
  'lesson.end.left': 'This is the end of the {game} course. You can play a first game now, or return to the steps you skipped.',
  'lesson.another': 'Learn {game} next',
  'lesson.learned': 'What you have learned',
  'lesson.left': 'What is left',
  'lesson.undone': 'Steps left: {count}',
  'lesson.play': 'Play the computer',
  'lesson.invite': 'Invite a friend',
};
