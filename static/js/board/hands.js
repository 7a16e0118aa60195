// @ts-check
// The stands with pieces in hand.

import { s } from '../dom.js';
import { handPlace } from './geometry.js';
import { drawPiece } from './pieces.js';

/** @typedef {import('./render.js').Themed} Themed */
/** @typedef {import('./geometry.js').Layout} Layout */

const SIDES = /** @type {const} */ (['first', 'second']);

/**
 * What of a scene shows in the stands; while it stays the same they need not be drawn again.
 *
 * @param {Themed} scene
 */
export const handsText = ({ acting, ahead, handLabel, held, interactive, placement: { hands } }) =>
  JSON.stringify([
    [acting, held?.kind === 'hand' && held, interactive || Boolean(ahead)],
    SIDES.map((side) => hands?.[side].map(({ role, count }) => [role, count, handLabel?.(side, role, count)])),
  ]);

/**
 * @param {Themed} scene
 * @param {Layout} at
 * @returns {SVGGElement}
 */
export function drawHands(scene, at) {
  const group = s('g', { class: 'hands' });
  const hands = scene.placement.hands;
  if (!hands || at.hand === 0) return group;
  for (const side of SIDES) {
    const atBottom = (side === 'first') !== at.flipped;
    group.append(stand(at, Math.max(hands[side].length, 3), atBottom, scene.theme));
    hands[side].forEach(({ role, letter, count }, index) => {
      const { x, y } = handPlace(at, side, index, hands[side].length);
      const held = scene.held?.kind === 'hand' && scene.held.piece === letter && scene.acting === side;
      const usable = scene.acting === side && (scene.interactive || Boolean(scene.ahead));
      const piece = s(
        'g',
        { class: `hand${held ? ' hand--held' : ''}`, transform: `translate(${x} ${y})` },
        drawPiece(scene.game, scene.ruleset, { side, role }, atBottom, scene.theme),
      );
      if (count > 1)
        piece.append(
          s('circle', { class: 'count-ground', cx: 34, cy: 30, r: 19 }),
          s('text', { class: 'count', x: 34, y: 30, dy: '.36em', 'aria-hidden': 'true' }, String(count)),
        );
      // The opponent's stand has the same letters; only the own one is a target.
      piece.append(
        s('rect', {
          class: usable ? 'hit hit--source' : 'hit',
          x: -52,
          y: -54,
          width: 104,
          height: 108,
          'data-hand': usable ? letter : null,
          'data-hand-of': side,
          role: usable ? 'button' : 'img',
          tabindex: usable ? 0 : null,
          'aria-label': scene.handLabel?.(side, role, count),
          'aria-pressed': usable ? String(held) : null,
        }),
      );
      group.append(piece);
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
    { class: `ground ground--${theme}` },
    s('rect', { class: 'side', ...box, y: y + 7 }),
    s('rect', { class: 'surface surface--stand', ...box, y }),
  );
}
