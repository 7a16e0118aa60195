// The pages, and how they are written for the bundle.

/**
 * @typedef {object} Page
 * @property {string} text
 * @property {string[]} styles its style sheets, in their order
 * @property {string[]} scripts those that are no modules, which run before the page is drawn
 * @property {string} entry its module
 * @property {string[]} offline the addresses at which the service worker keeps it
 * @property {string[]} texts the tables of texts that it shows first
 * @property {string} [ahead] the page whose files it can fetch ahead
 */

/**
 * @param {string} text
 * @param {import('./manifest.js').Manifest['pages'][string]} page as the manifest has it
 * @returns {Page}
 */
export function readPage(text, { module, styles, texts, ahead, offline = [] }) {
  const scripts = [...text.matchAll(/<script src="\/([^"]+)">/g)].map(([, path]) => path);
  return { text, styles, scripts, entry: module, offline, texts, ahead };
}

/**
 * The style sheets that all pages have, which are one file for all, so that it is there already on
 * the second page of a visit.
 *
 * @param {Page[]} pages
 */
export function common(pages) {
  const [first, ...others] = pages.map(({ styles }) => styles);
  return (first ?? []).filter((path) => others.every((styles) => styles.includes(path)));
}

/**
 * A page that names the bundle's files.
 *
 * @param {Page} page
 * @param {object} bundle
 * @param {Map<string, string>} bundle.addresses of the files it names, by path
 * @param {string[]} bundle.styles addresses of its style sheets
 * @param {string[]} bundle.now addresses of what its module needs at once
 * @param {string[]} bundle.later addresses of files after the first board
 * @param {Record<string, string[]> | null} bundle.ahead files of another page by language, for `js/ui/ahead.js`
 * @param {Record<string, string>} bundle.files addresses of what its modules ask for by path
 */
export function writePage(page, { addresses, styles, now, later, ahead, files }) {
  const sheets = styles.map((address) => `<link rel="stylesheet" href="${address}">\n`).join('');
  const preload = (address) =>
    address.endsWith('.js')
      ? `<link rel="modulepreload" href="${address}">\n`
      : `<link rel="preload" as="fetch" crossorigin href="${address}">\n`;
  const head = [
    sheets,
    `<script type="module" src="${addresses.get(page.entry)}"></script>\n`,
    // The page's own module has just been named.
    ...now.filter((address) => address !== addresses.get(page.entry)).map(preload),
    `<template id="later">\n${later.map(preload).join('')}</template>\n`,
    ahead ? `<meta name="ahead" content='${JSON.stringify(ahead)}'>\n` : '',
    `<script type="application/json" id="asset-files">${JSON.stringify(files)}</script>\n`,
  ].join('');
  return (
    page.text
      // The indentation of lines means nothing to a browser.
      .replace(/^ +/gm, '')
      .replace(/\b(href|src)="\/([^"]+)"/g, (whole, name, path) => {
        const address = addresses.get(path);
        return address ? `${name}="${address}"` : whole;
      })
      .replace('</head>', () => `${head}</head>`)
  );
}
