// Building elements. Text is always set as text, never as markup.

/** @typedef {Node | string | null | undefined | false} Child */

/** @type {Record<string, string> | null} */
let files = null;

/**
 * The address of a file next to the modules, of the same version as they: a page that is bundled
 * names them all.
 *
 * @param {string} path
 */
export function asset(path) {
  files ??= JSON.parse(globalThis.document?.getElementById('asset-files')?.textContent ?? '{}');
  return files?.[path] ?? new URL(`../../${path}`, import.meta.url).pathname;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, unknown>} attributes a function is a listener, `true` an empty attribute
 * @param {Child[]} children
 */
function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(.../** @type {(Node | string)[]} */ (children.filter(Boolean)));
  return element;
}

/**
 * A button calls its listener, and submits no form unless its type is `submit`.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export const h = (tag, attributes = {}, ...children) =>
  furnish(document.createElement(tag), tag === 'button' ? { type: tag, ...attributes } : attributes, children);

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export const s = (tag, attributes = {}, ...children) =>
  furnish(/** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag)), attributes, children);

/**
 * The element of that id, which the page's HTML has.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * The places of a page: the elements of these ids, which the page's HTML has. Looked up once, where the page begins.
 *
 * @template {string} Id
 * @param {...Id} ids
 */
export const places = (...ids) => /** @type {Record<Id, HTMLElement>} */ (Object.fromEntries(ids.map((id) => [id, byId(id)])));

/**
 * Sets a text only if it changes, so that screen readers do not announce the same again.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Sets an attribute only if it changes: to look is cheap, to set is not.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value null for none
 */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Has the style sheet of a part that comes later than the page hold, when it is there; without it the part is plain.
 *
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export const style = (path) =>
  new Promise((done) => document.head.append(h('link', { rel: 'stylesheet', href: asset(path), load: done, error: done })));
