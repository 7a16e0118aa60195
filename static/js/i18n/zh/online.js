// The words of the list of those who are here.

/** @type {import('../i18n.js').Words} */
export default {
  'online.heading': '在线棋手',
  'online.close': '关闭名单',
  'online.you': '你',
  'online.seeking': '正在找对手',
  'online.watch': '观战',
  'online.watch.name': '观看 {name} 的对局',
  'online.challenge': '发起挑战',
  'online.challenge.name': '向 {name} 发起挑战',
  'online.more': '另有 {count} 人在线（未公开）',
  'online.listed': '在名单里显示我',
  'online.listed.hint': '关闭后，关注你的人也看不到你在线。公开的对局仍然公开。',
};
