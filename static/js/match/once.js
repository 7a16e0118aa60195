// What happens once on a page, such as loading a part of it.

import { effect } from '../ui/view.js';

/**
 * Does something once, as soon as a condition over signals holds.
 *
 * @param {() => boolean} holds
 * @param {() => void} act
 */
export function once(holds, act) {
  let done = false;
  effect(() => {
    if (done || !holds()) return;
    done = true;
    act();
  });
}
