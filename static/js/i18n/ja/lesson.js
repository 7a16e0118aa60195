// @ts-check
// The words of the courses that teach the games.

/** @type {import('../i18n.js').Words} */
export default {
  'lesson.title': '{game}を覚える',
  'lesson.progress': '{count}問中{done}問完了',
  'lesson.next': '次へ',
  'lesson.show': '見本',
  'lesson.again': 'もう一度',
  'lesson.right': '正解！',
  'lesson.other': '指せる手ですが、この課題の手ではありません。もう一度どうぞ。',
  'lesson.task.refused': 'ここでは指せない手を試し、理由を見てみましょう。',
  'lesson.task.win': '1手で対局を終わらせましょう。',
  'lesson.task.earn': '石を取り除けるようになる手を指しましょう。',
  'lesson.task.capture': '盤の上でこの取り方をしてみましょう。',
  'lesson.task.check': '王手をかけましょう。',
  'lesson.task.move': '盤の上で試してみましょう。',
  'lesson.end': '{game}のルールを覚えました。さっそく対局しましょう。',
  'lesson.play': '1台で対局',
  'lesson.invite': '友だちを招待',
  'lesson.rules': 'ルールをすべて読む',
};
