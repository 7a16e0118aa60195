// Tests that run only with `./check --long`, or `YIGUAN_LONG=1`.

/** Whether everything is to be tested, however long it takes. */
export const LONG = Boolean(process.env.YIGUAN_LONG);

/**
 * The whole list where everything is to be tested, and otherwise its first entries: those after them are
 * served by the same code.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {number} count
 * @returns {readonly T[]}
 */
export const sample = (list, count) => (LONG ? list : list.slice(0, count));
