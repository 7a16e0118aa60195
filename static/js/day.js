// @ts-check
// A day as the visitor writes it, in their time and language.

import { language, LANGUAGES } from './i18n/i18n.js';

const tag = () => LANGUAGES.find(({ id }) => id === language())?.tag;

/** @param {number} moment */
export const day = (moment) => new Date(moment).toLocaleDateString(tag());

/** @param {number} moment such as the end of a vacation */
export const dayAndTime = (moment) => new Date(moment).toLocaleString(tag(), { dateStyle: 'medium', timeStyle: 'short' });
