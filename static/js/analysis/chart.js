// The course of a game at a glance: who had more on the board, and how long each move took.

import { s } from '../ui/dom.js';

export { balance } from '../game/material.js';

/** The picture's height; it is as wide as there are plies. */
const HEIGHT = 100;
const MIDDLE = 34;

/**
 * The shapes of the chart: a line from ply to ply, and a bar for each time.
 *
 * @param {number[]} balances from the start on
 * @param {number[]} times in milliseconds
 */
export function shapes(balances, times) {
  const most = Math.max(1, ...balances.map(Math.abs));
  const y = (/** @type {number} */ value) => (MIDDLE - (value / most) * (MIDDLE - 3)).toFixed(1);
  const steps = balances.map((value, ply) => `${ply === 0 ? 'M' : 'L'}${ply} ${y(value)}`).join('');
  const longest = Math.max(1, ...times);
  // A root keeps short moves in sight beside one that took minutes.
  const bars = times.map((time, index) => `M${index + 1} ${HEIGHT}v${(-Math.sqrt(time / longest) * 28).toFixed(1)}`);
  return { line: steps, area: `${steps}L${balances.length - 1} ${MIDDLE}L0 ${MIDDLE}z`, bars: bars.join('') };
}

export class Chart {
  #shown = '';
  #here = s('path', { class: 'chart-here' });
  #plies = 0;

  /**
   * @param {Element} host
   * @param {(ply: number) => void} go what touching the chart does
   */
  constructor(host, go) {
    this.host = host;
    host.addEventListener('click', (event) => {
      const { left, width } = host.getBoundingClientRect();
      const { clientX } = /** @type {MouseEvent} */ (event);
      const share = (clientX - left) / width;
      go(Math.round(share * this.#plies));
    });
  }

  /**
   * @param {number[]} balances
   * @param {number[]} times
   * @param {number} ply the one looked at
   */
  draw(balances, times, ply) {
    this.#plies = balances.length - 1;
    const shown = `${balances}|${times.length}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      const { line, area, bars } = shapes(balances, times);
      this.host.setAttribute('viewBox', `0 0 ${Math.max(this.#plies, 1)} ${HEIGHT}`);
      this.host.replaceChildren(
        s('path', { class: 'chart-axis', d: `M0 ${MIDDLE}h${this.#plies}` }),
        s('path', { class: 'chart-area', d: area }),
        s('path', { class: 'chart-line', d: line }),
        s('path', { class: 'chart-times', d: bars }),
        this.#here,
      );
    }
    this.#here.setAttribute('d', `M${ply} 0v${HEIGHT}`);
  }
}
