// The page of a person: the games they play and have played. Every player has one; the visitor's own shows
// unfinished games first, also those found by their link only.

import { byId, h } from '../ui/dom.js';
import { drawable } from '../games/index.js';
import { loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { games, Problem } from '../net/api.js';
import { person } from '../net/players.js';
import { boardShown, startPage } from '../app/page.js';
import { problemText } from '../net/problem_text.js';

const main = byId('main');

async function begin() {
  const asked = decodeURIComponent(location.pathname.split('/')[2] ?? '');
  const catalogue = games();
  const { visitor } = await startPage(asked === 'me' ? 'mine' : null, 'people', 'lobby');
  const own = (await visitor)?.id ?? '';
  const shown = await person(asked === 'me' ? own : asked);
  const infos = new Map(drawable((await catalogue).games).map((info) => [info.id, info]));
  const loaded = await load(() => Promise.all([import('../people/person_view.js'), loadWords('guidance', 'verdicts')]));
  await loaded?.[0].drawPerson(main, shown, infos);
  await boardShown();
}

begin().catch((error) => {
  const missing = error instanceof Problem && error.code === 'not_found';
  main.replaceChildren(h('p', { class: 'notice' }, missing ? t('people.missing') : problemText(error)));
  boardShown();
});
