// The words of notifications while the page is closed, and of the switches for them.

/** @type {import('../i18n.js').Words} */
export default {
  'push.hint': '页面关闭时发送到本设备。',
  'push.turn': '轮到你走',
  'push.challenge': '收到挑战',
  'push.found': '找到对手',
  'push.denied': '通知已被屏蔽，请在浏览器设置中允许本站发送通知。',
  'push.unable': '此浏览器在这里无法接收通知。在 iPhone 或 iPad 上，请先把本站添加到主屏幕。',
  'push.failed': '未能开启通知，请稍后再试。',
  'push.notice.turn': '轮到你走了。',
  'push.notice.turn.by': '与 {name} 的对局轮到你走了。',
  'push.notice.challenge': '有人向你发起挑战。',
  'push.notice.challenge.by': '{name} 向你发起挑战。',
  'push.notice.found': '对局开始了。',
  'push.notice.found.by': '与 {name} 的对局开始了。',
  'push.notice.waiting': '找到对手了，请打开页面接受。',
  'push.notice.waiting.by': '找到对手 {name} 了，请打开页面接受。',
  'problem.bad_subscription': '此浏览器的推送服务在这里无法使用。',
};
