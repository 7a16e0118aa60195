// The course of a game at a glance: who had more on the board, and how long each move took.

import { balance } from '../game/material.js';
import { s, setAttribute } from '../ui/dom.js';
import { effect } from '../ui/view.js';

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
  // A root keeps short moves in sight next to one that took minutes.
  const bars = times.map((time, index) => `M${index + 1} ${HEIGHT}v${(-Math.sqrt(time / longest) * 28).toFixed(1)}`);
  return { line: steps, area: `${steps}L${balances.length - 1} ${MIDDLE}L0 ${MIDDLE}z`, bars: bars.join('') };
}

/**
 * @param {import('./analysis_page.js').AnalysisPage} page
 * @param {Element} host
 */
export function showChart(page, host) {
  const { moment, study, names, game } = page;
  const parts = ['axis', 'area', 'line', 'times', 'here'].map((part) => s('path', { class: `chart-${part}` }));
  host.append(...parts);
  /** What each position is worth: a move taken back gives its number to another. @type {Map<string, number>} */
  const balances = new Map();
  const balanceOf = (/** @type {number} */ id) => {
    const { position } = study.entry(id);
    const known = balances.get(position) ?? balance(names.game.read(position), names.game);
    balances.set(position, known);
    return known;
  };
  /** The last ply of the chart: a review has not come to those after it yet. */
  let end = 0;
  host.addEventListener('click', (event) => {
    const { left, width } = host.getBoundingClientRect();
    const { clientX } = /** @type {MouseEvent} */ (event);
    page.goPly(Math.round(((clientX - left) / width) * end));
  });
  effect(() => {
    if (!moment.value) return;
    const { values, line: nodes, ply, plies } = moment.value;
    host.toggleAttribute('hidden', plies === 0);
    // The times of the moves that were really played on the line.
    const played = nodes.findLastIndex((id) => study.tree.isGame(id));
    const worth = values?.slice(0, plies + 1) ?? nodes.map(balanceOf);
    end = worth.length - 1;
    const drawn = shapes(worth, game.times.slice(0, played));
    setAttribute(host, 'viewBox', `0 0 ${Math.max(end, 1)} ${HEIGHT}`);
    const paths = [`M0 ${MIDDLE}h${end}`, drawn.area, drawn.line, drawn.bars, `M${ply} 0v${HEIGHT}`];
    for (const [index, part] of parts.entries()) setAttribute(part, 'd', paths[index] ?? '');
  });
}
