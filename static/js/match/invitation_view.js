// The invitation over the board of a table with a free seat: for whoever follows the link who invites to what, and the
// one button that takes the seat; for whoever waits there the ways to send the link.

import { keepAim } from '../ui/aim.js';
import { byId, setAttribute, setText } from '../ui/dom.js';
import { playerName } from '../game/player_name.js';
import { loadWords, pick, t } from '../i18n/i18n.js';
import { clockText } from '../ui/time_text.js';
import { levelFor } from '../game/computer.js';
import { load } from '../ui/load.js';
import { createMatch } from '../net/api.js';
import { Arrival } from './arrival.js';
import { opponent } from './model.js';

/** How long somebody waits before the company of a computer player is offered, in milliseconds. */
const ALONE = 8_000;

/** How long, in milliseconds, the card waits for what belongs on it, so that its button does not move once it is seen. */
const COMPLETE_WITHIN = 1_500;

export class InvitationView {
  #card = byId('invite');
  #join = byId('join');
  #link = /** @type {HTMLInputElement} */ (byId('room-link'));
  /** Whether the card has been shown before. */
  #known = false;
  #computer = byId('invite-computer');
  /** Whether the course of the game was offered, or could not be. */
  #offered = false;
  /** Whether all that belongs on the card is there, or is not waited for any more. */
  #complete = false;
  arrival = new Arrival();

  /**
   * @param {object} acts
   * @param {() => void} acts.join
   * @param {() => void} acts.leave the card goes, and the focus in it
   * @param {() => void} acts.changed the card can be shown now
   */
  constructor(acts) {
    this.acts = acts;
    setTimeout(() => this.#show(), COMPLETE_WITHIN);
    this.#join.addEventListener('click', acts.join);
    keepAim(this.#card);
    byId('copy').addEventListener('click', () => this.#copy());
    const share = byId('share');
    // Phones have a better way to send a link than copying it.
    share.hidden = typeof navigator.share !== 'function';
    byId('copy').classList.toggle('button--main', share.hidden);
    share.addEventListener('click', () => {
      // Closing the sheet of the phone without sharing is no error.
      navigator
        .share({ title: document.title, text: byId('invite-title').textContent ?? '', url: this.#link.value })
        .catch(() => undefined);
    });
  }

  /**
   * @param {import('../game/match_scene.js').Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   */
  draw(page, match) {
    const { model, names, state } = page;
    this.arrival.draw(page, match);
    // Whoever has asked for the seat, or has it already, sees the board: what they press there is kept.
    const joined = state.seat !== null && match.players[opponent(state.seat)] !== null;
    const open = match.state === 'open' && state.joining === null && !joined;
    if (!open && this.#card.contains(document.activeElement)) this.acts.leave();
    this.#card.hidden = !open || !this.#complete;
    if (!open) return;
    const free = match.players.first ? 'second' : 'first';
    const side = state.seat ?? free;
    // What stands in brackets itself has none within.
    const gloss = pick(names.info?.gloss).replace(/[（(].*[)）]$/, '');
    const game = gloss ? t('room.game', { game: names.title, gloss }) : names.title;
    const host = playerName(match.players[opponent(side)]);
    const challenged = match.invited && !model.canJoin ? playerName(match.invited) : '';
    const gone = state.left && !model.canJoin ? playerName(state.left) : '';
    const title = gone ? 'invite.left' : challenged ? 'invite.challenged' : model.canJoin ? 'invite.guest' : 'invite.host';
    setText(byId('invite-title'), t(title, { game, name: gone || challenged || host }));
    setText(byId('invite-terms'), t('invite.terms', { clock: clockText(match.clock), side: names.side(side) }));
    const goal = pick(names.ruleset?.goal);
    byId('invite-goal').hidden = !goal || !model.canJoin;
    setText(byId('invite-goal'), goal);
    this.#offerCourse(names);
    this.#join.hidden = !model.canJoin;
    setText(this.#join, t('invite.join', { side: names.side(side) }));
    // Nobody else can follow the link of a challenge.
    byId('invite-link').hidden = model.canJoin || challenged !== '';
    byId('invite-listed').hidden = model.canJoin || match.visibility !== 'public';
    if (model.canJoin || !this.#complete) return;
    this.#link.value ||= `${location.origin}/m/${match.id}`;
    setAttribute(byId('invite-code'), 'src', `/m/${match.id}/qr.svg`);
    if (!this.#known) this.#keepCompany(match);
    if (!this.#known && document.activeElement === document.body) this.#focus();
    this.#known = true;
  }

  /** Who meets the game for the first time may learn it first. @param {import('../game/names.js').Names} names */
  async #offerCourse({ info, rulesetId }) {
    if (!info || this.#offered) return;
    this.#offered = true;
    const loaded = await load(() => Promise.all([import('../course/course_offer.js'), loadWords('course')]));
    if (loaded) byId('invite-listed').after(loaded[0].courseOffer(info, rulesetId, { beside: true, leave: () => this.#focus() }));
    this.#show();
  }

  #show() {
    if (this.#complete) return;
    this.#complete = true;
    this.acts.changed();
  }

  /** Puts the focus on the one thing to do. */
  #focus() {
    const act = this.#join.hidden ? byId(byId('share').hidden ? 'copy' : 'share') : this.#join;
    act.focus({ preventScroll: true });
  }

  /**
   * Offers whoever waits a game with a computer player, in a tab of its own: this one keeps the place.
   *
   * @param {import('../net/protocol.js').Snapshot} match
   */
  #keepCompany({ game, ruleset, options }) {
    setTimeout(() => (this.#computer.hidden = false), ALONE);
    this.#computer.addEventListener('click', async () => {
      // Opened by the press itself: later the browser would take it for an advertisement.
      const tab = window.open('', '_blank');
      const made = await createMatch({ game, ruleset, options, computer: levelFor(game) }).catch(() => null);
      if (made && tab) tab.location.replace(made.url);
      else tab?.close();
    });
  }

  async #copy() {
    this.#link.select();
    try {
      await navigator.clipboard.writeText(this.#link.value);
      setText(byId('copy'), t('match.copied'));
    } catch {
      // Without permission the link stays selected, to be copied by hand.
    }
  }
}
