// The stands with pieces in hand. Every kind of piece has its own place, so that the hand finds it
// without looking; where there is none of a kind, the place is drawn faintly.

import { isAtBottom } from './config.js';
import { handPlace } from './geometry.js';
import { drawPiece } from './pieces.js';
import { s } from './svg.js';

/** @typedef {import('./play_view.js').Scene} Scene */
/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./config.js').Side} Side */

const SIDES = /** @type {const} */ (['first', 'second']);

/**
 * What of a scene shows in the stands; while it stays the same they need not be drawn again.
 *
 * @param {Scene} scene
 */
export const handsText = ({ acting, words, held, mode, hands }) =>
  JSON.stringify([
    [acting, held?.kind === 'hand' && held, mode === 'view'],
    SIDES.map((side) => hands?.[side].map(({ role, count }) => [role, count, words.hand?.(side, role, count)])),
  ]);

/**
 * @param {Scene} scene
 * @param {Layout} at
 * @param {SVGSVGElement} svg
 * @returns {SVGGElement}
 */
export function drawHands(scene, at, svg) {
  const group = s('g', { class: 'yg-hands' });
  const { look, hands } = scene;
  const kinds = look.hand ?? [];
  if (!hands || at.hand === 0) return group;
  for (const side of SIDES) {
    const atBottom = isAtBottom(side, at.flipped);
    const ground = stand(at, kinds.length, atBottom, scene.theme);
    group.append(ground);
    if (hands[side].every(({ count }) => count === 0)) {
      ground.setAttribute('role', 'img');
      ground.setAttribute('aria-label', scene.words.hand?.(side, '', 0) ?? '');
    }
    kinds.forEach(({ role, letter }, index) => {
      const { x, y } = handPlace(at, side, index, kinds.length);
      const count = hands[side].find((held) => held.role === role)?.count ?? 0;
      const held = scene.held?.kind === 'hand' && scene.held.piece === letter && scene.acting === side;
      const usable = count > 0 && scene.acting === side && scene.mode !== 'view';
      const kind = held ? ' yg-hand--held' : count === 0 ? ' yg-hand--none' : '';
      const piece = s(
        'g',
        { class: `yg-hand${kind}`, transform: `translate(${x} ${y})`, 'aria-hidden': count === 0 ? 'true' : null },
        drawPiece(scene, { side, role }, atBottom, svg),
      );
      group.append(piece);
      if (count === 0) return;
      if (count > 1)
        piece.append(
          s('circle', { class: 'yg-count-ground', cx: 34, cy: 30, r: 19 }),
          s('text', { class: 'yg-count', x: 34, y: 30, dy: '.36em', 'aria-hidden': 'true' }, String(count)),
        );
      // The opponent's stand has the same letters; only the own one is a target.
      piece.append(
        s('rect', {
          class: usable ? 'yg-hit yg-hit--source' : 'yg-hit',
          x: -52,
          y: -54,
          width: 104,
          height: 108,
          'data-hand': usable ? letter : null,
          'data-hand-of': side,
          role: usable ? 'button' : 'img',
          tabindex: usable ? 0 : null,
          'aria-label': scene.words.hand?.(side, role, count),
          'aria-pressed': usable ? String(held) : null,
        }),
      );
    });
  }
  return group;
}

/**
 * @param {Layout} at
 * @param {number} count of kinds of pieces it has room for
 * @param {boolean} atBottom
 * @param {string} theme
 */
function stand(at, count, atBottom, theme) {
  const long = Math.min(count * 108 + 36, at.beside ? at.height : at.width);
  const deep = at.hand - 22;
  const [width, height] = at.beside ? [deep, long] : [long, deep];
  const box = { width, height, rx: 6, x: atBottom ? at.width - width : 0 };
  const y = atBottom ? at.height - height - (at.beside ? 0 : 4) : 4;
  return s(
    'g',
    { class: `yg-ground yg-ground--${theme}` },
    s('rect', { class: 'yg-side', ...box, y: y + 7 }),
    s('rect', { class: 'yg-surface yg-surface--stand', ...box, y }),
  );
}
