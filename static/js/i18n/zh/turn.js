// The words of games by days: those that are played by sending their link to and fro, and the vacation from them.

/** @type {import('../i18n.js').Words} */
export default {
  'turn.send': '把链接发给 {name}',
  'turn.yours': '{name}，轮到你走了！',
  'turn.copied': '链接已复制',
  'turn.plan': '条件着法',
  'plan.fired': '已按预设走出：{moves}',

  'vacation.name': '休假',
  'vacation.rule': '休假期间，所有通信对局轮到你时都不计时。每个自然年（UTC）有 {count} 天，每次休假至少用 1 天。',
  'vacation.left': '今年剩余：{count} 天',
  'vacation.none': '今年的休假已用完。',
  'vacation.begin': '开始休假',
  'vacation.on': '你在休假，最晚到 {day}。所有通信对局轮到你时都不计时，但仍可以走棋。',
  'vacation.later': '现在结束，今年还剩 {count} 天。',
  'vacation.end': '结束休假',
  'vacation.you': '你在休假，最晚到 {day}。轮到你时不计时，但仍可以走棋。',
  'vacation.they': '{name} 在休假，最晚 {day} 回来，休假期间不计用时。',

  'pause.until': '对局已暂停，最晚到 {day}。走棋也会恢复对局。',
  'pause.resume': '继续对局',

  'problem.not_on_vacation': '你的休假已经结束。',
  'problem.no_vacation_left': '今年的休假已用完。',
};
