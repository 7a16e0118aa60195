// The words of notifications while the page is closed, and of the switches for them.

/** @type {import('../i18n.js').Words} */
export default {
  'push.hint': 'ページを閉じている間、この端末に届きます。',
  'push.turn': '自分の手番',
  'push.challenge': '挑戦',
  'push.found': '対局相手が見つかったとき',
  'push.denied': '通知がブロックされています。ブラウザーの設定でこのサイトの通知を許可してください。',
  'push.unable': 'このブラウザーではここで通知を受け取れません。iPhoneやiPadでは、先にこのサイトをホーム画面に追加してください。',
  'push.failed': '通知を有効にできませんでした。しばらくしてからもう一度お試しください。',
  'push.notice.turn': 'あなたの手番です。',
  'push.notice.turn.by': '{name}さんとの対局で、あなたの手番です。',
  'push.notice.challenge': '挑戦が届きました。',
  'push.notice.challenge.by': '{name}さんからの挑戦です。',
  'push.notice.found': '対局が始まりました。',
  'push.notice.found.by': '{name}さんとの対局が始まりました。',
  'push.notice.waiting': '対局相手が見つかりました。ページを開いて受けてください。',
  'push.notice.waiting.by': '{name}さんが見つかりました。ページを開いて受けてください。',
  'problem.bad_subscription': 'このブラウザーのプッシュサービスはここでは使えません。',
};
