// @ts-check
// The words of a table: the invitation, the help beside the board, the end.

/** @type {import('../i18n.js').Words} */
export default {
  'room.close': 'Close',
  'room.tools': 'Help, moves and chat',
  'room.rules': 'Rules of {game}, in a new tab',
  'room.game': '{game} ({gloss})',

  'invite.guest': '{name} invites you to {game}',
  'invite.host': 'Invite a friend to {game}',
  'invite.terms': '{clock} · you play {side}',
  'invite.join': 'Play as {side}',
  'invite.share': 'Share the invitation',
  'invite.code': 'QR code of the invitation',
  'invite.listed': 'Also shown in the lobby.',
  'invite.tell': 'Notify me when somebody joins',
  'invite.told': 'You will be notified when somebody joins.',
  'invite.joined': '{name} joined',

  'grace.you': 'Make your first move: {count} s, or the game is aborted',
  'grace.they': '{side} has {count} s for the first move, or the game is aborted',

  'help.title': 'How to play',
  'help.rules': 'The rules of this game',
  'help.learn': 'Learn in two minutes',
  'help.goal': 'Goal: {goal}',
  'help.phase': 'Phase {number} of {count}: {name}',
  'help.phase.left': 'Phase {number} of {count}: {name}, {left} left',
  'help.begins': '{name} begins. {task}',
  'help.whole': 'Open the full rules in a new tab',

  'step.back': 'Previous move',
  'step.forward': 'Next move',

  'end.aborted': 'Game aborted',
  'end.new': 'New game of {game}',
  'end.lobby': 'Back to the lobby',
  'end.turned': 'See the turning point',
  'end.next': 'Go to the rematch',
  'end.accept': 'Accept the rematch',
  'end.wait': 'Rematch offered',
  'end.cancel': 'Cancel',

  'ended.won.resignation': 'Your opponent resigned.',
  'ended.lost.resignation': 'You resigned.',
  'ended.won.timeout': 'Your opponent ran out of time.',
  'ended.lost.timeout': 'You ran out of time.',
  'ended.won.abandonment': 'Your opponent left.',
  'ended.lost.abandonment': 'You were away too long.',
  'ended.won.checkmate': 'You gave checkmate.',
  'ended.lost.checkmate': 'You were checkmated.',
  'ended.won.no-legal-move': 'Your opponent has no legal move.',
  'ended.lost.no-legal-move': 'You have no legal move.',
  'ended.won.elimination': 'You captured all of your opponent’s stones.',
  'ended.lost.elimination': 'All of your stones were captured.',
  'ended.won.perpetual-check': 'Your opponent gave perpetual check.',
  'ended.lost.perpetual-check': 'You gave perpetual check.',
  'ended.won.foul': 'Your opponent made an illegal move.',
  'ended.lost.foul': 'You made an illegal move.',
  'ended.won.declaration': 'Your declaration is valid.',
  'ended.lost.declaration': 'Your opponent’s declaration is valid.',
  'ended.won.wrong-declaration': 'Your opponent’s declaration is invalid.',
  'ended.lost.wrong-declaration': 'Your declaration is invalid.',

  'talk.pending': 'not sent yet',

  'captured.by': '{side} captured: {pieces}',
  'captured.ahead': '+{count}',

  'me.title': 'What shall we call you?',
  'me.save': 'Save name',
  'me.skip': 'Not now',
};
