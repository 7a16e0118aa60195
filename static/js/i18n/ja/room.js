// @ts-check
// 対局ページの文言：招待、盤の横の説明、終局。

/** @type {import('../i18n.js').Words} */
export default {
  'room.close': '閉じる',
  'room.tools': '説明、指し手、チャット',
  'room.rules': '{game}のルール（新しいタブ）',
  'room.game': '{game}（{gloss}）',

  'invite.guest': '{name}さんからの{game}の招待です',
  'invite.host': '友だちを{game}に招待',
  'invite.terms': '{clock}・あなたは{side}',
  'invite.join': '{side}で対局に参加',
  'invite.share': '招待を共有',
  'invite.code': '招待のQRコード',
  'invite.listed': 'ロビーにも表示されています。',
  'invite.tell': '参加者が来たら通知する',
  'invite.told': '参加者が来たら通知します。',
  'invite.joined': '{name}さんが参加しました',

  'grace.you': '最初の手まであと{count}秒です。過ぎると対局は中止になります',
  'grace.they': '{side}の最初の手まであと{count}秒です。過ぎると対局は中止になります',

  'help.title': '遊び方',
  'help.rules': 'このゲームのルール',
  'help.learn': '2分で覚える',
  'help.goal': '目的：{goal}',
  'help.phase': '段階{number}／{count}：{name}',
  'help.phase.left': '段階{number}／{count}：{name}、残り{left}個',
  'help.begins': '{name}に入りました。{task}',
  'help.whole': 'ルール全体を新しいタブで開く',

  'step.back': '前の手',
  'step.forward': '次の手',

  'end.aborted': '対局中止',
  'end.new': '{game}の新しい対局',
  'end.lobby': 'ロビーに戻る',
  'end.turned': '形勢の分かれ目を見る',
  'end.next': '再戦に進む',
  'end.accept': '再戦を受ける',
  'end.wait': '再戦を申し込みました',
  'end.cancel': '取り消す',

  'ended.won.resignation': '相手が投了しました。',
  'ended.lost.resignation': 'あなたが投了しました。',
  'ended.won.timeout': '相手の時間が切れました。',
  'ended.lost.timeout': 'あなたの時間が切れました。',
  'ended.won.abandonment': '相手が離席しました。',
  'ended.lost.abandonment': '離席が長すぎました。',
  'ended.won.checkmate': '相手を詰ませました。',
  'ended.lost.checkmate': '詰まされました。',
  'ended.won.no-legal-move': '相手に合法手がありません。',
  'ended.lost.no-legal-move': 'あなたに合法手がありません。',
  'ended.won.elimination': '相手の石をすべて取りました。',
  'ended.lost.elimination': 'あなたの石がすべて取られました。',
  'ended.won.perpetual-check': '相手が連続して王手をかけました。',
  'ended.lost.perpetual-check': 'あなたが連続して王手をかけました。',
  'ended.won.foul': '相手の反則です。',
  'ended.lost.foul': 'あなたの反則です。',
  'ended.won.declaration': 'あなたの入玉宣言が成立しました。',
  'ended.lost.declaration': '相手の入玉宣言が成立しました。',
  'ended.won.wrong-declaration': '相手の入玉宣言は成立しませんでした。',
  'ended.lost.wrong-declaration': 'あなたの入玉宣言は成立しませんでした。',

  'talk.pending': '未送信',

  'captured.by': '{side}が取った駒：{pieces}',
  'captured.ahead': '+{count}',

  'me.title': 'お名前をどうぞ',
  'me.save': '名前を保存',
  'me.skip': 'あとで',
};
