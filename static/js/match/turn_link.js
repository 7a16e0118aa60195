// Play by link: in correspondence, where players need not be present, the page's address changes with each move, so that a
// messenger shows the present position, and the player who has moved can send it on.

import { style } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { effect, h, show, signal } from '../ui/view.js';
import { planned } from '../net/plans.js';
import { opponent } from './model.js';

/** @typedef {import('../net/protocol.js').Snapshot} Snapshot */

/**
 * Whether a match may be played by sending its link to and fro.
 *
 * @param {Pick<Snapshot, 'clock' | 'players' | 'state'>} match
 */
export const isByLink = ({ clock, players, state }) =>
  state === 'live' && clock.kind === 'correspondence' && !players.first?.computer && !players.second?.computer;

/**
 * The address of a moment of a match.
 *
 * @param {string} id
 * @param {number} ply
 */
export const momentPath = (id, ply) => `/m/${id}?p=${ply}`;

/**
 * @param {HTMLElement} host
 * @param {import('./store.js').MatchStore} store
 * @param {() => Promise<import('../net/api.js').GameInfo | undefined>} info of the game
 */
export function showTurnLink(host, { moment }, info) {
  /** The visitor's plan, as the server has it. */
  const plan = signal(/** @type {import('../net/plans.js').Plan | null} */ (null));
  /** The moment whose link was copied. */
  const copied = signal(/** @type {import('./store.js').Moment | null} */ (null));
  /** After how many actions the plan was asked for. */
  let asked = -1;
  /** Whether there was a plan since the page came. */
  let isPlanned = true;
  const ask = async (/** @type {string} */ id, /** @type {number} */ ply) => {
    asked = ply;
    const known = (await planned(id).catch(() => null)) ?? plan.peek();
    isPlanned = known === null || known.lines.length + known.fired.length > 0;
    plan.value = known;
  };
  const openPlan = async () => {
    const [game, now] = [await info(), moment.peek()];
    const loaded = await load(() => Promise.all([import('./plan_dialog.js'), loadWords('plan'), style('css/plan.css')]));
    const { match, page } = now ?? {};
    if (game && match && page?.state.seat) loaded?.[0].openPlan(match, game, page.state.seat, () => ask(match.id, match.ply));
  };
  const send = async (/** @type {string} */ name, /** @type {string} */ path) => {
    const text = t('turn.yours', { name });
    const url = location.origin + path;
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title: document.title, text, url });
      await navigator.clipboard.writeText(`${text} ${url}`);
      copied.value = moment.peek();
    } catch {
      // The sheet of the phone was closed, or nothing may be copied: the address bar has it.
    }
  };
  effect(() => {
    const { match, page } = moment.value ?? {};
    if (!match || !isByLink(match)) return;
    const path = momentPath(match.id, match.ply);
    if (location.pathname + location.search !== path) history.replaceState(history.state, '', path);
    if (page?.state.seat && isPlanned && asked !== match.ply) ask(match.id, match.ply);
  });
  host.className = 'turn-links';
  show(host, () => {
    const { match, page, timeline } = moment.value ?? {};
    if (!match || !page || !isByLink(match)) return null;
    const { names, state } = page;
    const { ply } = match;
    const other = opponent(state.seat ?? 'first');
    const name = playerName(match.players[other]);
    const kept = plan.value;
    const lines = kept?.ply === ply ? kept.lines.length : 0;
    // Until the visitor has moved again.
    const moves = (kept?.fired ?? [])
      .filter((at) => at >= ply - 2)
      .map((at) => names.action(match.moves[at] ?? '', timeline?.at(at + 1).written));
    const button = (/** @type {string} */ id, /** @type {boolean} */ hidden, /** @type {() => unknown} */ click, text = '') =>
      h('button', { class: 'button turn-link', 'data-testid': id, hidden, click }, text);
    const theirs = state.seat !== null && match.turn === other;
    const label = t('turn.plan');
    return [
      button(
        'turn-link',
        !theirs,
        () => send(name, momentPath(match.id, ply)),
        copied.value === moment.value ? t('turn.copied') : t('turn.send', { name }),
      ),
      button('plan-open', state.seat === null, openPlan, lines > 0 ? t('say.of', { name: label, value: lines }) : label),
      h(
        'p',
        { class: 'turn-played', 'data-testid': 'plan-played', role: 'status', hidden: moves.length === 0 },
        t('plan.fired', { moves: moves.join(' ') }),
      ),
    ];
  });
}
