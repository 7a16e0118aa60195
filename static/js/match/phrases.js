// Phrases that each player reads in their own language: on the wire each is one word after a stroke.

import { t } from '../i18n/i18n.js';

/** The phrases, in the order in which they are offered. */
export const PHRASES = ['hello', 'luck', 'moment', 'played', 'thanks'];

/**
 * The text of a chat line, as the reader reads it.
 *
 * @param {string} text
 */
export const said = (text) => (text.startsWith('/') && PHRASES.includes(text.slice(1)) ? t(`phrase.${text.slice(1)}`) : text);
