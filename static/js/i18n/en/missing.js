// The pages in place of one that the server does not have, or does not answer with now.

/** @type {import('../i18n.js').Words} */
export default {
  'missing.home': 'Back to the lobby',
  'missing.rate': 'Too many requests',
  'missing.wait': 'Please wait {seconds} s, then reload this page.',
  'missing.unavailable': 'Not available now',
  'missing.refused': 'Not allowed',
};
