// The words of the way to the next game.

/** @type {import('../i18n.js').Words} */
export default {
  'next.game': '下一局：轮到你走（{count}）',
};
