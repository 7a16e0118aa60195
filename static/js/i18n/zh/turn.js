// @ts-check
// The words of games that are played by sending their link to and fro.

/** @type {import('../i18n.js').Words} */
export default {
  'turn.send': '把链接发给 {name}',
  'turn.yours': '{name}，轮到你了！',
  'turn.copied': '链接已复制',
  'turn.plan': '预设应着',
};
