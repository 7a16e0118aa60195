// @ts-check
// The words of games that are played by sending their link to and fro.

/** @type {import('../i18n.js').Words} */
export default {
  'turn.send': '{name}さんにリンクを送る',
  'turn.yours': '{name}さんの手番です！',
  'turn.copied': 'リンクをコピーしました',
  'turn.plan': '応手を予約',
};
