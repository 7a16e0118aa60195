// The pages in place of one that the server does not have, or does not answer with now.

/** @type {import('../i18n.js').Words} */
export default {
  'missing.home': '回到大厅',
  'missing.rate': '请求过多',
  'missing.wait': '请等 {seconds} 秒，再刷新页面。',
  'missing.unavailable': '暂时无法访问',
  'missing.refused': '不允许访问',
};
