// @ts-check
// The words of the list of those who are here.

/** @type {import('../i18n.js').Words} */
export default {
  'here.heading': 'Who’s online',
  'here.close': 'Close the list',
  'here.you': 'you',
  'here.seeking': 'looking for a game',
  'here.watch': 'Watch',
  'here.watch.name': 'Watch {name}’s game',
  'here.challenge': 'Challenge',
  'here.challenge.name': 'Challenge {name}',
  'here.more': 'Online but not shown: {count}',
  'here.listed': 'Show me in this list',
  'here.listed.hint': 'If this is off, players who follow you don’t see that you’re online either. Your public games stay public.',
};
