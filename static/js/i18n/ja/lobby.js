// @ts-check
// The words of the lobby.

/** @type {import('../i18n.js').Words} */
export default {
  'site.tagline': '東アジアの盤上遊戯を、友だちと',
  'site.promise': '友だちにリンクを送るか、コンピュータとすぐに対局。登録は不要です。',
  'lobby.description': '将棋、シャンチー、中国の民間の盤上遊戯をブラウザーで。リンクを送って友だちと、またはここにいる誰とでも対局できます。登録は不要です。',

  'lobby.mine': 'あなたの対局',
  'lobby.turn': 'あなたの手番',
  'lobby.theirs': '相手の手番',
  'lobby.waiting': '対局相手を待っています',
  'lobby.games': 'ゲーム',
  'lobby.now': 'すぐに対局',
  'lobby.now.game': 'すぐに対局：{game}、相手はコンピュータ',
  'lobby.open': '相手募集中',
  'lobby.open.none': '今は待っている人がいません。',
  'lobby.alone': '友だちにリンクを送れば、ここで待つ必要はありません。「すぐに対局」でコンピュータとも対局できます。一人でできることはほかにも：',
  'lobby.alone.invite': '友だちを招待',
  'lobby.alone.learn': '2分でゲームを覚える',
  'lobby.alone.local': '1台の端末で二人で対局',
  'lobby.alone.analysis': '検討盤で手を試す',
  'lobby.live': '対局中',
  'lobby.live.none': '公開中の対局はありません。',
  'lobby.recent': '最近の対局',
  'lobby.recent.none': '終わった対局はまだありません。',
  'lobby.more': 'もっと見る',
  'lobby.archive': 'すべての棋譜を検索',
  'lobby.rated': 'レーティング対局',
  'lobby.counts': '接続中{players}人・対局中{live}局',
  'lobby.join': '参加',
  'lobby.join.name': '{name}さんの対局に参加：{game}',
  'lobby.as': 'あなたは{side}',
  'lobby.away': '{name}さんは離席中',
  'lobby.taken': 'ほかの人が先に席に着きました。',
  'lobby.taken.watch': 'この対局を観戦',
  'lobby.plies': '{count}手',
};
