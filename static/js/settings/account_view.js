// The panel of the account: the visitor's name, and how a guest keeps it or comes back to one.

import { h } from '../ui/dom.js';
import { identityView, openFold } from '../people/identity_view.js';
import { nameForm } from './name_form.js';
import { openPanel } from './panel.js';

/** A guest's possible wishes, and the fold of each. */
const FOLDS = { register: 'people.register.password', login: 'people.login' };

/** @typedef {keyof typeof FOLDS} Wish */

/** @param {Wish} [wish] the fold to open at once */
export async function openAccount(wish) {
  const identity = identityView();
  await openPanel('account', 'settings.you', () => [h('section', { class: 'settings-group' }, nameForm(), identity)]);
  if (wish) await openFold(identity, FOLDS[wish]);
}
