// Views that render state: a view is a function that returns elements as they are to be, and runs again when a signal
// that it has read changes. Only the differences reach the document: elements that stay keep focus, scroll and
// animations, and are not announced again.

import { effect as react } from '../../vendor/signals-core.js';

export { batch, computed, signal } from '../../vendor/signals-core.js';

/**
 * Does something now, and after every change of the signals that it reads. A failure is reported and stops nothing else.
 *
 * @param {() => void} act
 * @returns {() => void} ends it
 */
export const effect = (act) => react(() => attempt(act));

/**
 * An element, or without `tag` a text, as it is to be.
 *
 * @typedef {object} VNode
 * @property {string} [tag]
 * @property {unknown} [key] by which a child is recognised among the others; those without are by tag and order
 * @property {Record<string, any>} attributes
 * @property {VNode[]} children
 * @property {string} [text]
 * @property {Element | Text} [node] that of the document
 */
/** @typedef {VNode | string | number | false | null | undefined | Content[]} Content */

/** Attributes that a visitor changes, too, or that take more than a text. */
const PROPERTIES = new Set(['checked', 'disabled', 'hidden', 'value']);

/** The listeners of elements, by the names of their events. @type {WeakMap<Element, Record<string, (event: Event) => void>>} */
const listeners = new WeakMap();

/**
 * An element as it is to be, called as `h` of dom.js is: a function is a listener, `true` an empty attribute; `ref` gets
 * the element each time that it is drawn. Elements of a list have a `key`.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Content} children
 * @returns {VNode}
 */
export function h(tag, { key, ...attributes } = {}, ...children) {
  if (tag === 'button') attributes.type ??= tag;
  return { tag, key, attributes, children: listed(children) };
}

/** @param {Content[]} contents @returns {VNode[]} */
const listed = (contents) =>
  /** @type {Exclude<Content, Content[]>[]} */ (/** @type {any[]} */ (contents).flat(Infinity)).flatMap((content) => {
    if (content === null || content === undefined || content === false || content === '') return [];
    return typeof content === 'object' ? /** @type {VNode} */ (content) : { text: String(content), attributes: {}, children: [] };
  });

/**
 * Makes these the children of an element, of those that it has by now.
 *
 * @param {Element} host
 * @param {VNode[]} before
 * @param {VNode[]} after
 */
function fill(host, before, after) {
  const left = new Map(before.map((each, place) => [each, place]));
  const byKey = new Map(before.map((each) => [each.key, each]));
  const places = after.map((child) => {
    const isLike = (/** @type {VNode | undefined} */ each) =>
      each && left.has(each) && each.tag === child.tag && each.key === child.key;
    const known = child.key === undefined ? [...left.keys()].find(isLike) : byKey.get(child.key);
    const same = isLike(known) ? known : undefined;
    const place = same && left.get(same);
    draw(child, same);
    if (same) left.delete(same);
    return place;
  });
  for (const { node } of left.keys()) node?.remove();
  const steady = inOrder(places);
  let next = after.findLast((_, index) => steady.has(index))?.node?.nextSibling ?? null;
  for (let index = after.length - 1; index >= 0; index -= 1) {
    const node = after[index]?.node;
    if (!node) continue;
    if (!steady.has(index)) host.insertBefore(node, next);
    next = node;
  }
}

/**
 * The most children that are in order already, by their indexes: they stay where they are, since one that is moved loses
 * the focus.
 *
 * @param {(number | undefined)[]} places where each was before
 */
function inOrder(places) {
  /** The last of the lowest sequence of each length. @type {number[]} */
  const ends = [];
  /** @type {(number | undefined)[]} */
  const previous = [];
  places.forEach((place, index) => {
    if (place === undefined) return;
    const longer = ends.findIndex((end) => (places[end] ?? 0) >= place);
    const length = longer < 0 ? ends.length : longer;
    previous[index] = ends[length - 1];
    ends[length] = index;
  });
  /** @type {Set<number>} */
  const steady = new Set();
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) steady.add(index);
  return steady;
}

/**
 * Draws an element: that of an earlier one is changed where they differ.
 *
 * @param {VNode} next
 * @param {VNode} [known]
 */
function draw(next, known) {
  if (next === known) return;
  next.node = known?.node;
  if (!next.tag) {
    if (!next.node) next.node = new Text(next.text);
    else if (next.text !== known?.text) /** @type {Text} */ (next.node).data = next.text ?? '';
    return;
  }
  const element = /** @type {Element} */ ((next.node ??= document.createElement(next.tag)));
  const { ref, value, ...given } = next.attributes;
  for (const name in { ...known?.attributes, ...given })
    if (name !== 'ref' && name !== 'value') set(element, name, given[name], known?.attributes[name]);
  fill(element, known?.children ?? [], next.children);
  // After the options of a select.
  set(element, 'value', value, known?.attributes.value);
  if (ref) attempt(() => ref(element));
}

/**
 * @param {any} element
 * @param {string} name
 * @param {any} value
 * @param {any} before
 */
function set(element, name, value, before) {
  if (typeof value === 'function' || typeof before === 'function') {
    const all = listeners.get(element) ?? {};
    listeners.set(element, all);
    if (!(name in all)) element.addEventListener(name, (/** @type {Event} */ event) => all[name]?.(event));
    all[name] = value;
  } else if (PROPERTIES.has(name) && name in element) {
    if (value !== before && element[name] !== (value ?? false)) element[name] = value ?? false;
  } else if (value !== before) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : value);
  }
}

/**
 * Has an element of the page contain the result of a view, now and after every change of the signals that it reads. Its
 * content in the page's HTML is replaced. A view that throws keeps the content.
 *
 * @param {Element} host
 * @param {() => Content} view
 * @param {() => void} [drawn] called when its elements are in the document
 * @returns {() => void} ends it
 */
export function show(host, view, drawn) {
  /** @type {VNode[]} */
  let shown = [];
  host.replaceChildren();
  return effect(() => {
    const next = listed([view()]);
    fill(host, shown, next);
    shown = next;
    drawn?.();
  });
}

/** Does something whose failure stops nothing else. @param {() => void} act */
function attempt(act) {
  try {
    act();
  } catch (error) {
    console.error(error);
  }
}

/**
 * Rows of a list that are made again only when their inputs change.
 *
 * @template {{id: string}} T
 * @param {(item: T) => VNode} make
 * @param {(item: T) => unknown[]} [inputs] the values that the row shows in addition to the item
 * @returns {(items: T[]) => VNode[]}
 */
export function rows(make, inputs = () => []) {
  /** @type {Map<string, {given: unknown[], row: VNode}>} */
  let before = new Map();
  return (items) => {
    const after = new Map(
      items.map((item) => {
        const given = [item, ...inputs(item)];
        const known = before.get(item.id);
        const isSame = known?.given.every((input, index) => input === given[index]);
        return [item.id, known && isSame ? known : { given, row: make(item) }];
      }),
    );
    before = after;
    return [...after.values()].map(({ row }) => row);
  };
}
