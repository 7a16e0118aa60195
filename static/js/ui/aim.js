// A press counts for the element under it, even if the page moved before it was released: parts that come
// late push others away. The click of such a press is one of whatever holds both places, and would mean nothing.

/** How far apart a pointer goes down and up, in pixels, at the most, where one place is meant. */
const SAME_PLACE = 7;

/**
 * Has presses on the buttons of an element count, though the button moves during them.
 *
 * @param {HTMLElement} host
 */
export function keepAim(host) {
  /** @type {{button: HTMLElement, x: number, y: number} | null} */
  let aimed = null;
  host.addEventListener('pointerdown', ({ target, clientX, clientY }) => {
    const button = /** @type {Element} */ (target).closest('button');
    aimed = button && { button, x: clientX, y: clientY };
  });
  document.addEventListener('click', ({ target, clientX, clientY }) => {
    const missed = aimed && !aimed.button.contains(/** @type {Node} */ (target)) ? aimed : null;
    aimed = null;
    // A pointer that was moved away on purpose means nothing.
    if (missed && Math.hypot(clientX - missed.x, clientY - missed.y) < SAME_PLACE) missed.button.click();
  });
}
