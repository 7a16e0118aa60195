// The words of the list of those who are here.

/** @type {import('../i18n.js').Words} */
export default {
  'online.heading': 'Who’s online',
  'online.close': 'Close the list',
  'online.you': 'you',
  'online.seeking': 'looking for a game',
  'online.watch': 'Watch',
  'online.watch.name': 'Watch {name}’s game',
  'online.challenge': 'Challenge',
  'online.challenge.name': 'Challenge {name}',
  'online.more': 'Online but not shown: {count}',
  'online.listed': 'Show me in this list',
  'online.listed.hint':
    'If this is off, players who follow you don’t see that you’re online either. Your public games stay public.',
};
