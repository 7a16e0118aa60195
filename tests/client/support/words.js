// Loads every text in every language, as no page does, and names the tables they are in.

import { readdirSync } from 'node:fs';
import { TEXTS } from '../../../static/js/i18n/i18n.js';

const FOLDER = new URL('../../../static/js/i18n/', import.meta.url);

/** @type {Record<string, Record<string, Record<string, string>>>} tables by name and language */
export const TABLES = {};

for (const language of Object.keys(TEXTS)) {
  for (const file of readdirSync(new URL(`${language}/`, FOLDER)).sort()) {
    const { default: words } = await import(new URL(`${language}/${file}`, FOLDER).href);
    (TABLES[file.replace('.js', '')] ??= {})[language] = words;
    Object.assign(TEXTS[language], words);
  }
}
