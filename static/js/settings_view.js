// @ts-check
// The panel with everything that can be chosen. It stands beside the board, so that a choice is
// seen at once; on a phone below it.

import { asset, h } from './dom.js';
import { language, LANGUAGES, rememberLanguage, t } from './i18n/i18n.js';
import { choose, PIECES, setting, THEMES } from './settings.js';

/** @typedef {import('./settings.js').Setting} Setting */

/** The panel's own style sheet, which no page needs before. */
const styled = new Promise((done) =>
  document.head.append(h('link', { rel: 'stylesheet', href: asset('css/settings.css'), load: done, error: done })),
);

const SWITCHES = /** @type {const} */ (['sound', 'premove', 'confirm', 'coordinates', 'animation']);
const SHAPES = /** @type {const} */ (['stone', 'wedge', 'disc']);

/**
 * A row of choices of which one holds.
 *
 * @param {string} name
 * @param {string} now
 * @param {[value: string, ...content: (Node | string)[]][]} values
 * @param {(value: string) => void} pick
 */
const row = (name, now, values, pick) =>
  h(
    'fieldset',
    {},
    h('legend', {}, t(`settings.${name}`)),
    h(
      'div',
      { class: 'segments' },
      ...values.map(([value, ...content]) =>
        h(
          'label',
          {},
          h('input', {
            type: 'radio',
            name,
            value,
            checked: value === now,
            'data-testid': `${name}-${value || 'own'}`,
            change: () => pick(value),
          }),
          ...content,
        ),
      ),
    ),
  );

/** @param {(typeof SHAPES)[number]} shape */
const themes = (shape) =>
  row(
    shape,
    setting(shape) || (shape === 'stone' ? '' : (THEMES[shape][0] ?? '')),
    // Only of the games of stones has each its own look.
    [...(shape === 'stone' ? [''] : []), ...THEMES[shape]].map((theme) => [
      theme,
      theme ? h('span', { class: `swatch ground--${theme}` }) : '',
      t(`theme.${theme || 'own'}`),
    ]),
    (theme) => choose(shape, theme),
  );

/** @param {(typeof SWITCHES)[number]} name */
const toggle = (name) =>
  h(
    'label',
    { class: 'switch' },
    h('input', {
      type: 'checkbox',
      role: 'switch',
      checked: setting(name),
      'data-testid': `set-${name}`,
      change: (/** @type {Event} */ event) =>
        choose(name, /** @type {HTMLInputElement} */ (event.target).checked),
    }),
    h('span', {}, t(`settings.${name}`)),
  );

export async function openSettings() {
  await styled;
  if (document.querySelector('dialog.settings')) return;
  const dialog = h(
    'dialog',
    { class: 'settings', 'data-testid': 'settings', 'aria-labelledby': 'settings-title', close: () => dialog.remove() },
    h(
      'form',
      { method: 'dialog' },
      h(
        'div',
        { class: 'settings-head' },
        h('h2', { id: 'settings-title' }, t('settings.title')),
        h('button', { class: 'button', type: 'submit', 'data-testid': 'settings-close' }, t('settings.close')),
      ),
      row('pieces', setting('pieces'), PIECES.map((style) => [style, t(`pieces.${style}`)]), (style) =>
        choose('pieces', style),
      ),
      ...SHAPES.map(themes),
      h('div', { class: 'switches' }, ...SWITCHES.map(toggle)),
      row('language', language(), LANGUAGES.map(({ id, name }) => [id, name]), (id) => {
        rememberLanguage(/** @type {import('./i18n/i18n.js').Language} */ (id));
        location.reload();
      }),
    ),
  );
  // A press beside the panel closes it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
