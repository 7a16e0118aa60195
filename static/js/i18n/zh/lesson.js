// The words of the courses that teach the games.

/** @type {import('../i18n.js').Words} */
export default {
  'lesson.title': '学习{game}',
  'lesson.count': '{done} / {count}',
  'lesson.leave': '关闭课程',
  'lesson.next': '下一步',
  'lesson.back': '上一步',
  'lesson.again': '再试一次',
  'lesson.show': '显示答案',
  'lesson.skip': '跳过这一步',
  'lesson.tip': '提示：{hint}',
  'lesson.found': '已找到 {done} / {count}',
  'lesson.chosen': '{point}，已选',
  'lesson.board': '棋盘 {number}',
  'lesson.failed': '电脑加载失败。',
  'lesson.broken': '有一步无法加载，已跳过。',
  'lesson.part': '本章完成：{part}',
  'lesson.continue': '继续：{part}',
  'lesson.end': '{game}的课程到这里就结束了，来下第一局吧。',
  'lesson.end.left': '{game}的课程到这里就结束了。现在可以下第一局，也可以补上跳过的步骤。',
  'lesson.another': '接着学{game}',
  'lesson.learned': '你学到了',
  'lesson.left': '还可以了解',
  'lesson.undone': '还有 {count} 步没做',
  'lesson.play': '与电脑对弈',
  'lesson.invite': '邀请朋友',
};
