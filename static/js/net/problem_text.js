// What went wrong with a request, in words.

import { hasText, t } from '../i18n/i18n.js';
import { Problem } from './api.js';

/** @param {unknown} error */
export function problemText(error) {
  const key = `problem.${error instanceof Problem ? error.code : 'internal'}`;
  return t(hasText(key) ? key : 'problem.internal');
}
