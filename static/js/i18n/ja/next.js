// The words of the way to the next game.

/** @type {import('../i18n.js').Words} */
export default {
  'next.game': '次の対局：あなたの手番（{count}）',
};
