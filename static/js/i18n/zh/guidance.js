// @ts-check
// What leads a player through a turn of several actions.

/** @type {import('../i18n.js').Words} */
export default {
  'status.yours.on': '仍轮到你',
  'status.turn.on': '仍轮到{side}',

  'earned.fang': '成 {count} 方',
  'earned.complete': '六子满线（全了），可提 {count} 子',
  'lapsed.fang': '{count} 次提子作废（对方剩下的子都在方上，受保护）',
  'skipped.fang': '跳过提子 {count} 次（对方的子都在方上，受保护）',
  'owed.place': '在空点布一子',
  'owed.place.count': '布子（剩 {count} 子）',
  'owed.remove': '提对方的子（{count} 枚）',
  'owed.opening': '布子结束：双方各提对方一子',
  'owed.exchange': '换子：提掉对方一子（有与己方相邻的必须先提），再走到该点',
  'owed.fill': '换子：把 {at} 旁的己方棋子走到该点',
  'owed.capture': '还能吃子：必须连吃',
  'owed.pass': '无棋可走：停一手',
  'owed.ends': '走后终局：{result}',
  'owed.safe': '在方上受保护：{points}',

  'meter.repetition': '同一局面第 {count} 次（限 {limit} 次）',
  'meter.perpetual': '长将第 {count} 次（限 {limit} 次）',
  'meter.draw': '达到即和棋',
  'meter.draw.now': '走后和棋',
  'meter.refused': '达到即禁走',
  'meter.refused.now': '禁走',
  'meter.lost_by_checker': '达到即判{side}负',
  'meter.lost_by_checker.now': '走后判{side}负',

  'say.takenback': '已悔棋',
  'say.premove': '预走：{move}',
  'say.premove.none': '已取消预走',
  'say.step': '{piece} {from} 到 {to}',
  'say.takes': '吃{piece}',
  'say.promotes': '升变',
  'say.drop': '{piece}打入 {to}',
  'say.place': '布子 {to}',
  'say.remove': '提 {at}',
  'typed.unknown': '这不是本棋的着法。',
  'typed.ambiguous': '符合的着法不止一种。',

  'point.held': '已拿起',
  'point.target': '可以走',
  'point.taking': '可以吃',
  'point.safe': '在方上受保护',
  'point.last': '上一步',
  'point.check': '被将军',
  'point.refused': '不能走',
  'point.must': '必须走',
  'point.premove': '预走',

  'rules.nothing': '没有吃子',
  'rules.nocheck': '没有将军',
  'rules.declare': '此时入玉宣言：{result}',
  'rules.impasse': '此时双方同意持将棋：{result}',
};
