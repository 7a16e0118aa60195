// The words of the list of those who are here.

/** @type {import('../i18n.js').Words} */
export default {
  'online.heading': '接続中のプレイヤー',
  'online.close': '一覧を閉じる',
  'online.you': 'あなた',
  'online.seeking': '対局相手を探しています',
  'online.watch': '観戦',
  'online.watch.name': '{name}さんの対局を観戦',
  'online.challenge': '挑戦する',
  'online.challenge.name': '{name}さんに挑戦する',
  'online.more': 'ほかに{count}人が接続中（非公開）',
  'online.listed': 'この一覧に自分を表示',
  'online.listed.hint': 'オフにすると、あなたをフォローしている人にも接続中と表示されません。公開の対局は公開のままです。',
};
