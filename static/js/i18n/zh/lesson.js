// @ts-check
// The words of the courses that teach the games.

/** @type {import('../i18n.js').Words} */
export default {
  'lesson.title': '学习{game}',
  'lesson.progress': '已完成 {done} / {count} 题',
  'lesson.next': '下一题',
  'lesson.show': '演示',
  'lesson.again': '再试一次',
  'lesson.right': '正确！',
  'lesson.other': '这步可以走，但不是本题要求的，请再试一次。',
  'lesson.task.refused': '试走一步这里不允许的着法，看看原因。',
  'lesson.task.win': '走一步结束对局。',
  'lesson.task.earn': '走一步，获得提子的机会。',
  'lesson.task.capture': '在棋盘上走出这个吃法。',
  'lesson.task.check': '走一步将军。',
  'lesson.task.move': '在棋盘上试一试。',
  'lesson.end': '你已学会{game}的规则，来下第一局吧！',
  'lesson.play': '同机对弈',
  'lesson.invite': '邀请朋友',
  'lesson.rules': '查看全部规则',
};
