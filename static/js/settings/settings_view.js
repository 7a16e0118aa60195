// The panel with everything that can be chosen.

import { changeLanguage } from './change_language.js';
import { h } from '../ui/dom.js';
import { notationOf } from '../game/notation.js';
import { allDescriptors } from '../games/index.js';
import { language, LANGUAGES, loadWords, t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { pieceKey } from '../game/piece_key.js';
import { choose, setting } from '../ui/settings.js';
import { COUNTDOWNS, LABELS, PIECES, SCHEMES, THEMES } from './choices.js';
import { row, slider, toggle } from './fields.js';
import { openPanel } from './panel.js';
import { play } from '../ui/sound.js';

const PIECE_SETS = /** @type {const} */ ([
  ['wedge', 'wedgePieces'],
  ['disc', 'discPieces'],
]);
const SHAPES = /** @type {const} */ (['stone', 'wedge', 'disc']);

/** @param {(typeof SHAPES)[number]} shape */
const themes = (shape) =>
  row(
    shape,
    setting(shape) || (shape === 'stone' ? '' : (THEMES[shape][0] ?? '')),
    // Only of the games of stones has each its own look.
    [...(shape === 'stone' ? [''] : []), ...THEMES[shape]].map((theme) => [
      theme,
      theme ? h('span', { class: `swatch yg-ground--${theme}` }) : '',
      t(`theme.${theme || 'own'}`),
    ]),
    (theme) => choose(shape, theme),
  );

/**
 * The sets of pieces of a shape, and what their symbols stand for while these are chosen.
 *
 * @param {(typeof PIECE_SETS)[number]} sets
 */
function pieceSets([shape, name]) {
  const key = pieceKey(shape);
  key.hidden = setting(name) !== 'symbols';
  const chosen = (/** @type {string} */ set) => {
    choose(name, set);
    key.hidden = set !== 'symbols';
  };
  return [
    row(
      name,
      setting(name),
      PIECES[shape].map((set) => [set, t(`pieces.${set}`)]),
      chosen,
    ),
    key,
  ];
}

/**
 * The ways to write the moves of a game, by an example of each.
 *
 * @param {import('../games/index.js').Descriptor} game
 */
const notations = (game) =>
  row(
    `notation.${game.id}`,
    notationOf(game)?.id ?? '',
    (game.notations ?? []).map(({ id, example }) => [
      id,
      h('span', { title: t(`notation.${id}`) }, example),
      h('span', { class: 'unseen' }, t(`notation.${id}`)),
    ]),
    (id) => choose('notations', { ...setting('notations'), [game.id]: id }),
  );

/** Buttons rather than radios: an arrow key would reload the page. */
const languages = () =>
  h(
    'fieldset',
    {},
    h('legend', {}, t('settings.language')),
    h(
      'div',
      { class: 'segments' },
      ...LANGUAGES.map(({ id, name, tag }) =>
        h(
          'button',
          {
            class: 'button',
            lang: tag,
            'data-language': id,
            'aria-pressed': String(id === language()),
            click: () => id !== language() && changeLanguage(id),
          },
          name,
        ),
      ),
    ),
  );

/**
 * A part of the panel under a heading.
 *
 * @param {string} name
 * @param {...HTMLElement} fields
 */
const group = (name, ...fields) =>
  h(
    'section',
    { class: 'settings-group', 'aria-labelledby': `settings-${name}` },
    h('h3', { id: `settings-${name}` }, t(`settings.${name}`)),
    ...fields,
  );

/** How the last seconds are counted; each way is heard when it is chosen. */
const countdown = () =>
  row(
    'countdown',
    setting('countdown'),
    COUNTDOWNS.map((way) => [way, t(`countdown.${way}`)]),
    async (way) => {
      choose('countdown', way);
      if (way === 'off' || !setting('sound')) return;
      const voice = way === 'voice' ? await load(() => import('../ui/voice.js')) : null;
      if (!voice?.speak('10')) play('tick');
    },
  );

/** Notifications while the page is closed, which are loaded when the panel is there. */
function notices() {
  const host = h('div', {});
  load(() => Promise.all([import('./notices_view.js'), loadWords('push')])).then(
    (loaded) => loaded && host.replaceWith(loaded[0].noticesView()),
  );
  return host;
}

const groups = () => [
  group(
    'look',
    languages(),
    row(
      'scheme',
      setting('scheme'),
      SCHEMES.map((scheme) => [scheme, t(`scheme.${scheme || 'system'}`)]),
      (scheme) => choose('scheme', scheme),
    ),
    slider('size', { min: 60, step: 5 }),
    toggle('animation'),
  ),
  group('boards', ...SHAPES.map(themes), ...PIECE_SETS.flatMap(pieceSets), toggle('coordinates')),
  group(
    'notation',
    ...allDescriptors()
      .filter((game) => game.notations)
      .map(notations),
    toggle('times'),
    row(
      'labels',
      setting('labels'),
      LABELS.map((kind) => [kind, t(`labels.${kind}`)]),
      (kind) => choose('labels', kind),
    ),
  ),
  group('playing', toggle('premove'), toggle('confirm')),
  group('notices', notices()),
  group('sounds', toggle('sound'), slider('volume', { min: 10, step: 10, chosen: () => play('wood') }), countdown()),
];

export const openSettings = () => openPanel('settings', 'settings.title', groups);
