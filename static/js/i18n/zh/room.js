// @ts-check
// 棋局页面的文字：邀请、棋盘旁的帮助、终局。

/** @type {import('../i18n.js').Words} */
export default {
  'room.close': '关闭',
  'room.tools': '帮助、着法和聊天',
  'room.rules': '{game}的规则（新标签页）',
  'room.game': '{game}（{gloss}）',

  'invite.guest': '{name} 邀请你下{game}',
  'invite.host': '邀请朋友下{game}',
  'invite.terms': '{clock} · 你是{side}',
  'invite.join': '入座（{side}）',
  'invite.share': '分享邀请',
  'invite.code': '邀请的二维码',
  'invite.listed': '大厅里也会显示这局棋。',
  'invite.tell': '有人加入时通知我',
  'invite.told': '有人加入时会通知你。',
  'invite.joined': '{name} 已加入',

  'grace.you': '请走第一步：还有 {count} 秒，超时则中止对局',
  'grace.they': '{side}走第一步还有 {count} 秒，超时则中止对局',

  'help.title': '怎么下',
  'help.rules': '这种棋的规则',
  'help.learn': '两分钟学会',
  'help.goal': '目标：{goal}',
  'help.phase': '第 {number} 阶段（共 {count} 个阶段）：{name}',
  'help.phase.left': '第 {number} 阶段（共 {count} 个阶段）：{name}，还剩 {left} 子',
  'help.begins': '{name}开始。{task}',
  'help.whole': '在新标签页打开完整规则',

  'step.back': '上一步',
  'step.forward': '下一步',

  'end.aborted': '对局已中止',
  'end.new': '再开一局{game}',
  'end.lobby': '返回大厅',
  'end.turned': '看看转折点',
  'end.next': '进入下一局',
  'end.accept': '同意再来一局',
  'end.wait': '已提出再来一局',
  'end.cancel': '取消',

  'ended.won.resignation': '对方认输。',
  'ended.lost.resignation': '你认输了。',
  'ended.won.timeout': '对方超时。',
  'ended.lost.timeout': '你超时了。',
  'ended.won.abandonment': '对方离开了。',
  'ended.lost.abandonment': '你离开太久了。',
  'ended.won.checkmate': '你将死了对方。',
  'ended.lost.checkmate': '你被将死了。',
  'ended.won.no-legal-move': '对方无棋可走。',
  'ended.lost.no-legal-move': '你无棋可走。',
  'ended.won.elimination': '你吃光了对方的子。',
  'ended.lost.elimination': '你的子被吃光了。',
  'ended.won.perpetual-check': '对方长将。',
  'ended.lost.perpetual-check': '你长将了。',
  'ended.won.foul': '对方走了犯规的着法。',
  'ended.lost.foul': '你走了犯规的着法。',
  'ended.won.declaration': '你的入玉宣言成立。',
  'ended.lost.declaration': '对方的入玉宣言成立。',
  'ended.won.wrong-declaration': '对方的入玉宣言不成立。',
  'ended.lost.wrong-declaration': '你的入玉宣言不成立。',

  'talk.pending': '尚未发送',

  'captured.by': '{side}吃掉：{pieces}',
  'captured.ahead': '+{count}',

  'me.title': '怎么称呼你？',
  'me.save': '保存名字',
  'me.skip': '以后再说',
};
