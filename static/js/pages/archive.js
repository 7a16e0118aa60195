// The page of finished games: a form that chooses them, and the games. The filters stand in the address, so
// that it can be passed on.

import { BestPlayers } from '../archive/best.js';
import { PersonRatings } from '../archive/person.js';
import { SearchForm } from '../archive/form.js';
import { places, setText } from '../ui/dom.js';
import { drawable } from '../games/index.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { archive, games } from '../net/api.js';
import { boardShown, startPage } from '../app/page.js';
import { problemText } from '../net/problem_text.js';

/** How many games are asked for at once. */
const PAGE = 24;

const frame = places('problem', 'search', 'found', 'none', 'more', 'person', 'person-ratings', 'best', 'best-none');

/** @param {unknown} error */
function complain(error) {
  frame.problem.hidden = false;
  setText(frame.problem, problemText(error));
}

async function begin() {
  await startPage('games', 'lobby', 'archive', 'ratings');
  document.title = `${t('archive.title')} · ${t('site.name')}`;
  const infos = drawable((await games()).games);
  const known = new Map(infos.map((info) => [info.id, info]));
  const loaded = await load(() => Promise.all([import('../archive/found.js'), loadWords('guidance', 'verdicts')]));
  if (!loaded) return;
  const found = new loaded[0].FoundGames(known, frame);
  const best = new BestPlayers(known, frame, complain);
  const person = new PersonRatings(known, frame);
  /** @type {string | null} */
  let next = null;
  let asked = 0;

  /** @param {Record<string, string>} wish @param {string | null} before */
  async function look(wish, before) {
    asked += 1;
    const mine = asked;
    frame.more.hidden = true;
    try {
      const page = await archive({ ...wish, limit: String(PAGE), ...(before && { before }) });
      if (mine !== asked) return;
      next = page.next;
      found.show(page.games, before === null);
      setText(frame.none, t(Object.keys(wish).length > 0 ? 'archive.none' : 'lobby.recent.none'));
      frame.more.hidden = next === null;
      frame.problem.hidden = true;
    } catch (error) {
      if (mine === asked) complain(error);
    }
  }

  const form = new SearchForm(frame.search, infos, new URLSearchParams(location.search), (wish) => {
    const query = new URLSearchParams(wish).toString();
    history.replaceState(null, '', query === '' ? location.pathname : `?${query}`);
    look(wish, null);
    best.show(wish.game, wish.ruleset).catch(complain);
    person.show(wish.player).catch(complain);
  });
  frame.more.addEventListener('click', () => look(form.wish, next));
  form.search();
  await boardShown();
}

begin().catch(complain);
