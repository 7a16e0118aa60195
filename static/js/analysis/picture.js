// A picture of the board as a file. The rules of the style sheets are written into it, since no one
// else has them.

/** The style sheets' rules for the parts of a board. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'transform',
  'transform-origin',
  'transform-box',
  'stop-color',
  'stop-opacity',
];

/** How wide the picture of pixels is. */
const WIDTH = 1_200;

/**
 * @param {SVGSVGElement} board
 * @returns {Promise<string>}
 */
export async function svgOf(board) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  writeStyles(board, copy);
  for (const out of copy.querySelectorAll('[data-out]')) out.remove();
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  for (const name of ['class', 'style', 'role', 'aria-label']) copy.removeAttribute(name);
  for (const use of copy.querySelectorAll('use')) use.setAttribute('href', (use.getAttribute('href') ?? '').replace(/.*#/, '#'));
  for (const image of copy.querySelectorAll('image')) image.setAttribute('href', await dataOf(image.getAttribute('href') ?? ''));
  const added = [await fonts(copy), copy.querySelector('use') ? await symbols() : ''].join('');
  // Written into the text: an element of style would be refused by the page.
  return new XMLSerializer().serializeToString(copy).replace(/<svg[^>]*>/, (head) => `${head}<defs>${added}</defs>`);
}

/**
 * Writes the style sheets' rules for the parts of an element into the parts of its copy, and
 * marks the hidden ones.
 *
 * @param {Element} original
 * @param {Element} copy
 */
function writeStyles(original, copy) {
  const originals = [...original.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((element, index) => {
    const style = getComputedStyle(/** @type {Element} */ (originals[index]));
    // What stands in definitions is never displayed itself.
    const hidden = element.closest('defs') === null && (style.display === 'none' || style.visibility === 'hidden');
    if (hidden || element.matches('.yg-hits, .yg-hits *, .yg-hit, .yg-hand--none, .yg-hand--none *')) {
      element.setAttribute('data-out', '');
      return;
    }
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      // As attributes of SVG: the page may not have inline styles. Of no use but for `fill` is `none`.
      if (value && (name === 'fill' || !/^(none|normal|auto)$/.test(value))) element.setAttribute(name, value);
    }
    element.removeAttribute('style');
    element.removeAttribute('class');
  });
}

/**
 * A file as an address that holds it.
 *
 * @param {string | URL} url
 * @returns {Promise<string>}
 */
async function dataOf(url) {
  const reader = new FileReader();
  reader.readAsDataURL(await (await fetch(url)).blob());
  return new Promise((done) => {
    reader.onload = () => done(String(reader.result));
  });
}

/** The shapes that symbols on pieces refer to. */
const symbols = async () => (await (await fetch('/pieces.svg')).text()).replace(/<\/?svg[^>]*>/g, '');

/**
 * The page's own fonts that a picture uses.
 *
 * @param {Element} picture
 */
async function fonts(picture) {
  const used = [...picture.querySelectorAll('[font-family]')].map((element) => element.getAttribute('font-family'));
  let style = '';
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const family = rule.style.getPropertyValue('font-family').replaceAll('"', '');
      const url = /url\("?([^")]+)/.exec(rule.cssText)?.[1];
      if (!url || !used.some((names) => names?.includes(family))) continue;
      style += `@font-face{font-family:${family};src:url(${await dataOf(new URL(url, sheet.href ?? location.href))})}`;
    }
  }
  return style && `<style>${style}</style>`;
}

/**
 * @param {SVGSVGElement} board
 * @returns {Promise<Blob | null>}
 */
export async function pngOf(board) {
  const { width, height } = board.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(await svgOf(board))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * height) / width);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
