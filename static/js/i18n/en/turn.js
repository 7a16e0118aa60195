// The words of games by days: those that are played by sending their link to and fro, and the vacation from them.

/** @type {import('../i18n.js').Words} */
export default {
  'turn.send': 'Send {name} the link',
  'turn.yours': 'Your turn, {name}!',
  'turn.copied': 'Link copied',
  'turn.plan': 'Conditional moves',
  'plan.fired': 'Conditional moves played: {moves}',

  'vacation.name': 'Vacation',
  'vacation.rule':
    'On vacation your clock is paused in all correspondence games. You have {count} days each calendar year (UTC), and each vacation uses at least one day.',
  'vacation.left': 'Days left this year: {count}',
  'vacation.none': 'You have used up this year’s vacation.',
  'vacation.begin': 'Start vacation',
  'vacation.on':
    'You’re on vacation, until {day} at the latest. Your clock is paused in all correspondence games, and you can still move.',
  'vacation.later': 'Days left this year if you end it now: {count}',
  'vacation.end': 'End vacation',
  'vacation.you': 'You’re on vacation, until {day} at the latest. Your clock is paused, and you can still move.',
  'vacation.they': '{name} is on vacation, back by {day}. Their clock is paused until then.',

  'pause.until': 'Paused, until {day} at the latest. The next move ends the pause, too.',
  'pause.resume': 'Resume',

  'problem.not_on_vacation': 'Your vacation is over already.',
  'problem.no_vacation_left': 'You have used up this year’s vacation.',
};
