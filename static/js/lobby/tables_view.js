// Shows the tables of the lobby: the visitor's own games, rows of the open ones, pictures of games in progress and of
// finished ones.

import { clockText, day, longTime, number } from '../ui/time_text.js';
import { PlayerRatings } from '../game/player_ratings.js';
import { boardIn } from '../game/lazy_board.js';
import { Names } from '../game/names.js';
import { playerName } from '../game/player_name.js';
import { resultText } from '../game/sentences.js';
import { descriptor } from '../games/index.js';
import { pick, t } from '../i18n/i18n.js';
import { effect, h, rows, show } from '../ui/view.js';
import { sorted } from './state.js';
import { hasTurn, isChallenged, makerAway, opponentOf, vacationOf } from '../game/summary.js';

/** @typedef {import('../net/protocol.js').MatchSummary} MatchSummary */
/** @typedef {import('../net/api.js').ArchiveSummary} ArchiveSummary */

/**
 * @param {import('./store.js').LobbyStore} store
 * @param {Record<'mine-section' | 'mine' | 'counts' | 'open-section' | 'alone-section' | 'live-section' | 'recent-section', HTMLElement>} sections
 * @param {object} acts
 * @param {(room: MatchSummary, button: HTMLButtonElement) => void} acts.join
 * @param {() => void} acts.invite
 * @param {() => void} acts.online
 */
export function showTables(store, sections, { join, invite, online }) {
  const { games, own, open, live, recent, visitor, lobby, only, taken } = store;
  const ratings = new PlayerRatings();

  const namesOf = (/** @type {MatchSummary | ArchiveSummary} */ room) => {
    const game = descriptor(room.game);
    return game ? new Names(games.get(room.game), room.ruleset, game, room.options) : null;
  };
  const rating = (/** @type {MatchSummary} */ room) => ratings.of(room, opponentOf(room, null));
  const picture = (/** @type {MatchSummary | ArchiveSummary} */ room, kind = 'row-picture') =>
    h('div', { class: kind, ref: (/** @type {Element | null} */ host) => host && boardIn(host, room) });
  const name = (/** @type {MatchSummary | ArchiveSummary} */ room) =>
    h('span', { class: 'room-name' }, namesOf(room)?.title ?? room.game);
  const detail = (/** @type {unknown[]} */ parts, more = '') =>
    h('span', { class: more ? `room-detail ${more}` : 'room-detail' }, parts.filter(Boolean).join(' · '));
  const act = (/** @type {string} */ id, /** @type {string} */ text, /** @type {(button: any) => unknown} */ press, more = {}) =>
    h(
      'button',
      {
        class: 'button button--main',
        'data-testid': id,
        click: (/** @type {MouseEvent} */ { currentTarget }) => press(currentTarget),
        ...more,
      },
      text,
    );

  const ownGame = (/** @type {MatchSummary} */ room) => {
    if (isChallenged(room, visitor.value)) return challenge(room);
    const waits = hasTurn(room, visitor.value);
    const vacation = vacationOf(room, visitor.value);
    const opponent = opponentOf(room, visitor.value);
    const status = room.invited
      ? t('lobby.challenged', { name: playerName(room.invited) })
      : t(room.state === 'open' ? 'lobby.waiting' : waits ? 'lobby.turn' : 'lobby.theirs');
    // The time of an opponent on vacation stands still.
    const left = room.deadline && (waits || !vacation) && t('lobby.left', { left: longTime(room.deadline - Date.now()) });
    return h(
      'li',
      { key: room.id, 'data-room': room.id },
      h(
        'a',
        { class: waits ? 'card room room--turn' : 'card room', href: `/m/${room.id}`, 'data-testid': 'own-game' },
        picture(room),
        h(
          'span',
          {},
          name(room),
          detail([opponent ? playerName(opponent) : clockText(room.clock), t(room.rated ? 'game.rated' : 'game.casual')]),
          detail([status, left, vacation && t('lobby.vacation', { day: day(vacation) })], 'room-status'),
        ),
      ),
    );
  };
  const challenge = (/** @type {MatchSummary} */ room) => {
    const side = (room.seat && namesOf(room)?.side(room.seat)) ?? '';
    const decline = async (/** @type {HTMLButtonElement} */ button) => {
      button.disabled = true;
      await store.decline(room);
      button.disabled = false;
    };
    return h(
      'li',
      { key: room.id, class: 'card room room--turn', 'data-testid': 'challenge', 'data-room': room.id },
      picture(room),
      h(
        'div',
        {},
        name(room),
        detail([clockText(room.clock), t(room.rated ? 'game.rated' : 'game.casual'), t('lobby.as', { side })]),
        detail([t('lobby.challenge', { name: playerName(opponentOf(room, null)) })], 'room-status'),
        h(
          'span',
          { class: 'room-acts' },
          act('challenge-accept', t('lobby.challenge.accept'), (button) => join(room, button)),
          act('challenge-decline', t('lobby.challenge.decline'), decline, { class: 'button' }),
        ),
      ),
    );
  };
  const openTable = (/** @type {MatchSummary} */ room) => {
    const names = namesOf(room);
    const host = playerName(opponentOf(room, null));
    const away = makerAway(room);
    return h(
      'li',
      { key: room.id, class: away ? 'card room room--away' : 'card room', 'data-testid': 'open-room', 'data-room': room.id },
      picture(room),
      h(
        'div',
        {},
        name(room),
        detail([clockText(room.clock), names?.setting(room.options)]),
        detail([
          away ? t('lobby.away', { name: host }) : host,
          rating(room),
          t(room.rated ? 'game.rated' : 'game.casual'),
          room.seat && names && t('lobby.as', { side: names.side(room.seat) }),
        ]),
      ),
      act('join-table', t('lobby.join'), (button) => join(room, button), {
        class: away ? 'button' : 'button button--main',
        'aria-label': t('lobby.join.name', { name: host, game: names?.title ?? '' }),
      }),
    );
  };
  const pictured = (
    /** @type {MatchSummary | ArchiveSummary} */ room,
    /** @type {string} */ href,
    /** @type {string[]} */ lines,
  ) =>
    h(
      'li',
      { key: room.id, 'data-room': room.id },
      h(
        'a',
        { class: 'card live', href },
        picture(room, 'game-picture'),
        h(
          'span',
          {},
          name(room),
          lines.filter(Boolean).map((line) => detail([line])),
        ),
      ),
    );

  const ownRows = rows(ownGame, () => [visitor.value]);
  const openRows = rows(openTable, (room) => [rating(room)]);
  const liveRows = rows((/** @type {MatchSummary} */ room) =>
    pictured(room, `/m/${room.id}`, [
      players(room),
      `${clockText(room.clock)} · ${t(room.rated ? 'game.rated' : 'game.casual')}`,
    ]),
  );
  const recentRows = rows((/** @type {ArchiveSummary} */ game) => {
    const names = namesOf(game);
    return pictured(game, `/g/${game.id}`, [
      players(game),
      game.sample ? t('game.sample') : '',
      names ? resultText(game, names, null) : '',
      t('lobby.plies', { count: game.plies }),
    ]);
  });

  effect(() => {
    if (lobby.value) sections['mine-section'].hidden = own.value.length === 0;
  });
  show(sections.mine, () => ownRows(own.value));
  show(sections.counts, () => {
    const counts = lobby.value?.counts;
    if (!counts) return null;
    return [
      act('online-open', t('lobby.online', { players: number(counts.players) }), online, {
        class: 'button',
        'aria-haspopup': 'dialog',
      }),
      h('span', { 'data-testid': 'counts' }, t('lobby.counts', { live: number(counts.live) })),
    ];
  });
  const choice = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {string} */ value,
    /** @type {(value: any) => void} */ choose,
    /** @type {[string, string][]} */ options,
  ) =>
    h(
      'select',
      {
        'data-testid': id,
        'aria-label': label,
        value,
        change: (/** @type {any} */ { target }) => choose(target.value),
      },
      options.map(([value, text]) => h('option', { value }, text)),
    );
  const choices = () =>
    h(
      'div',
      { class: 'only', hidden: !store.isMixed.value },
      choice('lobby-filter', t('lobby.filter'), only.value, (game) => store.choose(game), [
        ['', t('lobby.filter.all')],
        ...[...games.values()].map(({ id, name }) => /** @type {[string, string]} */ ([id, pick(name)])),
      ]),
      choice('lobby-kind', t('lobby.kind'), store.kind.value, (kind) => (store.kind.value = kind), [
        ['', t('lobby.kind.all')],
        ['rated', t('game.rated')],
        ['casual', t('game.casual')],
      ]),
      choice(
        'lobby-order',
        t('lobby.order'),
        store.order.value,
        (order) => (store.order.value = order),
        ['newest', 'rating', 'shortest'].map((order) => [order, t(`lobby.order.${order}`)]),
      ),
    );
  const alone = () =>
    h(
      'div',
      { class: 'alone', id: 'open-none' },
      h('p', {}, t('lobby.alone')),
      act('invite-friend', t('lobby.alone.invite'), invite),
      h(
        'ul',
        {},
        Object.entries({ learn: '/rules#learn', local: '/local', analysis: '/analysis' }).map(([what, href]) =>
          h('li', {}, h('a', { href }, t(`lobby.alone.${what}`))),
        ),
      ),
    );
  const value = (/** @type {MatchSummary} */ room) => ratings.value(room, opponentOf(room, null));
  show(sections['open-section'], () => {
    const tables = sorted(open.value, store.order.value, value);
    return [
      h('h2', {}, t('lobby.open'), open.value.length > 0 && h('span', { class: 'count' }, ` ${number(open.value.length)}`)),
      choices(),
      taken.value &&
        h(
          'p',
          { class: 'notice', role: 'alert', 'data-testid': 'taken' },
          t('lobby.taken'),
          ' ',
          h('a', { href: `/m/${taken.value.id}` }, t('lobby.taken.watch')),
        ),
      lobby.value && tables.length === 0 && h('p', { class: 'empty' }, t('lobby.open.none')),
      h('ul', { class: 'open', id: 'open', 'data-testid': 'open-rooms' }, openRows(tables.slice(0, store.most.value))),
      tables.length > store.most.value && act('open-more', t('lobby.more'), () => store.more(), { class: 'button open-more' }),
    ];
  });
  show(sections['alone-section'], () => lobby.value && open.value.every(makerAway) && alone());
  show(sections['live-section'], () => [
    h('h2', {}, t('lobby.live'), live.value.length > 0 && h('span', { class: 'count' }, ` ${number(live.value.length)}`)),
    lobby.value && live.value.length === 0 && h('p', { class: 'empty' }, t('lobby.live.none')),
    h('ul', { class: 'boards', id: 'live', 'data-testid': 'live-rooms' }, liveRows(live.value.slice(0, store.mostLive.value))),
    live.value.length > store.mostLive.value &&
      act('live-more', t('lobby.more'), () => store.moreLive(), { class: 'button live-more' }),
  ]);
  show(sections['recent-section'], () => {
    const known = recent.value?.games.filter(({ game }) => games.has(game) && descriptor(game)) ?? [];
    const older = recent.value?.older;
    return [
      h('h2', {}, t('lobby.recent')),
      recent.value && known.length === 0 && h('p', { class: 'empty' }, t('lobby.recent.none')),
      h('ul', { class: 'boards', id: 'recent', 'data-testid': 'recent-games' }, recentRows(known)),
      older && act('more', t('lobby.more'), () => store.loadRecent(older), { class: 'button' }),
      h('a', { class: 'button', href: '/games', 'data-testid': 'archive-link' }, t('lobby.archive')),
    ];
  });
}

/** @param {MatchSummary | ArchiveSummary} room */
const players = ({ players: { first, second } }) => `${playerName(first)} – ${playerName(second)}`;
