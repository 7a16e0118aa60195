// Setting up a position on the board: to play it here, to go over it, or to open a table with it.

import { h, setText } from '../ui/dom.js';
import { newGame } from '../game/engine.js';
import { AppBoard } from '../game/app_board.js';
import { queryOf } from '../game/game_query.js';
import { drawingOf } from '../game/pictures.js';
import { pieceAlone } from '../game/piece_picture.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { palette, pieceOf, PositionEdit } from './position.js';
import { thrownFault } from './records.js';
import { StateControls } from './setup_state.js';

/**
 * Replaces the page's board and panel by those of the editor.
 *
 * @param {import('./frame.js').Frame} frame
 * @param {import('../game/engine.js').EngineModule} engine
 * @param {import('../game/names.js').Names} names
 * @param {import('./records.js').Recorded} record the game and its rules
 * @param {string} position to begin with
 * @param {boolean} plays whether it is set up to be played rather than analysed
 */
export function setUp(frame, engine, names, record, position, plays) {
  const { game } = names;
  const drawing = drawingOf(game, record.ruleset, position);
  const { grid } = drawing;
  const start = newGame(engine, { ...record, start: '' }).position();
  let edit = new PositionEdit(position, grid);
  /** @type {string | null} null takes away */
  let chosen = null;
  // Until the words are there, the fault is shown in English.
  let tell = (/** @type {ReturnType<typeof thrownFault>} */ fault) => fault.error;
  frame.main.classList.add('match--setup');
  const text = h('input', { type: 'text', spellcheck: 'false', 'aria-label': t('setup.text'), 'data-testid': 'position' });
  const fault = h('p', { class: 'refusal', role: 'alert', 'data-testid': 'setup-fault' });
  const button = (/** @type {string} */ name, /** @type {() => void} */ click, kind = '') =>
    h('button', { class: `button ${kind}`, 'data-testid': `setup-${name}`, click }, t(`setup.${name}`));
  const act = {
    play: (/** @type {string} */ action) => {
      edit.put(action.slice(1), chosen);
      draw();
    },
    ask: () => undefined,
  };
  const board = new AppBoard(frame.board, act, t('match.board', { game: names.title }));
  const pieces = h('div', { class: 'palette', role: 'group', 'aria-label': t('setup.pieces') });
  // The letter of the side that acts first, whatever its colour.
  const probe = newGame(engine, { ...record, start: '' });
  const first = probe.to_act() === 'first' ? probe.position().split(' ')[1] : 'b';
  probe.free();
  const letters = first === 'w' ? ['w', 'b'] : ['b', 'w'];
  /** @type {ConstructorParameters<typeof StateControls>[1]['held']} */
  const held = [];
  for (const token of [null, ...palette(start, game)]) {
    const piece = token && pieceOf(token, game);
    const picture = () => piece && pieceAlone(game, record.ruleset, drawing, piece);
    const drawn = picture();
    const name = piece ? t('say.of', { name: names.side(piece.side), value: names.piece(piece) }) : t('setup.erase');
    if (piece && drawn && piece.role !== game.king && !piece.promoted)
      held.push({ token, name: t('setup.hand', { name }), picture: /** @type {Node} */ (picture()) });
    const pick = () => {
      chosen = token;
      draw();
    };
    pieces.append(
      h('button', { class: 'button', title: name, 'aria-label': name, 'data-token': token ?? '', click: pick }, drawn || '⌫'),
    );
  }

  // Two stones of the second side and one of the first, with which any phase of the ruleset can be.
  const few = new PositionEdit(start, grid);
  few.clear();
  for (const [index, token] of ['b', 'w', 'w'].entries()) few.put(grid.names[index] ?? '', token);
  const state = new StateControls(
    h('div', { class: 'fields' }),
    {
      turns: [
        [letters[0] ?? '', names.side('first')],
        [letters[1] ?? '', names.side('second')],
      ],
      held,
      fields: ({ rest }) => game.fields?.(rest, start.split(' ').slice(2), grid) ?? [],
      fits: (rest) => [edit, few].some(({ text: whole }) => !why([...whole.split(' ').slice(0, 2), ...rest].join(' '))),
    },
    () => draw(),
  );

  function draw() {
    text.value = edit.text;
    state.draw(edit);
    const placement = game.read(edit.text);
    const wrong = why(edit.text);
    const fits = !wrong;
    setText(fault, wrong);
    for (const name of ['play', 'share', 'study']) {
      const button = frame.setup.querySelector(`[data-testid=setup-${name}]`);
      /** @type {HTMLButtonElement} */ (button).disabled = !fits;
    }
    for (const each of pieces.children)
      each.setAttribute('aria-pressed', String(each.getAttribute('data-token') === (chosen ?? '')));
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
      ...names.labels(placement),
    });
  }

  /** Why the engine does not take a position, empty if it does. @param {string} position */
  function why(position) {
    try {
      newGame(engine, { ...record, start: position }).free();
      return '';
    } catch (thrown) {
      return `${t('problem.bad_position')} ${tell(thrownFault(thrown))}`;
    }
  }

  const query = () => queryOf({ ...record, start: edit.text, moves: [] });
  const reset = (/** @type {string} */ to) => {
    edit = new PositionEdit(to, grid);
    draw();
  };
  text.addEventListener('change', () => reset(text.value.trim()));
  frame.setup.replaceChildren(
    h('h2', {}, t('setup.title')),
    h('p', { class: 'owed' }, t('setup.about')),
    pieces,
    state.host,
    h(
      'div',
      { class: 'tools' },
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
      button('play', () => location.assign(`/local?${query()}`), plays ? 'button--main' : ''),
      button('study', () => location.assign(`/analysis?${query()}`), plays ? '' : 'button--main'),
      button('share', () => location.assign(`/?${query()}`)),
    ),
  );
  frame.setup.hidden = false;
  draw();
  load(() => Promise.all([import('./faults.js'), loadWords('faults')])).then((loaded) => {
    if (!loaded) return;
    tell = loaded[0].faultText;
    draw();
  });
}
