// The rules of a new game, folded: a ruleset with its summary, boards, handicaps and the like.

import { h, setText } from '../ui/dom.js';
import { usualRuleset } from '../games/index.js';
import { pick, t } from '../i18n/i18n.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */
/** @typedef {import('../net/api.js').RulesetInfo} RulesetInfo */

/**
 * @param {GameInfo} info
 * @param {(ruleset: RulesetInfo) => void} chosen called with each ruleset that is chosen, the usual one included
 */
export function rulesFold(info, chosen) {
  const title = h('span', {});
  const options = h('div', { class: 'fields' });
  let ruleset = usualRuleset(info);
  const fold = h('details', { class: 'rules-fold', 'data-testid': 'create-rules' }, h('summary', {}, title));

  const describe = () => {
    const changed = [...options.querySelectorAll('select')].flatMap(({ selectedIndex, selectedOptions: [option] }) =>
      selectedIndex > 0 && option ? [option.text] : [],
    );
    const name = pick(ruleset?.name) || t('create.ruleset.default');
    setText(title, t('create.ruleset', { setting: [name, ...changed].join(' · ') }));
  };
  const choose = (/** @type {RulesetInfo} */ next) => {
    ruleset = next;
    options.replaceChildren(...optionFields(next));
    options.hidden = next.options.length === 0;
    describe();
    chosen(next);
  };
  fold.append(rulesets(info, choose), options);
  options.addEventListener('change', describe);
  if (ruleset) choose(ruleset);
  return fold;
}

/**
 * @param {GameInfo} info
 * @param {(ruleset: RulesetInfo) => void} choose
 */
function rulesets(info, choose) {
  const all = info.rulesets;
  const usual = usualRuleset(info);
  if (all.length === 1) return h('p', { class: 'summary' }, pick(all[0]?.summary));
  return h(
    'div',
    { class: 'rulesets', role: 'radiogroup', 'aria-label': t('nav.rules') },
    ...all.map((ruleset) =>
      h(
        'label',
        { class: 'ruleset' },
        h('input', {
          type: 'radio',
          name: 'ruleset',
          value: ruleset.id,
          checked: ruleset === usual,
          'data-testid': `ruleset-${ruleset.id}`,
          change: () => choose(ruleset),
        }),
        h('strong', {}, pick(ruleset.name)),
        h('p', {}, pick(ruleset.summary)),
      ),
    ),
  );
}

/** @param {RulesetInfo} ruleset */
const optionFields = (ruleset) =>
  ruleset.options.map((option) =>
    h(
      'label',
      { class: 'field' },
      h('span', {}, pick(option.name)),
      h(
        'select',
        { name: `option.${option.key}`, 'data-testid': `option-${option.key}` },
        ...option.values.map(({ id, name }) => h('option', { value: id }, pick(name) || id)),
      ),
    ),
  );
