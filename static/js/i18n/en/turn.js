// @ts-check
// The words of games that are played by sending their link to and fro.

/** @type {import('../i18n.js').Words} */
export default {
  'turn.send': 'Send {name} the link',
  'turn.yours': 'Your turn, {name}!',
  'turn.copied': 'Link copied',
  'turn.plan': 'Plan replies',
};
