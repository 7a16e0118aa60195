// @ts-check
// The words of the courses that teach the games.

/** @type {import('../i18n.js').Words} */
export default {
  'lesson.title': 'Learn {game}',
  'lesson.progress': 'Tasks done: {done} of {count}',
  'lesson.next': 'Next',
  'lesson.show': 'Show me',
  'lesson.again': 'Try again',
  'lesson.right': 'Correct!',
  'lesson.other': 'That move is legal, but it is not what this task asks for.',
  'lesson.task.refused': 'Try a move that is not allowed here, and see why.',
  'lesson.task.win': 'End the game with one move.',
  'lesson.task.earn': 'Make a move that lets you remove a stone.',
  'lesson.task.capture': 'Make the capture on the board.',
  'lesson.task.check': 'Give check.',
  'lesson.task.move': 'Try it on the board.',
  'lesson.end': 'You know the rules of {game}. Play a first game!',
  'lesson.play': 'Play on this device',
  'lesson.invite': 'Invite a friend',
  'lesson.rules': 'Read all rules',
};
