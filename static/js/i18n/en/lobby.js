// @ts-check
// The words of the lobby.

/** @type {import('../i18n.js').Words} */
export default {
  'site.tagline': 'Play the board games of East Asia with a friend',
  'site.promise': 'Share a link with a friend, or play the computer at once. No account.',
  'lobby.description': 'Play shogi, xiangqi and the folk board games of China in your browser: with a friend by a link, or with anyone here. No account.',

  'lobby.mine': 'Your games',
  'lobby.turn': 'Your turn',
  'lobby.theirs': 'Opponent’s turn',
  'lobby.waiting': 'Waiting for an opponent',
  'lobby.games': 'Games',
  'lobby.now': 'Play now',
  'lobby.now.game': 'Play now: {game}, against the computer',
  'lobby.open': 'Open tables',
  'lobby.open.none': 'Nobody is waiting just now.',
  'lobby.alone': 'Send a friend the link: nobody has to wait here. Or play the computer with “Play now”. On your own you can also:',
  'lobby.alone.invite': 'Invite a friend',
  'lobby.alone.learn': 'Learn a game in two minutes',
  'lobby.alone.local': 'Pass and play, two on one device',
  'lobby.alone.analysis': 'Try out moves on the analysis board',
  'lobby.live': 'Games in progress',
  'lobby.live.none': 'No public games in progress.',
  'lobby.recent': 'Recently finished',
  'lobby.recent.none': 'No finished games yet.',
  'lobby.more': 'Show more',
  'lobby.archive': 'Search all games',
  'lobby.rated': 'Rated',
  'lobby.counts': 'Online: {players} · Games in progress: {live}',
  'lobby.join': 'Join',
  'lobby.join.name': 'Join {name}: {game}',
  'lobby.as': 'You play {side}',
  'lobby.away': '{name} is away',
  'lobby.taken': 'Somebody else has just taken that seat.',
  'lobby.taken.watch': 'Watch the game',
  'lobby.plies': 'Moves: {count}',
};
