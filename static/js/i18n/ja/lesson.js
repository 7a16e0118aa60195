// The words of the courses that teach the games.

/** @type {import('../i18n.js').Words} */
export default {
  'lesson.title': '{game}を覚える',
  'lesson.count': '{done} / {count}',
  'lesson.leave': 'コースを閉じる',
  'lesson.next': '次へ',
  'lesson.back': '前のステップ',
  'lesson.again': 'もう一度',
  'lesson.show': '答えを見る',
  'lesson.skip': 'このステップを飛ばす',
  'lesson.tip': 'ヒント：{hint}',
  'lesson.found': '{count}個中{done}個発見',
  'lesson.chosen': '{point}、選択済み',
  'lesson.board': '盤{number}',
  'lesson.failed': 'コンピューターを読み込めませんでした。',
  'lesson.broken': '読み込めないステップを飛ばしました。',
  'lesson.part': 'この章は終わりです：{part}',
  'lesson.continue': '続ける：{part}',
  'lesson.end': '{game}のコースはここまでです。さっそく最初の一局を指しましょう。',
  'lesson.end.left': '{game}のコースはここまでです。最初の一局を指すことも、飛ばしたステップに戻ることもできます。',
  'lesson.another': '次は{game}を学ぶ',
  'lesson.learned': '覚えたこと',
  'lesson.left': 'まだ残っていること',
  'lesson.undone': '残りのステップ：{count}',
  'lesson.play': 'コンピューターと対局',
  'lesson.invite': '友だちを招待',
};
