// The words of notifications while the page is closed, and of the switches for them.

/** @type {import('../i18n.js').Words} */
export default {
  'push.hint': 'Sent to this device while the page is closed.',
  'push.turn': 'Your turn',
  'push.challenge': 'Challenges',
  'push.found': 'Opponent found',
  'push.denied': 'Notifications are blocked. Allow them for this site in your browser’s settings.',
  'push.unable': 'This browser cannot receive notifications here. On an iPhone or iPad, add this site to the Home Screen first.',
  'push.failed': 'Notifications could not be turned on. Try again later.',
  'push.notice.turn': 'It’s your turn.',
  'push.notice.turn.by': 'It’s your turn against {name}.',
  'push.notice.challenge': 'You have a new challenge.',
  'push.notice.challenge.by': '{name} challenges you.',
  'push.notice.found': 'Your game has begun.',
  'push.notice.found.by': 'Your game against {name} has begun.',
  'push.notice.waiting': 'Opponent found. Open the page to accept.',
  'push.notice.waiting.by': '{name} is ready to play. Open the page to accept.',
  'problem.bad_subscription': 'This browser’s push service cannot be used here.',
};
