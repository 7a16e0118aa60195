// The ruleset and the options of a game to analyse or to play on one device, folded until they
// are wanted.

import { h, setText } from '../ui/dom.js';
import { queryOf } from '../game/game_query.js';
import { pick, t } from '../i18n/i18n.js';

/**
 * Offers them, once.
 *
 * @param {HTMLElement} host
 * @param {import('../net/api.js').GameInfo} info
 * @param {import('./records.js').Recorded} record as it is now
 */
export function offerRules(host, info, record) {
  if (host.childElementCount > 0) return;
  if (info.rulesets.length < 2 && info.rulesets.every(({ options }) => options.length === 0)) return;
  const current = info.rulesets.find(({ id }) => id === record.ruleset) ?? info.rulesets[0];
  let ruleset = current;
  const select = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {{id: string, text: string}[]} */ choices,
    /** @type {string} */ chosen,
  ) =>
    h(
      'label',
      { class: 'rules-row' },
      h('span', {}, label),
      h(
        'select',
        { 'data-testid': id, name: id },
        ...choices.map(({ id: value, text }) => h('option', { value, selected: value === chosen }, text)),
      ),
    );
  const options = h('div', {});
  const about = h('p', { class: 'player-detail' });
  const chooseRuleset = select(
    'rules-ruleset',
    t('analysis.ruleset'),
    info.rulesets.map(({ id, name }) => ({ id, text: pick(name) })),
    current?.id ?? '',
  );
  const draw = () => {
    options.replaceChildren(
      ...(ruleset?.options ?? []).map(({ key, name, values }) =>
        select(
          `rules-${key}`,
          pick(name),
          values.map((value) => ({ id: value.id, text: pick(value.name) || value.id })),
          ruleset === current ? (record.options[key] ?? '') : '',
        ),
      ),
    );
    setText(about, pick(ruleset?.summary).replaceAll('\n', ' '));
  };
  chooseRuleset.addEventListener('change', () => {
    const wanted = chooseRuleset.querySelector('select')?.value;
    ruleset = info.rulesets.find(({ id }) => id === wanted) ?? current;
    draw();
  });
  draw();
  host.append(
    h('summary', { 'data-testid': 'rules-summary' }, t('analysis.rules', { name: pick(current?.name) || pick(info.name) })),
    h(
      'form',
      {
        class: 'rules-form',
        /** @param {Event} event */
        submit: (event) => {
          event.preventDefault();
          const chosen = (ruleset?.options ?? []).flatMap(({ key, values }) => {
            const value = /** @type {HTMLSelectElement | null} */ (options.querySelector(`[name="rules-${key}"]`))?.value;
            return value && value !== values[0]?.id ? [[key, value]] : [];
          });
          const query = queryOf({
            game: info.id,
            ruleset: ruleset?.id ?? '',
            options: Object.fromEntries(chosen),
            start: '',
            moves: [],
          });
          location.assign(`${location.pathname}?${query}`);
        },
      },
      info.rulesets.length > 1 ? chooseRuleset : null,
      options,
      about,
      h('button', { type: 'submit', class: 'button', 'data-testid': 'rules-apply' }, t('analysis.rules.apply')),
    ),
  );
  host.hidden = false;
}
