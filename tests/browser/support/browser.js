// One headless Chromium for a file of tests, and a page for each person at it.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The browser without its windows, where there is one: it is the same engine, and takes half the time. */
const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * The browser of this process.
 *
 * @param {string[]} [more] arguments
 */
export async function launch(more = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium'),
    args: [...ARGUMENTS, ...more],
  });
}

/**
 * Options of a person whose browser keeps the pages for later, as every visitor's does. To do so takes
 * longer than to load a page, so that only tests of cached files, and of matches, have it.
 */
export const KEEPING = { serviceWorkers: /** @type {const} */ ('allow') };

/**
 * A person: a page in a browser profile of its own, hence another guest. What went wrong in
 * the page fails the test when it ends.
 *
 * @param {import('node:test').TestContext} t
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function person(t, browser, options = {}) {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1200, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    // A request or a socket that fails is part of the test; the page copes with it.
    const network = /Failed to load resource|WebSocket connection|ERR_|when fetching the script/.test(message.text());
    if (message.type() === 'error' && !network) faults.push(message.text());
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(faults, [], 'errors in the page');
  });
  return page;
}
