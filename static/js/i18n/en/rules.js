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
  'rules.turn': 'Turn',
  'rules.contents': 'On this page',
  'rules.cases': 'All cases: {count}',
  'rules.sources': 'Sources',
  'rules.missing': 'Game not found.',
  'rules.limit': 'Games here end in a draw after 3,000 moves.',
};
