// Changing the children of an element by hand, where no view renders them.

/**
 * Makes these the children of an element. Those that stay are not touched unless they change
 * places: they keep the focus, and are not read aloud again.
 *
 * @param {Element} host
 * @param {Element[]} children
 */
export function setChildren(host, children) {
  for (const child of [...host.children]) if (!children.includes(child)) child.remove();
  children.forEach((child, index) => {
    const there = host.children[index] ?? null;
    if (there !== child) host.insertBefore(child, there);
  });
}
