// How the visitor is notified of games while no page is open: on this device, and by mail where the server sends some.

import { h, setText } from '../ui/dom.js';
import { loadWords } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { offersMail } from '../net/mail.js';
import { problemText } from '../net/problem_text.js';
import { onVisitor, visitor } from '../net/visitor.js';
import { pushView } from '../push/push_view.js';

/** @typedef {import('../net/protocol.js').Player} Player */

export function noticesView() {
  const mail = h('div', {});
  const host = h('div', { class: 'notices' }, pushView(), mail);
  let isAsked = false;
  /** Mail is for those with an account, which a guest may make in the same panel. @param {Player | null} player */
  const draw = async (player) => {
    if (!player || player.guest || isAsked || !host.isConnected) return;
    isAsked = true;
    const view = await mailPart();
    if (view) mail.replaceWith(view);
  };
  onVisitor(draw);
  visitor().then(draw);
  return host;
}

/** @returns {Promise<HTMLElement | null>} null where the server sends no mail */
async function mailPart() {
  // Without an answer about mail, none is shown.
  if (!(await offersMail().catch(() => false))) return null;
  const loaded = await load(() => Promise.all([import('../mail/mail_view.js'), loadWords('mail')]));
  if (!loaded) return null;
  return loaded[0].mailView().catch((error) => {
    const problem = h('p', { class: 'notice notice--alarm', role: 'alert' });
    setText(problem, problemText(error));
    return problem;
  });
}
