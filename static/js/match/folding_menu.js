// A menu under a summary that folds when something in it has been chosen, when the focus leaves it, and with Escape.

/** @param {HTMLDetailsElement} menu */
export function foldByItself(menu) {
  const fold = () => {
    const held = menu.contains(document.activeElement);
    menu.open = false;
    // Unless the chosen act has taken the focus.
    if (held) menu.querySelector('summary')?.focus();
  };
  menu.addEventListener('click', ({ target }) => {
    if (/** @type {Element} */ (target).closest('button')) fold();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget))) menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && menu.open) fold();
  });
}
