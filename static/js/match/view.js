// @ts-check
// Writes the match page: the players, the verdict, the offers, the invitation and the talk.

import { byId, h, setChildren, setText } from '../dom.js';
import { hasText, t } from '../i18n/i18n.js';
import { clockText } from '../page.js';
import { shownTime } from './clock.js';
import { isBare } from './lead.js';
import { opponent } from './model.js';
import { PlayerStrip } from './players_view.js';
import { duty, resultText, ruleText, statusText } from './sentences.js';
import { heard } from './state.js';

/** @typedef {import('./state.js').MatchState} MatchState */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./names.js').Names} Names */
/** @typedef {import('../net/protocol.js').Side} Side */
/** @typedef {import('../games/index.js').Placement} Placement */

/**
 * Everything the page shows at one moment.
 *
 * @typedef {object} Page
 * @property {MatchState} state
 * @property {Model} model
 * @property {Names} names
 * @property {Placement} placement of the position on the board
 * @property {string[]} legal
 * @property {import('./lead.js').Lead} lead
 * @property {boolean} check
 * @property {boolean} flipped
 * @property {{rule: string, squares: string[], note?: string} | null} asked what the engine said of an action that was tried, and what it would bring back
 * @property {boolean} engineFailed
 * @property {string} event what the shown action did
 * @property {string} standing how often the position has stood, if not for the first time
 */

/**
 * @typedef {object} Acts
 * @property {() => void} join
 * @property {(offer: import('../net/protocol.js').Offer, answer: 'accept' | 'decline') => void} answer
 * @property {(word: string) => void} word
 * @property {() => void} claim
 */

export class MatchView {
  #offers = '';
  #words = '';
  #chat = '';
  /** @type {Record<string, HTMLElement>} the offers by what they are and who made them */
  #rows = {};
  /** @type {Record<number, HTMLElement>} the lines of the chat by their numbers */
  #lines = {};
  /** The last line of the chat that was in sight. @type {number | null} */
  #seen = null;

  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.top = new PlayerStrip(byId('player-top'));
    this.bottom = new PlayerStrip(byId('player-bottom'));
    byId('join').addEventListener('click', () => acts.join());
  }

  /** @param {Page} page */
  draw(page) {
    const { match } = page.state;
    if (!match) return;
    this.#about(page, match);
    this.#players(page, match);
    this.#verdict(page, match);
    this.#drawOffers(page);
    this.#drawWords(page);
    this.#invite(page, match);
    this.#talk(match, page);
  }

  /**
   * @param {Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   */
  #about({ names }, match) {
    setText(byId('game-name'), names.title);
    setText(byId('game-detail'), [names.setting(match.options), clockText(match.clock)].filter(Boolean).join(' · '));
  }

  /**
   * @param {Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   */
  #players(page, match) {
    const tints = page.names.game.tints(match.ruleset);
    const lines = heard(match, page.state.seat);
    const last = lines.at(-1)?.seq ?? 0;
    if (this.#seen === null || (last > this.#seen && talkInSight())) this.#seen = last;
    const unseen = lines.filter(({ seq }) => seq > (this.#seen ?? last));
    const draw = (/** @type {PlayerStrip} */ strip, /** @type {Side} */ side) => {
      const { credit } = page.state;
      const credited = match.state === 'live' && credit.side === side && credit.ms >= 100;
      strip.draw({
        side,
        sideName: page.names.side(side),
        tint: tints[side],
        name: match.players[side]?.name ?? (match.state === 'over' ? '—' : null),
        you: page.state.seat === side,
        present: match.players[side] ? match.presence[side] : null,
        turn: page.model.turn === side,
        detail: stonesText(page, side),
        said: page.state.seat === side ? '' : (unseen.findLast(({ by }) => by === side)?.text ?? ''),
        credit: credited ? (credit.ms / 1000).toFixed(1) : '',
      });
    };
    draw(this.top, page.flipped ? 'first' : 'second');
    draw(this.bottom, page.flipped ? 'second' : 'first');
  }

  /**
   * @param {MatchState} state
   * @param {boolean} flipped
   * @param {number} serverNow
   */
  drawClocks(state, flipped, serverNow) {
    const draw = (/** @type {PlayerStrip} */ strip, /** @type {Side} */ side) =>
      strip.drawClock(state.clock ? shownTime(state.clock, side, serverNow) : null, state.clock?.running === side);
    draw(this.top, flipped ? 'first' : 'second');
    draw(this.bottom, flipped ? 'second' : 'first');
  }

  /**
   * @param {Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   */
  #verdict(page, match) {
    const over = match.state === 'over';
    const mine = page.model.turn !== null && page.model.turn === page.state.seat;
    const status = byId('status');
    setText(status, statusText(page, match));
    status.classList.toggle('status--mine', mine);
    status.hidden = over;
    const result = byId('result');
    result.hidden = !over;
    setText(result, over ? resultText(match, page.names, page.state.seat) : '');
    result.setAttribute('data-result', over ? (match.result ?? 'none') : '');
    result.setAttribute('data-reason', over ? (match.reason ?? '') : '');
    setText(byId('event'), page.event);
    const owed = byId('owed');
    const owes = duty(page);
    owed.hidden = owes === '';
    owed.classList.toggle('owed--mine', mine);
    setText(owed, owes);
    const refusal = byId('refusal');
    const refused = refusalText(page);
    refusal.hidden = refused === '';
    setText(refusal, refused);
    const delivery = byId('delivery');
    const state = over ? null : page.model.delivery;
    setText(delivery, state ? t(`status.${state}`) : '');
    if (state) delivery.setAttribute('data-state', state);
    else delivery.removeAttribute('data-state');
  }

  /** @param {Page} page */
  #drawOffers({ model, state }) {
    const { match } = state;
    const shown = JSON.stringify([model.offers, model.canClaim, match?.rematch]);
    if (shown === this.#offers || !match) return;
    this.#offers = shown;
    /** @param {import('./model.js').Model['offers'][number]} offer */
    const row = ({ offer, mine, by }) => {
      const name = match.players[by]?.name ?? '';
      const button = (/** @type {'accept' | 'decline'} */ answer) =>
        h(
          'button',
          {
            class: answer === 'accept' ? 'button button--main' : 'button',
            'data-testid': `${answer}-${offer}`,
            click: () => this.acts.answer(offer, answer),
          },
          t(`act.${answer}`),
        );
      return h(
        'div',
        { class: 'offer', 'data-testid': `offer-${offer}` },
        h('p', {}, t(`offer.${offer}.${mine ? 'out' : 'in'}`, { name })),
        ...(mine ? [] : [button('accept'), button('decline')]),
      );
    };
    // One that stands already is left alone: somebody may be about to press it.
    const rows = model.offers.map((offer) => (this.#rows[JSON.stringify(offer)] ??= row(offer)));
    if (model.canClaim && state.seat) {
      const claim = h(
        'button',
        { class: 'button button--main', 'data-testid': 'claim', click: () => this.acts.claim() },
        t('act.claim'),
      );
      rows.push(
        h(
          'div',
          { class: 'offer' },
          h('p', {}, `${match.players[opponent(state.seat)]?.name ?? ''}: ${t('match.away')}`),
          claim,
        ),
      );
    }
    if (match.rematch) {
      rows.push(
        h(
          'div',
          { class: 'offer' },
          h(
            'a',
            { class: 'button button--main', 'data-testid': 'next-match', href: `/m/${match.rematch}` },
            t('act.next'),
          ),
        ),
      );
    }
    setChildren(byId('offers'), rows);
  }

  /**
   * Actions that touch no point of the board.
   *
   * @param {Page} page
   */
  #drawWords({ legal, model }) {
    const words = model.canPlay ? legal.filter(isBare) : [];
    const shown = words.join();
    if (shown === this.#words) return;
    this.#words = shown;
    const host = byId('words');
    host.hidden = words.length === 0;
    host.replaceChildren(
      ...words.map((word) =>
        h(
          'button',
          { class: 'button button--main', 'data-testid': word, click: () => this.acts.word(word) },
          hasText(`act.${word}`) ? t(`act.${word}`) : word,
        ),
      ),
    );
  }

  /**
   * @param {Page} page
   * @param {import('../net/protocol.js').Snapshot} match
   */
  #invite({ model, names, state }, match) {
    byId('invite').hidden = match.state !== 'open';
    const join = byId('join');
    join.hidden = !model.canJoin;
    byId('invite-link').hidden = model.canJoin;
    byId('invite-listed').hidden = model.canJoin || match.visibility !== 'public';
    setText(byId('invite-text'), t(model.canJoin ? 'match.open.other' : 'match.open.mine'));
    if (model.canJoin) setText(join, t('match.join', { side: names.side(match.players.first ? 'second' : 'first') }));
    const link = /** @type {HTMLInputElement} */ (byId('room-link'));
    if (link.value === '') link.value = `${location.origin}/m/${state.match?.id}`;
  }

  /**
   * @param {import('../net/protocol.js').Snapshot} match
   * @param {Page} page
   */
  #talk(match, { names, state }) {
    const watchers = match.presence.watchers;
    const parts = [watchers > 0 ? t('match.watchers', { count: watchers }) : '', state.seat ? '' : t('match.watching')];
    setText(byId('watchers'), parts.filter(Boolean).join(' · '));
    const place = t(state.seat ? 'match.chat.players' : 'match.chat.watchers');
    byId('chat-text').setAttribute('placeholder', place);
    byId('chat-text').setAttribute('aria-label', place);
    const heardLines = heard(match, state.seat);
    // Before the catalogue is there, sides have no names.
    const shown = `${heardLines.length}:${heardLines.at(-1)?.seq ?? 0}:${names.info}`;
    if (shown === this.#chat) return;
    this.#chat = shown;
    const lines = byId('chat-lines');
    const line = (/** @type {import('../net/protocol.js').ChatLine} */ { by, name, text }) =>
      h('li', {}, h('span', { class: 'chat-name' }, by ? `${name} (${names.side(by)})` : name), h('span', {}, text));
    setChildren(lines, heardLines.map((said) => (this.#lines[names.info ? said.seq : -said.seq] ??= line(said))));
    lines.scrollTop = lines.scrollHeight;
  }
}

/**
 * How many stones a side has still to place, or has on the board.
 *
 * @param {Page} page
 * @param {Side} side
 */
function stonesText({ placement, names }, side) {
  const reserve = placement.reserve?.[side];
  if (reserve !== undefined && reserve > 0) return t('match.reserve', { count: reserve });
  if (names.game.shape !== 'stone') return '';
  let count = 0;
  for (const piece of placement.pieces.values()) count += piece.side === side ? 1 : 0;
  return t('match.stones', { count });
}

/** @param {Page} page */
function refusalText({ asked, state, names, engineFailed }) {
  if (state.refusal) {
    const { code, rule } = state.refusal;
    if (rule && hasText(`rule.${rule}`)) return ruleText(rule, names.points(state.refusal.squares));
    const key = [`nack.${code}`, `problem.${code}`].find(hasText);
    return key ? t(key) : code;
  }
  if (asked) {
    if (hasText(asked.rule)) return t(asked.rule);
    if (!hasText(`rule.${asked.rule}`)) return t('nack.illegal');
    const reason = ruleText(asked.rule, names.points(asked.squares));
    return [reason, asked.note].filter(Boolean).join(' · ');
  }
  return engineFailed ? t('match.noengine') : '';
}

/** Whether whoever sits here sees the talk, as it is laid out now: an observer would tell a frame too late. */
function talkInSight() {
  const { top, bottom } = byId('chat-lines').getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}
