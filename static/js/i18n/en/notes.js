// The words of notes on moves.

/** @type {import('../i18n.js').Words} */
export default {
  'analysis.remark': 'Note on this move',
  'analysis.say': 'Save note',
};
