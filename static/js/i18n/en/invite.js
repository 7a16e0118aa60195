// The invitation to a table with a free seat.

/** @type {import('../i18n.js').Words} */
export default {
  'invite.guest': '{name} invites you to {game}',
  'invite.host': 'Invite a friend to {game}',
  'invite.challenged': 'Waiting for {name} to accept',
  'invite.terms': '{clock} · {rated} · you play {side}',
  'invite.join': 'Play as {side}',
  'invite.share': 'Share the invitation',
  'invite.code': 'QR code of the invitation',
  'invite.listed': 'Also shown in the lobby.',
  'invite.tell': 'Notify me when somebody joins',
  'invite.told': 'You will be notified when somebody joins.',
  'invite.left': '{name} left before the game began. The table is open again.',
  'invite.joined': '{name} joined',
  'invite.computer': 'Play the computer while you wait',
};
