// @ts-check
// The words of the list of those who are here.

/** @type {import('../i18n.js').Words} */
export default {
  'here.heading': '在线棋手',
  'here.close': '关闭名单',
  'here.you': '你',
  'here.seeking': '正在找对手',
  'here.watch': '观战',
  'here.watch.name': '观看 {name} 的对局',
  'here.challenge': '发起挑战',
  'here.challenge.name': '向 {name} 发起挑战',
  'here.more': '另有 {count} 人在线（未公开）',
  'here.listed': '在名单里显示我',
  'here.listed.hint': '关闭后，关注你的人也看不到你在线。公开的对局仍然公开。',
};
