// A person at a browser of another make: the little of Playwright that its tests need, over any
// driver that opens an address, runs a function in the page and moves a pointer.

import { setTimeout as pause } from 'node:timers/promises';

/** How long something may take to come, and how often it is looked for, in milliseconds. */
const PATIENCE = 20_000;
const LOOK_EVERY = 40;

/** How long a piece is carried, in milliseconds. */
const CARRIED = 150;

/**
 * @typedef {object} Driver
 * @property {string[]} faults errors of the page so far
 * @property {(url: string) => Promise<unknown>} open
 * @property {(body: string) => Promise<unknown>} evaluate runs the body of a function in the page
 * @property {(actions: object[]) => Promise<unknown>} act the actions of WebDriver
 * @property {(points: Place[]) => Promise<unknown>} [finger] moves a finger, where actions cannot
 */

/** @typedef {{x: number, y: number}} Place in the window, in CSS pixels */

export class Hand {
  #driver;

  /** @param {Driver} driver */
  constructor(driver) {
    this.#driver = driver;
  }

  get faults() {
    return this.#driver.faults;
  }

  /** @param {string} url */
  open(url) {
    return this.#driver.open(url);
  }

  /**
   * Runs a function in the page, with values that JSON can express.
   *
   * @template {any[]} A
   * @template R
   * @param {(...given: A) => R} run
   * @param {A} given
   * @returns {Promise<R>}
   */
  async evaluate(run, ...given) {
    const body = `return JSON.stringify((${run})(...${JSON.stringify(given)}) ?? null)`;
    return JSON.parse(/** @type {string} */ (await this.#driver.evaluate(body)));
  }

  /**
   * Asks the page again and again until the answer is not null.
   *
   * @template {any[]} A
   * @template R
   * @param {string} awaited the awaited thing, to be named if it does not come
   * @param {(...given: A) => R | null} ask
   * @param {A} given
   * @returns {Promise<R>}
   */
  async until(awaited, ask, ...given) {
    const end = Date.now() + PATIENCE;
    /** @type {unknown} */
    let fault;
    while (Date.now() < end) {
      // Between two pages there is none to ask.
      const answer = await this.evaluate(ask, ...given).catch((error) => {
        fault = error;
        return null;
      });
      if (answer !== null) return answer;
      await pause(LOOK_EVERY);
    }
    throw new Error(`${awaited} does not come`, { cause: fault });
  }

  /**
   * Waits until an element is to be seen, and with a text if one is given.
   *
   * @param {string} selector
   * @param {string} [text] a regular expression
   */
  waitFor(selector, text = '') {
    return this.until(`${selector} ${text}`, visible, selector, text);
  }

  /** Waits until no such element is to be seen. @param {string} selector */
  waitForNone(selector) {
    const none = (/** @type {string} */ wanted) => (document.querySelector(wanted)?.checkVisibility() ? null : true);
    return this.until(`the end of ${selector}`, none, selector);
  }

  /** The text of an element, or the value of a field. @param {string} selector */
  text(selector) {
    return this.evaluate((wanted) => {
      const element = /** @type {HTMLInputElement | null} */ (document.querySelector(wanted));
      return element?.value ?? element?.textContent ?? '';
    }, selector);
  }

  /** @param {string} selector */
  async click(selector) {
    await this.#act('mouse', [await this.#middle(selector)]);
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  async drag(from, to) {
    await this.#act('mouse', [await this.#middle(from), await this.#middle(to)]);
  }

  /**
   * Presses an element, with something happening before the button comes up again.
   *
   * @param {string} selector
   * @param {() => Promise<unknown>} during
   */
  async press(selector, during) {
    const place = await this.#middle(selector);
    const mouse = (/** @type {object[]} */ actions) =>
      this.#driver.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
    await mouse([
      { type: 'pointerMove', ...place, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
    ]);
    await during();
    await mouse([{ type: 'pointerUp', button: 0 }]);
  }

  /** @param {string} selector */
  async touch(selector) {
    await this.#finger([await this.#middle(selector)]);
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  async touchDrag(from, to) {
    await this.#finger([await this.#middle(from), await this.#middle(to)]);
  }

  /** @param {Place[]} way */
  #finger(way) {
    return this.#driver.finger ? this.#driver.finger(way) : this.#act('touch', way);
  }

  /**
   * Puts a pointer down at the first place and lifts it at the last.
   *
   * @param {'mouse' | 'touch'} pointerType
   * @param {Place[]} way
   */
  #act(pointerType, way) {
    const move = (/** @type {Place} */ { x, y }, /** @type {number} */ duration) => ({
      type: 'pointerMove',
      x,
      y,
      duration,
      origin: 'viewport',
    });
    const [start, ...rest] = way.map((place, index) => move(place, index === 0 ? 0 : CARRIED));
    const actions = [start, { type: 'pointerDown', button: 0 }, ...rest, { type: 'pointerUp', button: 0 }];
    return this.#driver.act([{ type: 'pointer', id: pointerType, parameters: { pointerType }, actions }]);
  }

  /**
   * The middle of an element, once it stays where it is and nothing covers it.
   *
   * @param {string} selector
   */
  async #middle(selector) {
    const look = () => this.until(`a place to press ${selector}`, middle, selector);
    let place = await look();
    for (;;) {
      await pause(LOOK_EVERY);
      const now = await look();
      if (now.x === place.x && now.y === place.y) return now;
      place = now;
    }
  }
}

/**
 * In the page: whether the first such element that is to be seen has the text.
 *
 * @param {string} selector
 * @param {string} text
 */
function visible(selector, text) {
  const found = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
  return found && new RegExp(text).test(found.textContent ?? '') ? true : null;
}

/**
 * In the page: where to press an element, null where it cannot be pressed.
 *
 * @param {string} selector
 */
function middle(selector) {
  const element = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
  if (!element || element.matches(':disabled')) return null;
  const box = () => element.getBoundingClientRect();
  if (box().top < 0 || box().bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = box();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const hit = document.elementFromPoint(x, y);
  return hit && element.contains(hit) ? { x, y } : null;
}
