// @ts-check
// The switches of the settings for notifications on this device.

import { h, setText } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { problemText } from '../problem_text.js';
import { Denied, isAble, NOTHING, subscribe, subscribedKinds } from './subscription.js';

/** @typedef {import('../net/push.js').Kinds} Kinds */

const KINDS = /** @type {const} */ (['turn', 'challenge', 'found']);

export function pushView() {
  if (!isAble()) return h('p', { class: 'hint', 'data-testid': 'push-unable' }, t('push.unable'));
  const said = h('p', { class: 'notice notice--alarm', role: 'alert', 'data-testid': 'push-problem', hidden: true });
  /** @param {string} text empty for none */
  const say = (text) => {
    setText(said, text);
    said.hidden = text === '';
  };
  const inputs = KINDS.map((kind) => h('input', { type: 'checkbox', role: 'switch', disabled: true, 'data-testid': `push-${kind}`, change: () => change() }));
  /** @param {Kinds} kinds */
  const show = (kinds) => inputs.forEach((input, at) => {
    input.checked = kinds[KINDS[at] ?? 'turn'];
  });
  /** @param {boolean} busy */
  const hold = (busy) => {
    for (const input of inputs) input.disabled = busy;
  };
  let shown = NOTHING;

  const change = async () => {
    const [turn = false, challenge = false, found = false] = inputs.map((input) => input.checked);
    const wished = { turn, challenge, found };
    // The switch that was pressed keeps the focus all the same.
    const focused = document.activeElement;
    hold(true);
    say('');
    try {
      await subscribe(wished);
      shown = wished;
    } catch (error) {
      show(shown);
      say(error instanceof Denied ? t('push.denied') : error instanceof DOMException ? t('push.failed') : problemText(error));
    }
    hold(false);
    if (focused instanceof HTMLElement) focused.focus();
  };

  subscribedKinds().then(
    (kinds) => {
      shown = kinds;
      show(kinds);
      hold(false);
    },
    (error) => say(problemText(error)),
  );
  const label = (/** @type {HTMLInputElement} */ input, /** @type {number} */ at) => h('label', { class: 'switch' }, input, h('span', {}, t(`push.${KINDS[at]}`)));
  return h('div', { class: 'push', 'data-testid': 'push' }, h('p', { class: 'hint' }, t('push.hint')), ...inputs.map(label), said);
}
