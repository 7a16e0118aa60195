// How pieces move on the picture: they glide, fade, come down on the board and turn over. Each
// function starts an animation and leaves the element as it is to be when that has ended, so that
// a board without motion is drawn by the same code with a duration of 0.

/** Whether the visitor's system asks for stillness. */
const STILL = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/**
 * The duration of a move, with regard to the system's setting of motion.
 *
 * @param {number} wanted milliseconds
 */
export const duration = (wanted) => (STILL?.matches ? 0 : wanted);

/** @typedef {{x: number, y: number}} Place */

const at = (/** @type {Place} */ { x, y }) => `translate(${x}px, ${y}px)`;

/**
 * Puts a piece somewhere at once.
 *
 * @param {SVGGElement} element
 * @param {Place} place
 */
export function put(element, place) {
  for (const motion of element.getAnimations()) motion.cancel();
  element.style.transform = at(place);
}

/**
 * Lets a piece glide from where it is seen now.
 *
 * @param {SVGGElement} element
 * @param {Place} to
 * @param {number} ms
 */
export function glide(element, to, ms) {
  const moving = element.getAnimations();
  const from = moving.length > 0 ? getComputedStyle(element).transform : element.style.transform;
  put(element, to);
  if (ms > 0 && from) element.animate({ transform: [from, at(to)] }, { duration: ms, easing: 'ease-out' });
}

/**
 * Lets a piece come down on the board. What moves is its drawing: the element has its place.
 *
 * @param {SVGElement} drawing
 * @param {number} ms
 */
export function land(drawing, ms) {
  if (ms > 0) drawing.animate({ opacity: [0, 1], scale: [1.25, 1] }, { duration: ms, easing: 'ease-out' });
}

/**
 * Takes a piece off the board. One that is taken waits for the piece that takes it.
 *
 * @param {SVGGElement} element
 * @param {number} ms
 * @param {Place | null} to where it goes, if not into nothing
 */
export function leave(element, ms, to) {
  if (ms === 0) return element.remove();
  const there = to ? { transform: [element.style.transform, at(to)] } : {};
  const motion = element.animate({ opacity: [1, 0], ...there }, { duration: ms, delay: to ? 0 : ms / 2, fill: 'forwards' });
  motion.onfinish = () => element.remove();
}

/**
 * Turns a piece over: the old picture narrows, the new one widens.
 *
 * @param {SVGGElement} element
 * @param {SVGElement} before
 * @param {SVGElement} now
 * @param {number} ms
 */
export function turnOver(element, before, now, ms) {
  element.replaceChildren(now);
  if (ms === 0) return;
  element.append(before);
  const half = ms / 2;
  before.animate({ scale: ['1 1', '0 1'] }, { duration: half, fill: 'forwards' }).onfinish = () => before.remove();
  now.animate({ scale: ['0 1', '1 1'] }, { duration: half, delay: half, fill: 'backwards' });
}
