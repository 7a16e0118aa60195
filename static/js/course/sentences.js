// Sentences one after the other.

import { language } from '../i18n/i18n.js';

/** Sentences as one text; Chinese and Japanese have no space between them. @param {string[]} all */
export const sentences = (all) => all.filter(Boolean).join(language() === 'en' ? ' ' : '');
