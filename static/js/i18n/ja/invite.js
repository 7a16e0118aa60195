// The invitation to a table with a free seat.

/** @type {import('../i18n.js').Words} */
export default {
  'invite.guest': '{name}さんからの{game}の招待です',
  'invite.host': '友だちを{game}に招待',
  'invite.challenged': '{name}さんの返事待ち',
  'invite.terms': '{clock}・{rated}・あなたは{side}',
  'invite.join': '{side}で対局に参加',
  'invite.share': '招待を共有',
  'invite.code': '招待のQRコード',
  'invite.listed': 'ロビーにも表示されています。',
  'invite.tell': '参加者が来たら通知する',
  'invite.told': '参加者が来たら通知します。',
  'invite.left': '{name}さんが開始前に退席しました。再び相手を待っています。',
  'invite.joined': '{name}さんが参加しました',
  'invite.computer': '待つあいだコンピューターと対局する',
};
