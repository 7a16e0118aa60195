// @ts-check
// The replay of a stored game.

import { drawingOf, kingOf, stillScene } from './board/scene.js';
import { BoardView } from './board/render.js';
import { byId, h, setText } from './dom.js';
import { loadEngine, newGame } from './engine.js';
import { descriptor } from './games/index.js';
import { hasText, language, t } from './i18n/i18n.js';
import { MovesView } from './match/moves_view.js';
import { Names } from './match/names.js';
import { PlayerStrip } from './match/players_view.js';
import { eventText, resultText } from './match/sentences.js';
import { Timeline } from './match/timeline.js';
import { archived, games, match as fetchMatch, Problem } from './net/api.js';
import { clockText, startPage } from './page.js';
import { plyFromHash, stepFrom, stepOfKey } from './replay/cursor.js';

/** @typedef {import('./net/api.js').ArchiveGame} ArchiveGame */

/** The pace of playing by itself, in milliseconds a move. */
const PACE = 1_100;

startPage(null);
const id = location.pathname.split('/')[2] ?? '';

/**
 * The game, from the archive or, before it is stored, from the match itself.
 *
 * @returns {Promise<ArchiveGame>}
 */
async function load() {
  try {
    return await archived(id);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    const snapshot = await fetchMatch(id);
    return {
      ...snapshot,
      reason: snapshot.reason ?? '',
      plies: snapshot.ply,
      started_at: snapshot.created_at,
      ended_at: 0,
    };
  }
}

async function begin() {
  const [game, catalogue, engine] = await Promise.all([load(), games(), loadEngine()]);
  const drawn = descriptor(game.game);
  if (!drawn) throw new Problem('unknown_game', 404, '');
  const info = catalogue.games.find((known) => known.id === game.game);
  const names = new Names(info, game.ruleset, drawn);
  const timeline = new Timeline(newGame(engine, game), drawn.notation);
  timeline.sync(game.moves);
  show(game, names, timeline, info?.notations ?? []);
}

/**
 * @param {ArchiveGame} game
 * @param {Names} names
 * @param {Timeline} timeline
 * @param {string[]} notations
 */
function show(game, names, timeline, notations) {
  const plies = timeline.ply;
  const board = new BoardView(byId('board'), { label: t('match.board', { game: names.title }) });
  const top = new PlayerStrip(byId('player-top'));
  const bottom = new PlayerStrip(byId('player-bottom'));
  const slider = /** @type {HTMLInputElement} */ (byId('slider'));
  const moves = new MovesView(byId('moves'), (wanted) => go(wanted));
  let ply = plyFromHash(location.hash, plies);
  let flipped = false;
  let frame = 0;
  /** @type {ReturnType<typeof setInterval> | null} */
  let playing = null;

  function draw() {
    frame = 0;
    const entry = timeline.at(ply);
    const scene = stillScene(names.game, game.ruleset, entry.position, flipped);
    board.draw({
      ...scene,
      drawing: drawingOf(names.game, game.ruleset, entry.position),
      action: entry.action,
      captured: entry.captures.map(({ at }) => at),
      check: entry.check ? kingOf(names.game, scene.placement, entry.turn) : null,
      label: (point) => names.point(scene.placement, point),
      handLabel: (side, role, count) => t('say.hand', { side: names.side(side), piece: t(`piece.${role}`), count }),
    });
    drawPlayers(entry);
    moves.draw(timeline, names, ply);
    slider.value = String(ply);
    slider.setAttribute('aria-valuetext', t('replay.ply', { ply, plies }));
    setText(byId('ply'), t('replay.ply', { ply, plies }));
    setText(byId('event'), eventText(timeline, ply, names) || t('rules.start'));
    for (const [name, disabled] of /** @type {const} */ ([
      ['first', ply === 0],
      ['back', ply === 0],
      ['forward', ply === plies],
      ['last', ply === plies],
    ])) {
      /** @type {HTMLButtonElement} */ (byId(name)).disabled = disabled;
    }
  }

  /** @param {import('./match/timeline.js').Entry} entry */
  function drawPlayers(entry) {
    const tints = names.game.tints(game.ruleset);
    const strip = (/** @type {PlayerStrip} */ host, /** @type {'first' | 'second'} */ side) =>
      host.draw({
        side,
        sideName: names.side(side),
        tint: tints[side],
        name: game.players[side]?.name ?? '—',
        you: false,
        present: null,
        turn: ply < plies && entry.turn === side,
        detail: game.result === side ? t('result.win', { side: names.side(side) }) : '',
        credit: '',
      });
    strip(top, flipped ? 'first' : 'second');
    strip(bottom, flipped ? 'second' : 'first');
  }

  function redraw() {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  /** @param {number} wanted */
  function go(wanted) {
    if (wanted !== ply) {
      ply = wanted;
      slider.value = String(ply);
      // Replaced, not pushed: leafing through a game should not fill the history.
      history.replaceState(null, '', `#${ply}`);
    }
    redraw();
  }

  function stop() {
    if (playing !== null) clearInterval(playing);
    playing = null;
    setAuto();
  }

  function setAuto() {
    const auto = byId('auto');
    auto.setAttribute('aria-pressed', String(playing !== null));
    auto.setAttribute('aria-label', t(playing !== null ? 'replay.stop' : 'replay.auto'));
  }

  function toggleAuto() {
    if (playing !== null) {
      stop();
      return;
    }
    if (ply === plies) go(0);
    playing = setInterval(() => {
      go(stepFrom(ply, plies, 'forward'));
      if (ply === plies) stop();
    }, PACE);
    setAuto();
  }

  const step = (/** @type {'first' | 'back' | 'forward' | 'last'} */ name) => {
    stop();
    go(stepFrom(ply, plies, name));
  };
  for (const name of /** @type {const} */ (['first', 'back', 'forward', 'last']))
    byId(name).addEventListener('click', () => step(name));
  byId('auto').addEventListener('click', toggleAuto);
  byId('flip').addEventListener('click', () => {
    flipped = !flipped;
    redraw();
  });
  slider.max = String(plies);
  slider.addEventListener('input', () => {
    stop();
    go(Number(slider.value));
  });
  document.addEventListener('keydown', (event) => {
    const wanted = stepOfKey(event.key);
    const target = /** @type {Element} */ (event.target);
    if (!wanted || event.altKey || event.ctrlKey || event.metaKey || target.closest('select, input')) return;
    event.preventDefault();
    step(wanted);
  });
  addEventListener('hashchange', () => go(plyFromHash(location.hash, plies)));

  writeFacts(game, names, notations);
  setAuto();
  draw();
}

// Programs of old expect a `.kif` in the encoding of old; a `.kifu` is the same in UTF-8.
const ENCODINGS = /** @type {Record<string, string>} */ ({ kif: '?encoding=shift_jis' });

/**
 * @param {ArchiveGame} game
 * @param {Names} names
 * @param {string[]} notations
 */
function writeFacts(game, names, notations) {
  const date =
    game.started_at > 0 ? new Date(game.started_at).toLocaleDateString(language(), { dateStyle: 'long' }) : '';
  setText(byId('game-name'), names.title);
  setText(byId('game-detail'), [names.setting(game.options), clockText(game.clock), date].filter(Boolean).join(' · '));
  setText(byId('result'), resultText(game, names, null));
  byId('result').setAttribute('data-result', game.result ?? 'none');
  byId('result').setAttribute('data-reason', game.reason);
  byId('again').setAttribute('href', `/#${game.game}`);
  byId('downloads').append(
    ...['json', ...notations].map((notation) =>
      h(
        'a',
        {
          href: `/api/archive/${encodeURIComponent(id)}.${notation}${ENCODINGS[notation] ?? ''}`,
          download: `yiguan-${id}.${notation}`,
          'data-testid': `download-${notation}`,
        },
        notation.toUpperCase(),
      ),
    ),
  );
  document.title = `${names.title} · ${game.players.first?.name ?? ''} – ${game.players.second?.name ?? ''} · ${t('site.name')}`;
}

begin().catch((error) => {
  const code = error instanceof Problem ? error.code : 'internal';
  setText(
    byId('result'),
    code === 'not_found' ? t('replay.missing') : t(hasText(`problem.${code}`) ? `problem.${code}` : 'problem.internal'),
  );
  byId('transport').hidden = true;
  byId('slider').hidden = true;
});
