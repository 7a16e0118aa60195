// The invitation to a table with a free seat.

/** @type {import('../i18n.js').Words} */
export default {
  'invite.guest': '{name} 邀请你来一局{game}',
  'invite.host': '邀请朋友来一局{game}',
  'invite.challenged': '等待 {name} 接受',
  'invite.terms': '{clock} · {rated} · 你是{side}',
  'invite.join': '入座（{side}）',
  'invite.share': '分享邀请',
  'invite.code': '邀请的二维码',
  'invite.listed': '大厅里也会显示这局棋。',
  'invite.tell': '有人加入时通知我',
  'invite.told': '有人加入时会通知你。',
  'invite.left': '{name} 在开局前离开了，棋局重新等待对手。',
  'invite.joined': '{name} 已加入',
  'invite.computer': '等人时先和电脑下一盘',
};
