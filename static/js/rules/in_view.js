// Draws costly things when they come into view, one at a time, so that a page of many
// boards stays quick.

/** How far below the window something is drawn already. */
const MARGIN = '800px 0px';

/** @type {(() => void)[]} */
const waiting = [];
let busy = false;

function next() {
  const draw = waiting.shift();
  if (!draw) {
    busy = false;
    return;
  }
  // The browser may paint and answer before the next one, which is drawn whatever becomes of this one.
  setTimeout(next);
  draw();
}

/** @type {WeakMap<Element, () => void>} */
const drawings = new WeakMap();

/** @type {IntersectionObserver | null} */
let observer = null;

/**
 * @param {Element} element
 * @param {() => void} draw called once
 */
export function whenInView(element, draw) {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const known = drawings.get(target);
        if (!isIntersecting || !known) continue;
        observer?.unobserve(target);
        drawings.delete(target);
        waiting.push(known);
      }
      if (busy || waiting.length === 0) return;
      busy = true;
      next();
    },
    { rootMargin: MARGIN },
  );
  drawings.set(element, draw);
  observer.observe(element);
}
