// @ts-check
// Going over a game: a stored one, or any that the address tells of.

import { Desk } from './analysis/desk.js';
import { offerFiles, offerImport } from './analysis/files.js';
import { Notes } from './analysis/notes.js';
import { setUp } from './analysis/setup.js';
import { Study } from './analysis/study.js';
import { keepLocal, keepTrials, lastLocal, queryOf, resumed, storedSubject, subjectOf } from './analysis/subject.js';
import { smallBoard } from './board/scene.js';
import { byId, h, setText } from './dom.js';
import { loadEngine, newGame } from './engine.js';
import { descriptor } from './games/index.js';
import './i18n/analysis.js';
import { language, pick, t } from './i18n/i18n.js';
import { Names } from './match/names.js';
import { resultText } from './match/sentences.js';
import { Problem } from './net/api.js';
import { boardShown, clockText, problemText, startPage } from './page.js';

/** @typedef {import('./analysis/subject.js').Subject} Subject */

const stored = /^\/g\/([^/]+)/.exec(location.pathname)?.[1] ?? null;
/** Whether two people play here on one device. */
const local = location.pathname === '/local';
const query = new URLSearchParams(location.search);
const visitor = startPage(local ? 'local' : stored === null ? 'analysis' : null);
// Where no game is asked for, the games to choose from have their place at once.
byId('free').hidden = stored !== null || query.has('game');
byId('main').classList.toggle('match--empty', !byId('free').hidden);
byId('main').classList.remove('match--undecided');

async function begin() {
  const asked = stored === null ? null : storedSubject(decodeURIComponent(stored));
  // It is heard below, once the engine is there.
  asked?.catch(() => undefined);
  const engine = await loadEngine();
  // The engine knows the catalogue without the server.
  const games = /** @type {import('./net/api.js').GameInfo[]} */ (JSON.parse(engine.catalogue()).games);
  offerImport(engine, games);
  const found = asked ? await asked : subjectOf(query, games);
  if (!found) {
    offerGames(games);
    return;
  }
  const subject = local ? resumed(found) : found;
  const { record } = subject;
  const drawn = descriptor(record.game);
  if (!drawn) throw new Problem('unknown_game', 404, '');
  const info = games.find(({ id }) => id === record.game);
  const names = new Names(info, record.ruleset, drawn, record.options);
  let game;
  try {
    game = newGame(engine, record);
  } catch {
    throw new Problem('bad_position', 0, '');
  }
  const study = new Study(game, record.moves, drawn.notation, local);
  const keep = keepTrials(subject, study.tree, local);
  const players = strips(record);
  const { second } = record.players;
  const flipped = second !== null && (await visitor)?.name === second;
  const desk = new Desk(study, names, { players, times: record.times, flipped }, { moved: () => notes.arrived(), played: () => notes.tried() });
  const notes = new Notes(study, names, desk, keep);
  if (subject.stored && subject.id) notes.join(subject.id);
  desk.follow();
  writeFacts(subject, names);
  if (local) offerLocal(engine, names, study, desk, record);
  const notations = info?.notations ?? [];
  if (subject.stored) offerArchive(notations);
  else byId('downloads').hidden = true;
  offerFiles(study, { name: `yiguan-${subject.id ?? record.game}`, notations, facts: factsOf(record), times: record.times });
}

/**
 * What two people at one board need besides the board.
 *
 * @param {import('./engine.js').EngineModule} engine
 * @param {Names} names
 * @param {Study} study
 * @param {Desk} desk
 * @param {import('./analysis/records.js').Recorded} record
 */
function offerLocal(engine, names, study, desk, record) {
  const here = () => study.entry(study.current).position;
  const button = (/** @type {string} */ name, /** @type {() => void} */ click) =>
    h('button', { class: 'button', 'data-testid': `local-${name}`, click }, t(`local.${name}`));
  const turns = button('turns', () => {
    desk.turns = !desk.turns;
    turns.setAttribute('aria-pressed', String(desk.turns));
    desk.redraw();
  });
  byId('local').append(
    button('back', () => {
      study.takeBack();
      desk.go(study.current);
      desk.listener.played();
    }),
    turns,
    button('setup', () => setUp(engine, names, record, here())),
    button('new', () => {
      keepLocal(record, []);
      location.assign(`/local?${queryOf({ ...record, moves: [] })}`);
    }),
  );
  byId('local').hidden = false;
  byId('again').hidden = true;
  if (query.has('setup')) setUp(engine, names, record, here());
}

/** @param {import('./analysis/records.js').Recorded} record */
const strips = ({ players, result }) => ({
  first: { name: players.first, won: result === 'first' },
  second: { name: players.second, won: result === 'second' },
});

/** @param {import('./analysis/records.js').Recorded} record */
function factsOf({ players: { first, second }, date, result, reason }) {
  /** @type {Record<string, string>} */
  const facts = {};
  for (const [key, value] of Object.entries({ first, second, date, result, reason })) if (value) facts[key] = value;
  return facts;
}

/**
 * Nothing is to be shown yet: the games whose start can be gone over.
 *
 * @param {import('./net/api.js').GameInfo[]} games
 */
function offerGames(games) {
  const last = local ? lastLocal() : null;
  const free = byId('free');
  if (last)
    free.append(h('a', { class: 'button button--main', href: `/local?${last}`, 'data-testid': 'resume' }, t('local.resume')));
  for (const { id, name, rulesets } of games) {
    const game = descriptor(id);
    if (!game || !rulesets[0]) continue;
    const picture = h('div', {});
    smallBoard(picture, game, rulesets[0].id, game.picture ?? rulesets[0].start);
    const href = `${location.pathname}?game=${id}`;
    free.append(h('a', { class: 'card', href, 'data-testid': `free-${id}` }, picture, h('span', {}, pick(name))));
  }
  free.hidden = false;
  setText(byId('game-name'), t(local ? 'local.title' : 'analysis.free'));
  document.title = `${t(local ? 'nav.local' : 'nav.analysis')} · ${t('site.name')}`;
  byId('main').classList.add('match--empty');
  byId('files').setAttribute('open', '');
}

/**
 * @param {Subject} subject
 * @param {Names} names
 */
function writeFacts({ id, record, clock }, names) {
  const date = record.date ? new Date(record.date) : null;
  const day = date && !Number.isNaN(date.getTime()) ? date.toLocaleDateString(language(), { dateStyle: 'long' }) : (record.date ?? '');
  setText(byId('game-name'), names.title);
  setText(byId('game-detail'), [names.setting(record.options), clock ? clockText(clock) : '', day].filter(Boolean).join(' · '));
  const result = byId('result');
  setText(result, id !== null || record.result ? resultText(record, names, null) : t(local ? 'local.title' : 'analysis.free'));
  result.setAttribute('data-result', record.result ?? 'none');
  result.setAttribute('data-reason', record.reason ?? '');
  byId('again').setAttribute('href', `/#${record.game}`);
  const players = [record.players.first, record.players.second].filter(Boolean).join(' – ') || t('analysis.free');
  document.title = `${names.title} · ${players} · ${t('site.name')}`;
}

// Programs of old expect a `.kif` in the encoding of old; a `.kifu` is the same in UTF-8.
const ENCODINGS = /** @type {Record<string, string>} */ ({ kif: '?encoding=shift_jis' });

/** @param {string[]} notations */
function offerArchive(notations) {
  byId('downloads').append(
    ...['json', ...notations].map((notation) =>
      h(
        'a',
        {
          href: `/api/archive/${stored}.${notation}${ENCODINGS[notation] ?? ''}`,
          download: `yiguan-${stored}.${notation}`,
          'data-testid': `download-${notation}`,
        },
        notation.toUpperCase(),
      ),
    ),
  );
}

begin().then(boardShown, (error) => {
  boardShown();
  const missing = error instanceof Problem && error.code === 'not_found';
  setText(byId('result'), missing ? t('replay.missing') : problemText(error));
  byId('main').classList.add('match--empty');
});
