// @ts-check
// Every text of the client: English, simplified Chinese, Japanese.

import { ANALYSIS } from './analysis.js';
import { GUIDANCE } from './guidance.js';
import { INTERFACE } from './interface.js';
import { VERDICTS } from './verdicts.js';

/** @typedef {readonly [en: string, zh: string, ja: string]} Texts */

/** @type {Readonly<Record<string, Texts>>} */
export const TEXTS = { ...INTERFACE, ...GUIDANCE, ...ANALYSIS, ...VERDICTS };
