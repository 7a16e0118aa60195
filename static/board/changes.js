// What changed between two positions, as a person would describe it: which piece went where, which
// came and which left. Nothing here touches the page.

/** @typedef {{x: number, y: number}} Place */

/**
 * Where each piece that newly stands on a point came from, if it stood somewhere before.
 *
 * @param {ReadonlyMap<string, string>} before keys of pieces by point: the side, a space, the kind
 * @param {ReadonlyMap<string, string>} after
 * @param {readonly string[]} touched the points of the action; undone it runs backwards
 * @param {(point: string) => Place} place
 * @returns {Map<string, string | null>} by the point where it stands now; null for a piece that is new
 */
export function origins(before, after, touched, place) {
  const spare = new Map([...before].filter(([point, key]) => after.get(point) !== key));
  const fresh = [...after].filter(([point, key]) => before.get(point) !== key);
  /** @type {Map<string, string | null>} */
  const found = new Map();
  const take = (/** @type {string} */ point, /** @type {string} */ from) => {
    found.set(point, from);
    spare.delete(from);
  };
  const [start = '', end = ''] = touched.length === 2 ? touched : [];
  for (const [point, key] of fresh) {
    const partner = point === end ? start : point === start ? end : '';
    // The same side is enough: the piece may promote on the way.
    if (partner && sideOf(spare.get(partner)) === sideOf(key)) take(point, partner);
  }
  // Of equal pieces the nearest is the one that moved, as long as one pair is nearer than all others.
  const pairs = fresh
    .filter(([point]) => !found.has(point))
    .flatMap(([point, key]) =>
      [...spare]
        .filter(([, other]) => other === key)
        .map(([from]) => ({ point, from, far: distance(place(point), place(from)) })),
    )
    .sort((a, b) => a.far - b.far);
  for (const { point, from } of pairs) if (!found.has(point) && spare.has(from)) take(point, from);
  for (const [point] of fresh) if (!found.has(point)) found.set(point, null);
  return found;
}

/** @param {string | undefined} key */
const sideOf = (key) => key?.slice(0, key.indexOf(' '));

/**
 * @param {Place} a
 * @param {Place} b
 */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
