// The pages in place of one that the server does not have, or does not answer with now.

/** @type {import('../i18n.js').Words} */
export default {
  'missing.home': 'ロビーに戻る',
  'missing.rate': 'リクエストが多すぎます',
  'missing.wait': '{seconds}秒待ってから、ページを再読み込みしてください。',
  'missing.unavailable': '現在利用できません',
  'missing.refused': 'アクセスが許可されていません',
};
