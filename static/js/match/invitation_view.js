// The invitation over the board of a table with a free seat: a visitor with the link sees who invites them to which game,
// and the one button that takes the seat; a player who waits there gets the ways to send the link.

import { keepAim } from '../ui/aim.js';
import { playerName } from '../game/player_name.js';
import { loadWords, pick, t } from '../i18n/i18n.js';
import { clockText } from '../ui/time_text.js';
import { levelFor } from '../game/computer.js';
import { load } from '../ui/load.js';
import { createMatch } from '../net/api.js';
import { h, show, signal } from '../ui/view.js';
import { showArrival } from './arrival.js';
import { linkSender } from './invitation_link.js';
import { opponent } from './model.js';

/** @typedef {import('./store.js').Moment} Moment */

/** How long a host waits before a computer player is offered, in milliseconds. */
const ALONE = 8_000;

/** How long, in milliseconds, the card waits for all that belongs on it, so that its button does not move once it is seen. */
const COMPLETE_WITHIN = 1_500;

/**
 * @param {HTMLElement} host
 * @param {import('./store.js').MatchStore} store
 * @param {object} acts
 * @param {() => void} acts.join
 * @param {() => void} acts.leave the card goes, and the focus in it
 */
export function showInvitation(host, store, acts) {
  const { moment } = store;
  const { permission, ask } = showArrival(store);
  /** Whether all that belongs on the card is there, or is not waited for any more. */
  const isComplete = signal(false);
  const isAlone = signal(false);
  const sending = linkSender(host);
  const course = signal(/** @type {HTMLElement | ''} */ (''));
  let isOffered = false;
  let isKnown = false;
  keepAim(host);
  setTimeout(() => (isComplete.value = true), COMPLETE_WITHIN);
  /** Puts the focus on the one thing to do. */
  const focus = () => /** @type {HTMLElement | null} */ (host.querySelector('[data-main]'))?.focus({ preventScroll: true });

  /** A visitor who meets the game for the first time may learn it first. @param {import('../game/names.js').Names} names */
  const offerCourse = async ({ info, rulesetId }) => {
    if (!info || isOffered) return;
    isOffered = true;
    const loaded = await load(() => Promise.all([import('../course/course_offer.js'), loadWords('course')]));
    course.value = loaded?.[0].courseOffer(info, rulesetId, { beside: true, leave: focus }) ?? '';
    isComplete.value = true;
  };

  /** The other acts of a player who waits. @param {Moment} moment */
  const waiting = ({ match }) => [
    isAlone.value &&
      h(
        'button',
        { class: 'button', id: 'invite-computer', 'data-testid': 'invite-computer', click: () => playComputer(match) },
        t('invite.computer'),
      ),
    match.visibility === 'public' && h('p', { class: 'player-detail', id: 'invite-listed' }, t('invite.listed')),
  ];

  show(
    host,
    () => {
      const now = moment.value;
      if (!now) return null;
      const { page, match } = now;
      const { model, names, state } = page;
      // A visitor who has asked for the seat, or has it already, sees the board: their presses there are stored.
      const hasJoined = state.seat !== null && match.players[opponent(state.seat)] !== null;
      const isOpen = match.state === 'open' && state.joining === null && !hasJoined;
      if (!isOpen && host.contains(document.activeElement)) acts.leave();
      host.hidden = !isOpen || !isComplete.value;
      if (!isOpen) return null;
      const side = names.side(sideOf(now));
      const goal = model.canJoin && pick(names.ruleset?.goal);
      return [
        h('h2', { id: 'invite-title' }, invited(now)),
        h(
          'p',
          { class: 'invite-terms', id: 'invite-terms' },
          t('invite.terms', {
            clock: clockText(match.clock),
            rated: t(match.rated ? 'game.rated' : 'game.casual'),
            side,
          }),
        ),
        goal && h('p', { id: 'invite-goal' }, goal),
        model.canJoin &&
          h(
            'button',
            {
              class: 'button button--main button--big',
              id: 'join',
              'data-testid': 'join',
              'data-main': true,
              click: acts.join,
            },
            t('invite.join', { side }),
          ),
        // No other player can follow the link of a challenge.
        !model.canJoin && !match.invited && isComplete.value && sending(match.id, invited(now)),
        !model.canJoin && waiting(now),
        course.value &&
          h('div', { key: 'course', ref: (/** @type {Element} */ place) => place.firstChild || place.append(course.value) }),
        !model.canJoin &&
          permission.value !== 'denied' &&
          h(
            'button',
            {
              class: 'button button--quiet',
              id: 'tell-me',
              'data-testid': 'tell-me',
              disabled: permission.value === 'granted',
              click: ask,
            },
            t(permission.value === 'granted' ? 'invite.told' : 'invite.tell'),
          ),
      ];
    },
    () => {
      if (moment.value?.match.state !== 'open') return;
      const { model, names } = moment.value.page;
      offerCourse(names);
      if (model.canJoin || !isComplete.value || isKnown) return;
      isKnown = true;
      setTimeout(() => (isAlone.value = true), ALONE);
      if (document.activeElement === document.body) focus();
    },
  );
}

/** The side that the visitor has, or would have. @param {Moment} moment */
const sideOf = ({ page: { state }, match }) => state.seat ?? (match.players.first ? 'second' : 'first');

/** Who invites to which game. @param {Moment} moment */
function invited(moment) {
  const { page, match } = moment;
  const { model, names, state } = page;
  // A gloss that stands in brackets has none within.
  const gloss = pick(names.info?.gloss).replace(/[（(].*[)）]$/, '');
  const game = gloss ? t('room.game', { game: names.title, gloss }) : names.title;
  if (model.canJoin) return t('invite.guest', { game, name: playerName(match.players[opponent(sideOf(moment))]) });
  if (state.left) return t('invite.left', { game, name: playerName(state.left) });
  if (match.invited) return t('invite.challenged', { game, name: playerName(match.invited) });
  return t('invite.host', { game, name: '' });
}

/**
 * Opens a game with a computer player in a tab of its own: this one keeps the seat.
 *
 * @param {import('../net/protocol.js').Snapshot} match
 */
async function playComputer({ game, ruleset, options }) {
  // Opened by the press itself: later the browser would take it for an advertisement.
  const tab = window.open('', '_blank');
  const made = await createMatch({ game, ruleset, options, computer: levelFor(game) }).catch(() => null);
  if (made && tab) tab.location.replace(made.url);
  else tab?.close();
}
