// @ts-check
// The words of the list of those who are here.

/** @type {import('../i18n.js').Words} */
export default {
  'here.heading': '接続中のプレイヤー',
  'here.close': '一覧を閉じる',
  'here.you': 'あなた',
  'here.seeking': '対局相手を探しています',
  'here.watch': '観戦',
  'here.watch.name': '{name}さんの対局を観戦',
  'here.challenge': '挑戦する',
  'here.challenge.name': '{name}さんに挑戦する',
  'here.more': 'ほかに{count}人が接続中（非公開）',
  'here.listed': 'この一覧に自分を表示',
  'here.listed.hint': 'オフにすると、あなたをフォローしている人にも接続中と表示されません。公開の対局は公開のままです。',
};
