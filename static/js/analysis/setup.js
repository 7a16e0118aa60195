// @ts-check
// Setting up a position on the board: to play it here, to go over it, or to open a table with it.

import { Board } from '../board/board.js';
import { drawPiece } from '../board/pieces.js';
import { drawingOf } from '../board/scene.js';
import { byId, h, s, setText } from '../dom.js';
import { newGame } from '../engine.js';
import { hasText, t } from '../i18n/i18n.js';
import { createMatch, Problem } from '../net/api.js';
import { setting } from '../settings.js';
import { palette, pieceOf, PositionEdit } from './position.js';
import { queryOf } from './subject.js';

/**
 * Replaces the page's board and desk by those of the editor.
 *
 * @param {import('../engine.js').EngineModule} engine
 * @param {import('../match/names.js').Names} names
 * @param {import('./records.js').Recorded} record whose game and rules are kept
 * @param {string} position to begin with
 */
export function setUp(engine, names, record, position) {
  const { game } = names;
  const { grid } = drawingOf(game, record.ruleset, position);
  const start = newGame(engine, { ...record, start: '' }).position();
  let edit = new PositionEdit(position, grid);
  /** @type {string | null} null takes away */
  let chosen = null;
  byId('board').replaceChildren();
  byId('main').classList.add('match--setup');
  const text = h('input', { type: 'text', spellcheck: 'false', 'aria-label': t('setup.text'), 'data-testid': 'position' });
  const fault = h('p', { class: 'refusal', role: 'alert', 'data-testid': 'setup-fault' });
  const button = (/** @type {string} */ name, /** @type {() => void} */ click, kind = '') =>
    h('button', { class: `button ${kind}`, type: 'button', 'data-testid': `setup-${name}`, click }, t(`setup.${name}`));
  const act = {
    play: (/** @type {string} */ action) => {
      edit.put(action.slice(1), chosen);
      draw();
    },
    ask: () => undefined,
    choiceLabel: () => '',
  };
  const board = new Board(byId('board'), act, t('match.board', { game: names.title }));
  const pieces = h('div', { class: 'palette', role: 'group', 'aria-label': t('setup.pieces') });
  const turn = button('turn', () => {
    edit.pass();
    draw();
  });
  const inHand = (/** @type {1 | -1} */ by) => () => {
    if (chosen) edit.hand(chosen, by);
    draw();
  };
  for (const token of [null, ...palette(start, game)]) {
    const piece = token && pieceOf(token, game);
    const drawn = piece && s('svg', { viewBox: '-52 -54 104 108' }, drawPiece(game, record.ruleset, piece, piece.side === 'first', setting(game.shape) || game.theme));
    const name = piece ? `${names.side(piece.side)}: ${names.piece(piece)}` : t('setup.erase');
    const pick = () => {
      chosen = token;
      draw();
    };
    pieces.append(
      h('button', { class: 'button', type: 'button', title: name, 'aria-label': name, 'data-token': token ?? '', click: pick }, drawn || '⌫'),
    );
  }

  function draw() {
    text.value = edit.text;
    const placement = game.read(edit.text);
    const fits = judge();
    setText(fault, fits ? '' : t('problem.bad_position'));
    for (const name of ['play', 'share', 'study'])
      /** @type {HTMLButtonElement} */ (byId('setup').querySelector(`[data-testid=setup-${name}]`)).disabled = !fits;
    setText(turn, t('status.turn', { side: names.side(edit.turn === first ? 'first' : 'second') }));
    for (const each of pieces.children) each.setAttribute('aria-pressed', String(each.getAttribute('data-token') === (chosen ?? '')));
    const legal = grid.names.map((point) => `${chosen ? '@' : 'x'}${point}`);
    board.show({
      game,
      ruleset: record.ruleset,
      drawing: drawingOf(game, record.ruleset, edit.text),
      placement,
      flipped: false,
      interactive: true,
      legal: chosen ? legal : legal.filter((action) => placement.pieces.has(action.slice(1))),
      action: null,
      acting: null,
      refused: [],
      captured: [],
      check: null,
      lead: { must: [], safe: [] },
      pending: null,
      label: (point) => names.point(placement, point),
      handLabel: (side, role, count) => names.hand(side, role, count),
    });
  }

  /** Whether the engine takes the position. */
  function judge() {
    try {
      newGame(engine, { ...record, start: edit.text }).free();
      return true;
    } catch {
      return false;
    }
  }

  // The letter of the side that acts first, whatever its colour.
  const probe = newGame(engine, { ...record, start: '' });
  const first = probe.to_act() === 'first' ? probe.position().split(' ')[1] : 'b';
  probe.free();

  const query = () => queryOf({ ...record, start: edit.text, moves: [] });
  const reset = (/** @type {string} */ to) => {
    edit = new PositionEdit(to, grid);
    draw();
  };
  text.addEventListener('change', () => reset(text.value.trim()));
  byId('setup').replaceChildren(
    h('h2', {}, t('setup.title')),
    pieces,
    h(
      'div',
      { class: 'tools' },
      ...(edit.hands ? [button('give', inHand(1)), button('take', inHand(-1))] : []),
      turn,
      button('clear', () => {
        edit.clear();
        draw();
      }),
      button('start', () => reset(start)),
    ),
    text,
    fault,
    h(
      'div',
      { class: 'tools' },
      button('play', () => location.assign(`/local?${query()}`), 'button--main'),
      button('study', () => location.assign(`/analysis?${query()}`)),
      button('share', async () => {
        const { game: id, ruleset, options } = record;
        await createMatch({ game: id, ruleset, options, position: edit.text, visibility: 'link' }).then(
          ({ url }) => location.assign(url),
          (error) => {
            const code = error instanceof Problem && hasText(`problem.${error.code}`) ? error.code : 'internal';
            setText(fault, t(`problem.${code}`));
          },
        );
      }),
    ),
  );
  byId('setup').hidden = false;
  draw();
}
