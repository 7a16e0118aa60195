// Draws the icons of static/icons from static/icon.svg, for systems that take no SVG:
//
//   cd tests/browser && npm ci && node icons.js

import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from './support/browser.js';

const STATIC = fileURLToPath(new URL('../../static/', import.meta.url));

/** A maskable icon is cut to any shape that contains its middle four fifths. */
const ICONS = [
  ['192', 192, 0],
  ['512', 512, 0],
  ['512-maskable', 512, 10],
];

const svg = await readFile(`${STATIC}icon.svg`, 'utf8');
const browser = await launch();
try {
  await mkdir(`${STATIC}icons`, { recursive: true });
  for (const [name, size, margin] of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const ground = /fill="(#\w+)"/.exec(svg)[1];
    await page.setContent(
      `<style>body{margin:0;${margin ? `background:${ground};` : ''}}svg{display:block;width:${100 - 2 * margin}vw;margin:${margin}vw}</style>${svg}`,
    );
    await page.screenshot({ path: `${STATIC}icons/${name}.png`, omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
