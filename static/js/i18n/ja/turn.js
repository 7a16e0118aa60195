// The words of games by days: those that are played by sending their link to and fro, and the vacation from them.

/** @type {import('../i18n.js').Words} */
export default {
  'turn.send': '{name}さんにリンクを送る',
  'turn.yours': '{name}さんの手番です！',
  'turn.copied': 'リンクをコピーしました',
  'turn.plan': '条件付き指し手',
  'plan.fired': '予約どおりに指された手：{moves}',

  'vacation.name': '休暇',
  'vacation.rule':
    '休暇中は、すべての通信対局で持ち時間が減りません。1年（UTC）に{count}日まで取れ、1回につき少なくとも1日使います。',
  'vacation.left': '今年の残り：{count}日',
  'vacation.none': '今年の休暇は使い切りました。',
  'vacation.begin': '休暇を始める',
  'vacation.on': '休暇中です（遅くとも{day}まで）。すべての通信対局で持ち時間は減りません。休暇中も指せます。',
  'vacation.later': '今終えると、今年は{count}日残ります。',
  'vacation.end': '休暇を終える',
  'vacation.you': '休暇中です（遅くとも{day}まで）。持ち時間は減りません。休暇中も指せます。',
  'vacation.they': '{name}さんは休暇中です（遅くとも{day}まで）。その間、持ち時間は減りません。',

  'pause.until': '対局は中断中です（遅くとも{day}まで）。指すと再開します。',
  'pause.resume': '再開する',

  'problem.not_on_vacation': '休暇はもう終わっています。',
  'problem.no_vacation_left': '今年の休暇は使い切りました。',
};
