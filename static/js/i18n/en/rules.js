// @ts-check
// The words of the pages of the rules.

/** @type {import('../i18n.js').Words} */
export default {
  'rules.all': 'All games',
  'rules.source': 'Source',
  'rules.default': 'default',
  'rules.first': '{value} (default)',
  'rules.terms': 'Glossary',
  'rules.history': 'History',
  'rules.play': 'Play',
  'rules.goal': 'Goal',
  'rules.turn': 'A turn',
  'rules.contents': 'On this page',
  'rules.cases': 'All cases: {count}',
  'rules.sources': 'Sources',
  'rules.missing': 'Game not found.',
  'rules.limit': 'On this server a game is drawn after 3,000 moves: no ruleset needs as many, and a server cannot keep a game that never ends.',
};
