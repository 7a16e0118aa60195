// The manifest of the pages, `static/pages.json`, which the server reads, too: of each page the module, the texts that it
// shows first, its style sheets, the addresses at which the service worker keeps it, and the page whose files it fetches
// ahead once a press is likely to lead there; of each part that a module
// imports while it runs when it is fetched, the texts and style sheets that it needs, and how the service worker keeps it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Part
 * @property {'soon' | 'asked'} load `soon` with the modules that a page fetches once the first board is seen; `asked` when
 *   it is imported
 * @property {'used' | 'never'} [offline] whether the service worker keeps it once it was used, or never, since it does
 *   nothing without a server; else it keeps it from the start
 * @property {string[]} [texts] the tables of texts that are loaded with it
 * @property {string[]} [styles]
 */

/**
 * @typedef {object} Manifest
 * @property {Record<string, {module: string, texts: string[], styles: string[], offline?: string[], ahead?: string}>} pages
 * @property {Record<string, Part>} parts by the path of the module
 * @property {string[]} used how the paths of files begin that the service worker keeps once they were used
 */

/**
 * @param {string} folder that of the client
 * @returns {Manifest}
 */
export const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'));

/**
 * Whether a file is cached by the service worker only after its first use.
 *
 * @param {Manifest} manifest
 * @param {string} path
 */
export const isUsed = ({ parts, used }, path) => parts[path]?.offline === 'used' || used.some((start) => path.startsWith(start));
