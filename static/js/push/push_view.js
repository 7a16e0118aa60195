// The switches of the settings for notifications on this device.

import { h, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { problemText } from '../net/problem_text.js';
import { kindSwitches } from './kinds.js';
import { Denied, isAble, subscribe, subscribedKinds } from './subscription.js';

/** @typedef {import('./kinds.js').Kind} Kind */

export function pushView() {
  if (!isAble()) return h('p', { class: 'hint', 'data-testid': 'push-unable' }, t('push.unable'));
  const said = h('p', { class: 'notice notice--alarm', role: 'alert', 'data-testid': 'push-problem', hidden: true });
  /** @param {string} text empty for none */
  const say = (text) => {
    setText(said, text);
    said.hidden = text === '';
  };
  const switches = kindSwitches({ named: 'push', isOff: true, change: () => change() });
  /** @type {Kind[]} */
  let shown = [];

  const change = async () => {
    const wished = switches.wanted();
    // The switch that was pressed keeps the focus all the same.
    const focused = document.activeElement;
    switches.hold(true);
    say('');
    try {
      await subscribe(wished);
      shown = wished;
    } catch (error) {
      switches.show(shown);
      say(error instanceof Denied ? t('push.denied') : error instanceof DOMException ? t('push.failed') : problemText(error));
    }
    switches.hold(false);
    if (focused instanceof HTMLElement) focused.focus();
  };

  subscribedKinds().then(
    (kinds) => {
      shown = kinds;
      switches.show(kinds);
      switches.hold(false);
    },
    (error) => say(problemText(error)),
  );
  return h('div', { class: 'push', 'data-testid': 'push' }, h('p', { class: 'hint' }, t('push.hint')), ...switches.labels, said);
}
