// The lobby page. Its first view, the games with their boards, is drawn by as few modules as
// can be: each costs a slow device time. The tables and the form for a new one come after.

import { keepAim } from '../ui/aim.js';
import { places, setText, style } from '../ui/dom.js';
import { drawable, usualRuleset } from '../games/index.js';
import { loadWords, t } from '../i18n/i18n.js';
import { fetchAhead } from '../ui/ahead.js';
import { load } from '../ui/load.js';
import { drawGames } from '../lobby/games.js';
import { keepOwnPlace } from '../lobby/own_place.js';
import { optionsOf } from '../game/game_query.js';
import { playerName } from '../game/player_name.js';
import { levelFor } from '../game/computer.js';
import { createMatch, games, Problem } from '../net/api.js';
import { person } from '../net/players.js';
import { boardShown, startPage } from '../app/page.js';
import { problemText } from '../net/problem_text.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */

const frame = places('main', 'problem', 'find', 'games', 'create');

/** @param {unknown} [error] none: it is well again */
function complain(error) {
  frame.problem.hidden = !error;
  setText(frame.problem, error ? problemText(error) : '');
}

/** What leads to a match. */
const LEADS = '.game-now, [data-testid=join-table], [data-testid=create-room], [data-testid=seek-accept], a[href^="/m/"]';

/** How long after a failure the games are asked for again, in milliseconds. */
const AGAIN = 5_000;

/** @returns {Promise<GameInfo[]>} */
async function known() {
  try {
    const infos = drawable((await games()).games);
    drawGames(frame.games, infos, choose, playNow);
    complain();
    return infos;
  } catch (error) {
    complain(error);
    await new Promise((go) => setTimeout(go, AGAIN));
    return known();
  }
}

/**
 * A board and an opponent at once, for a visitor who comes alone.
 *
 * @param {GameInfo} info
 * @param {HTMLButtonElement} button
 */
async function playNow(info, button) {
  const { id } = info;
  const ruleset = usualRuleset(info)?.id;
  button.disabled = true;
  try {
    const { url } = await createMatch({ game: id, ruleset, computer: levelFor(id), seat: 'first' });
    location.assign(url);
  } catch (error) {
    // Without the server the computer plays on this device, once the worker has its page.
    if (error instanceof Problem && error.code === 'offline' && navigator.serviceWorker?.controller) {
      location.assign(`/local?game=${id}&ruleset=${ruleset}&computer=1`);
      return;
    }
    complain(error);
    frame.problem.scrollIntoView({ block: 'center' });
    button.disabled = false;
  }
}

/**
 * @param {GameInfo} info
 * @param {Parameters<typeof import('../lobby/create.js').openCreate>[2]} [wish]
 */
async function choose(info, wish) {
  const loaded = await load(() => Promise.all([import('../lobby/create.js'), loadWords('course', 'create', 'computer')]));
  loaded?.[0].openCreate(/** @type {HTMLDialogElement} */ (frame.create), info, wish);
}

/**
 * @param {string} id of the player to be challenged
 * @param {GameInfo} first
 * @param {GameInfo[]} infos
 */
async function challenge(id, first, infos) {
  try {
    const { player, vacation_until } = await person(id);
    await choose(first, { games: infos, to: { id: player.id, name: playerName(player), vacation: vacation_until } });
  } catch (error) {
    complain(error);
  }
}

/**
 * The form for a game from the position in the address, if there is one.
 *
 * @param {URLSearchParams} query
 * @param {GameInfo[]} infos
 */
function chooseFrom(query, infos) {
  const position = query.get('position');
  const info = infos.find(({ id }) => id === query.get('game'));
  if (!position || !info) return;
  choose(info, { opponent: 'link', from: { ruleset: query.get('ruleset') ?? '', options: optionsOf(query), position } });
}

async function begin() {
  keepOwnPlace();
  keepAim(frame.main);
  await startPage('lobby', 'lobby');
  fetchAhead(document.body, LEADS);
  document.title = `${t('site.name')} · ${t('site.tagline')}`;
  document.querySelector('meta[name="description"]')?.setAttribute('content', t('lobby.description'));
  const infos = await known();
  await boardShown({ priority: 'low' });
  const chooseWanted = () => {
    const wanted = infos.find(({ id }) => id === location.hash.slice(1));
    if (wanted) choose(wanted);
  };
  chooseWanted();
  addEventListener('hashchange', chooseWanted);
  const [first] = infos;
  const to = new URLSearchParams(location.search).get('to');
  if (to && first) challenge(to, first, infos);
  chooseFrom(new URLSearchParams(location.search), infos);
  const invite = () => first && choose(first, { opponent: 'link', games: infos });
  const loaded = await load(() => Promise.all([import('../lobby/tables.js'), loadWords('guidance', 'verdicts')]));
  const lobby = loaded?.[0].openLobby(new Map(infos.map((info) => [info.id, info])), complain, invite);
  const seek = await load(() => Promise.all([import('../seek/find_view.js'), loadWords('seek'), style('css/seek.css')]));
  const bar = seek?.[0].openFind(frame.find, infos, complain);
  if (bar) lobby?.onSeek((standing) => bar.show(standing));
}

begin().catch(complain);
