// @ts-check
// The words of the lobby.

/** @type {import('../i18n.js').Words} */
export default {
  'site.tagline': '和朋友一起下东亚的棋',
  'site.promise': '把链接发给朋友，或者马上和电脑下。无需注册。',
  'lobby.description': '在浏览器里下将棋、象棋和中国民间棋：发个链接和朋友下，或者和这里的任何人下。无需注册。',

  'lobby.mine': '你的对局',
  'lobby.turn': '轮到你走',
  'lobby.theirs': '轮到对方走',
  'lobby.waiting': '等待对手',
  'lobby.games': '棋种',
  'lobby.now': '马上开始',
  'lobby.now.game': '马上开始：{game}，对手是电脑',
  'lobby.open': '等待对手的棋局',
  'lobby.open.none': '现在没有人在等待。',
  'lobby.alone': '把链接发给朋友，不必在这里等。也可以点“马上开始”和电脑下。一个人还可以：',
  'lobby.alone.invite': '邀请朋友',
  'lobby.alone.learn': '用两分钟学一种棋',
  'lobby.alone.local': '两个人用一台设备下棋',
  'lobby.alone.analysis': '在分析棋盘上试走',
  'lobby.live': '正在进行',
  'lobby.live.none': '现在没有公开的对局。',
  'lobby.recent': '最近结束',
  'lobby.recent.none': '还没有结束的对局。',
  'lobby.more': '显示更多',
  'lobby.archive': '查找全部棋谱',
  'lobby.rated': '等级分对局',
  'lobby.counts': '{players} 人在线 · {live} 局进行中',
  'lobby.join': '入座',
  'lobby.join.name': '入座：{name}，{game}',
  'lobby.as': '你是{side}',
  'lobby.away': '{name} 已离线',
  'lobby.taken': '座位刚刚被别人坐了。',
  'lobby.taken.watch': '观看这一局',
  'lobby.plies': '{count} 步',
};
