// Parts of a page whose content is loaded when they are opened.

/**
 * Offers the content of a part that is opened: once, or again at the next opening if it could not be loaded.
 *
 * @param {HTMLDetailsElement} details
 * @param {() => Promise<boolean>} offer whether it could be loaded
 */
export function whenOpened(details, offer) {
  const act = async () => {
    if (!details.open) return;
    details.removeEventListener('toggle', act);
    if (!(await offer())) details.addEventListener('toggle', act);
  };
  details.addEventListener('toggle', act);
  act();
}
