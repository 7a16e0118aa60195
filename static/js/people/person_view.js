// Draws the page of a person.

import { clockText, day, number } from '../ui/time_text.js';
import { h, setText } from '../ui/dom.js';
import { Names } from '../game/names.js';
import { playerName } from '../game/player_name.js';
import { reasonText } from '../game/sentences.js';
import { descriptor } from '../games/index.js';
import { loadWords, pick, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { LazyBoard } from '../game/lazy_board.js';
import { hasTurn, opponentOf, vacationOf } from '../game/summary.js';
import { archive, myMatches } from '../net/api.js';
import { block, follow, unblock, unfollow } from '../net/people.js';
import { ratingsOf } from '../net/ratings_api.js';
import { visitor } from '../net/visitor.js';
import { actButton } from './form.js';

/** @typedef {import('../net/people.js').Person} Person */
/** @typedef {import('../net/people.js').GameTallies} GameTallies */
/** @typedef {import('../net/api.js').GameInfo} GameInfo */
/** @typedef {import('../net/protocol.js').MatchSummary} MatchSummary */
/** @typedef {import('../net/api.js').ArchiveSummary} ArchiveSummary */

/** How many finished games are shown at once. */
const PAGE = 12;

/**
 * @param {HTMLElement} main
 * @param {Person} person
 * @param {Map<string, GameInfo>} infos
 */
export async function drawPerson(main, person, infos) {
  const name = playerName(person.player);
  document.title = `${person.you ? t('people.mine') : name} · ${t('site.name')}`;
  const unfinished = person.you ? (await myMatches()).matches : person.playing;
  main.replaceChildren(
    headOf(person, name),
    section(
      person.you ? 'people.unfinished' : 'people.playing',
      'unfinished',
      inOrder(unfinished, person.player.id).map((room) => (person.you ? roomCard : publicCard)(room, person.player.id, infos)),
      person.you ? 'people.mine.none' : 'people.playing.none',
    ),
    followedBy(person, infos),
    resultsOf(person, infos),
    ratingsFor(person, infos),
    finishedOf(person.player.id, infos),
  );
}

/**
 * The players that the visitor follows, on their own page: loaded when there are any.
 *
 * @param {Person} person
 * @param {Map<string, GameInfo>} infos
 */
function followedBy({ player, you }, infos) {
  const section = h('section', { hidden: true, 'data-testid': 'follows' });
  if (!you || player.guest) return section;
  load(() => import('./follows_view.js')).then((loaded) =>
    loaded?.showFollows(section, (room, of) => publicCard(room, of, infos)),
  );
  return section;
}

/** @param {MatchSummary[]} rooms @param {string} player those that wait for the player first */
const inOrder = (rooms, player) =>
  [...rooms].sort((a, b) => Number(hasTurn(b, player)) - Number(hasTurn(a, player)) || b.active_at - a.active_at);

/** @param {Person} person @param {string} name */
function headOf({ player, registered_at, vacation_until, you, blocked, followed }, name) {
  const facts = [player.guest && t('people.guest'), registered_at && t('people.since', { day: day(registered_at) })]
    .filter(Boolean)
    .join(' · ');
  const head = h('section', { class: 'person-head' }, h('h1', { 'data-testid': 'person-name' }, name), h('p', {}, facts));
  if (vacation_until)
    head.append(h('p', { 'data-testid': 'person-vacation' }, t('people.vacation', { day: day(vacation_until) })));
  if (you || player.computer) return head;
  const followButton = toggle(
    'follow',
    followed,
    () => follow(player.id),
    () => unfollow(player.id),
  );
  const followHint = h('p', { class: 'hint' }, t('people.follow.hint'));
  // Guests, who may be another person tomorrow, follow no one.
  followButton.hidden = followHint.hidden = true;
  visitor().then((own) => {
    followButton.hidden = followHint.hidden = !own || own.guest;
  });
  head.append(
    h(
      'div',
      { class: 'person-acts' },
      h(
        'a',
        { class: 'button button--main', href: `/?to=${player.id}`, 'data-testid': 'challenge-person' },
        t('people.challenge'),
      ),
      followButton,
      toggle(
        'block',
        blocked,
        () => block(player.id),
        () => unblock(player.id),
      ),
      reportButton(player.id, name),
    ),
    followHint,
    h('p', { class: 'hint' }, t('people.block.hint')),
  );
  return head;
}

/** @param {string} id @param {string} name */
const reportButton = (id, name) =>
  actButton('report-person', t('people.report'), async () => {
    const loaded = await load(() => Promise.all([import('./report_view.js'), loadWords('people', 'settings')]));
    await loaded?.[0].openReport(undefined, [], name, id);
  });

/**
 * A button that does something, and then takes it back.
 *
 * @param {'block' | 'follow'} what
 * @param {boolean} now whether it is so
 * @param {() => Promise<unknown>} begin
 * @param {() => Promise<unknown>} end
 */
function toggle(what, now, begin, end) {
  let is = now;
  const label = () => t(is ? `people.un${what}` : `people.${what}`);
  const act = actButton(what, label(), async () => {
    await (is ? end() : begin());
    is = !is;
    const button = act.querySelector('button');
    if (button) setText(button, label());
  });
  return act;
}

/**
 * @param {string} title
 * @param {string} id
 * @param {HTMLElement[]} cards
 * @param {string} none
 */
const section = (title, id, cards, none) =>
  h(
    'section',
    {},
    h('h2', {}, t(title)),
    cards.length > 0 ? h('ul', { class: 'person-games', 'data-testid': id }, ...cards) : h('p', { class: 'hint' }, t(none)),
  );

/**
 * The results against people and against the computer, a table for each that has any.
 *
 * @param {Person} person
 * @param {Map<string, GameInfo>} infos
 */
function resultsOf({ games }, infos) {
  const known = games.filter(({ game }) => infos.has(game));
  const tables = /** @type {const} */ (['people', 'computer'])
    .map((opponent) => resultsAgainst(opponent, known, infos))
    .filter((table) => table !== null);
  return tables.length > 0 ? h('section', {}, h('h2', {}, t('people.results')), ...tables) : h('section', { hidden: true });
}

/**
 * @param {'people' | 'computer'} opponent
 * @param {GameTallies[]} games
 * @param {Map<string, GameInfo>} infos
 */
function resultsAgainst(opponent, games, infos) {
  const count = (/** @type {GameTallies} */ game) => game[opponent].won + game[opponent].drawn + game[opponent].lost;
  const played = games.filter((game) => count(game) > 0).sort((one, other) => count(other) - count(one));
  if (played.length === 0) return null;
  const heads = ['game', 'won', 'drawn', 'lost'].map((key) => h('th', { scope: 'col' }, t(`people.${key}`)));
  const rows = played.map(({ game, [opponent]: { won, drawn, lost } }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, pick(infos.get(game)?.name)),
      ...[won, drawn, lost].map((count) => h('td', {}, number(count))),
    ),
  );
  const caption = h('caption', {}, t(`people.results.${opponent}`));
  return h(
    'table',
    { class: 'results', 'data-testid': `results-${opponent}` },
    caption,
    h('thead', {}, h('tr', {}, ...heads)),
    h('tbody', {}, ...rows),
  );
}

/**
 * Where they stand in each game, once it is known; nothing for guests, who have no ratings.
 *
 * @param {Person} person
 * @param {Map<string, GameInfo>} infos
 */
function ratingsFor({ player }, infos) {
  const section = h('section', { hidden: true, 'data-testid': 'person-ratings' });
  const show = async () => {
    const [{ ratings }, loaded] = await Promise.all([
      ratingsOf(player.id, {}),
      load(() => Promise.all([import('../archive/rating_fold.js'), loadWords('ratings')])),
    ]);
    if (!loaded || ratings.length === 0) return;
    section.replaceChildren(...loaded[0].ratingFolds(player.id, ratings, infos));
    section.hidden = false;
  };
  // Without them the games stand for themselves.
  if (!player.guest) show().catch(() => undefined);
  return section;
}

/** @param {string} player @param {Map<string, GameInfo>} infos */
function finishedOf(player, infos) {
  const list = h('ul', { class: 'person-games', 'data-testid': 'finished' });
  const none = h('p', { class: 'hint', hidden: true }, t('people.finished.none'));
  /** @type {string | null} */
  let next = null;
  const fetchMore = async () => {
    const page = await archive({ player, limit: String(PAGE), ...(next && { before: next }) });
    next = page.next;
    list.append(...page.games.map((game) => gameCard(game, player, infos)));
    none.hidden = list.childElementCount > 0;
    more.hidden = next === null;
  };
  const more = actButton('more-finished', t('people.more'), fetchMore);
  more.hidden = true;
  fetchMore().catch(() => undefined);
  const all = h('a', { class: 'button', href: `/games?player=${player}` }, t('people.games.all'));
  return h('section', {}, h('h2', {}, t('people.finished')), list, none, h('div', { class: 'act' }, more, all));
}

/**
 * A match of another player.
 *
 * @param {MatchSummary} room
 * @param {string} player
 * @param {Map<string, GameInfo>} infos
 */
function publicCard(room, player, infos) {
  const players = [room.players.first, room.players.second].filter((one) => one !== null);
  const inOrder = players.sort((one, other) => Number(other.id === player) - Number(one.id === player));
  return card(room, `/m/${room.id}`, infos, [inOrder.map(playerName).join(' – '), clockText(room.clock)], false);
}

/**
 * @param {MatchSummary} room
 * @param {string} player
 * @param {Map<string, GameInfo>} infos
 */
function roomCard(room, player, infos) {
  const turn = hasTurn(room, player);
  const status = room.state === 'open' ? 'lobby.waiting' : turn ? 'lobby.turn' : 'lobby.theirs';
  const opponent = opponentOf(room, player);
  const vacation = vacationOf(room, player);
  const lines = [
    opponent ? playerName(opponent) : clockText(room.clock),
    t(status),
    vacation ? t('lobby.vacation', { day: day(vacation) }) : '',
  ];
  return card(room, `/m/${room.id}`, infos, lines, turn);
}

/**
 * @param {ArchiveSummary} game
 * @param {string} player
 * @param {Map<string, GameInfo>} infos
 */
function gameCard(game, player, infos) {
  const seat = game.players.first?.id === player ? 'first' : 'second';
  const other = game.players[seat === 'first' ? 'second' : 'first'];
  const names = namesOf(game, infos);
  const outcome =
    game.result === null
      ? 'result.none'
      : game.result === 'draw'
        ? 'people.drawn'
        : game.result === seat
          ? 'people.won'
          : 'people.lost';
  const ended = names ? [t(outcome), names.side(seat), reasonText(game, names)] : [];
  return card(game, `/g/${game.id}`, infos, [playerName(other), ended.filter(Boolean).join(' · '), day(game.ended_at)], false);
}

/** @param {MatchSummary | ArchiveSummary} room @param {Map<string, GameInfo>} infos */
function namesOf(room, infos) {
  const game = descriptor(room.game);
  return game ? new Names(infos.get(room.game), room.ruleset, game, room.options) : null;
}

/**
 * @param {MatchSummary | ArchiveSummary} room
 * @param {string} href
 * @param {Map<string, GameInfo>} infos
 * @param {string[]} lines
 * @param {boolean} turn
 */
function card(room, href, infos, lines, turn) {
  const picture = h('div', {});
  const game = descriptor(room.game);
  if (game) new LazyBoard(picture, game, room.ruleset, room.position);
  const details = lines.filter(Boolean).map((line) => h('span', {}, h('small', {}, line)));
  return h(
    'li',
    {},
    h(
      'a',
      { class: turn ? 'card turn' : 'card', href },
      picture,
      h('span', {}, h('span', {}, namesOf(room, infos)?.title ?? room.game), ...details),
    ),
  );
}
