// @ts-check
// A figure of the rules: a position, the action it is about, and what the engine says of it.

import { BoardView } from '../board/render.js';
import { kingOf, stillScene } from '../board/scene.js';
import { h, setText } from '../dom.js';
import { loadEngine, newGame } from '../engine.js';
import { descriptor } from '../games/index.js';
import { hasText, pick, t } from '../i18n/i18n.js';
import { Names } from '../match/names.js';
import { resultText } from '../match/sentences.js';
import { Timeline } from '../match/timeline.js';

/**
 * As in `static/rules/<game>.json`; a test of the engine plays every one.
 *
 * @typedef {object} Figure
 * @property {string} id
 * @property {string} ruleset
 * @property {Record<string, string>} [options]
 * @property {string} position
 * @property {string[]} [moves] played before, where the history matters
 * @property {string} action
 * @property {{refused?: string, squares?: string[]}} expect
 * @property {import('../net/api.js').Text} caption
 */

/**
 * The figures that were drawn for a game; none if nobody did.
 *
 * @param {string} id
 * @returns {Promise<Figure[]>}
 */
export async function loadFigures(id) {
  try {
    const response = await fetch(`/rules/${id}.json`);
    return response.ok ? ((await response.json()).figures ?? []) : [];
  } catch {
    return [];
  }
}

/** @param {number} count of removals */
function earnedText(count) {
  if (count === 0) return '';
  return count === 1 ? t('owed.remove') : t('owed.remove.count', { count });
}

/**
 * @param {import('../net/api.js').GameInfo} info
 * @param {Figure} figure
 * @returns {HTMLElement}
 */
export function drawFigure(info, figure) {
  const game = descriptor(info.id);
  const picture = h('div', { class: 'figure-board' });
  const says = h('p', { class: 'figure-says', role: 'status' });
  const button = h('button', { class: 'button', type: 'button', 'data-testid': 'figure-play' });
  const element = h(
    'figure',
    { class: 'card', 'data-testid': 'figure', 'data-figure': figure.id },
    picture,
    h('figcaption', {}, h('p', {}, pick(figure.caption)), says, button),
  );
  if (!game) return element;
  const names = new Names(info, figure.ruleset, game);
  const view = new BoardView(picture, { label: pick(figure.caption) });
  let shown = false;

  /**
   * @param {string} position
   * @param {Partial<import('../board/render.js').Scene>} changes
   */
  function draw(position, changes = {}) {
    const still = stillScene(names.game, figure.ruleset, position);
    view.draw({ ...still, ...changes, label: (point) => names.point(still.placement, point) });
  }

  async function play() {
    const engine = await loadEngine();
    const start = { game: info.id, ruleset: figure.ruleset, options: figure.options ?? {}, start: figure.position };
    const timeline = new Timeline(newGame(engine, start));
    timeline.sync(figure.moves ?? []);
    return timeline;
  }

  async function before() {
    shown = false;
    setText(says, '');
    setText(
      button,
      t(figure.expect.refused ? 'rules.try' : 'rules.show', { move: names.action(figure.action, undefined) }),
    );
    if (!figure.moves?.length) {
      draw(figure.position);
      return;
    }
    const timeline = await play();
    draw(timeline.last.position);
    timeline.game.free();
  }

  async function after() {
    shown = true;
    setText(button, t('rules.back'));
    const timeline = await play();
    const refusal = timeline.refuse(figure.action);
    if (refusal) {
      draw(timeline.last.position, { refused: refusal.squares });
      setText(says, hasText(`rule.${refusal.rule}`) ? t(`rule.${refusal.rule}`) : refusal.rule);
    } else {
      timeline.sync([...(figure.moves ?? []), figure.action]);
      const { last } = timeline;
      const check = last.check ? kingOf(names.game, names.game.read(last.position), last.turn) : null;
      draw(last.position, { action: last.action, captured: last.captures.map(({ at }) => at), check });
      setText(says, outcome(timeline));
    }
    timeline.game.free();
  }

  /** @param {Timeline} timeline */
  function outcome(timeline) {
    const result = /** @type {string | undefined} */ (timeline.game.result());
    return [
      names.captures(timeline.last),
      earnedText(timeline.last.earned),
      timeline.last.check ? t('status.check') : '',
      result ? resultText({ result, reason: timeline.game.reason() ?? null }, names, null) : '',
    ]
      .filter(Boolean)
      .join(' · ');
  }

  button.addEventListener('click', () => (shown ? before() : after()));
  before();
  return element;
}
