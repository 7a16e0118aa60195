// The settings of notifications by mail: the address, its state, and the kinds of mail.

import { h, setText } from '../ui/dom.js';
import { t } from '../i18n/i18n.js';
import { ownMail, putMail, removeMail, resendMail, setMailKinds } from '../net/mail.js';
import { actButton, smallForm } from '../people/form.js';
import { problemText } from '../net/problem_text.js';
import { kindSwitches } from '../push/kinds.js';

/** @typedef {import('../net/mail.js').Mail} Mail */
/** @typedef {import('../push/kinds.js').Kind} Kind */
/** @typedef {(mail: Mail | null, focus?: string) => void} Draw */

const ADDRESS = { name: 'address', label: 'mail.address', type: 'email', autocomplete: 'email' };

/** @returns {Promise<HTMLElement>} */
export async function mailView() {
  const host = h('div', { class: 'mail', role: 'group', 'aria-labelledby': 'mail-part', 'data-testid': 'mail' });
  /** @param {Mail | null} mail @param {string} [focus] the part that gets the focus */
  const draw = (mail, focus) => {
    const head = [h('h4', { id: 'mail-part' }, t('mail.part')), h('p', { class: 'hint' }, t('mail.hint'))];
    host.replaceChildren(...head, ...(mail ? known(mail, draw) : [entry(() => undefined, draw)]));
    if (focus) /** @type {HTMLElement | null} */ (host.querySelector(`[data-testid=${focus}]`))?.focus();
  };
  draw((await ownMail()).mail);
  return host;
}

/** The field for an address. @param {() => Kind[] | undefined} kinds the kinds of mail @param {Draw} draw */
const entry = (kinds, draw) =>
  smallForm('mail-address', [ADDRESS], t('mail.set'), async ({ address = '' }) =>
    draw(await putMail(address, kinds()), 'mail-state'),
  );

/** The state of an address; a visitor who has confirmed one may have turned every kind off. @param {Mail} mail */
const stateOf = (mail) => (mail.state === 'confirmed' && mail.kinds.length === 0 ? 'off' : mail.state);

/** @param {Mail} mail @param {Draw} draw */
function known(mail, draw) {
  const said = h('p', { role: 'status', tabindex: '-1', 'data-testid': 'mail-state' });
  /** @param {Mail} now */
  const say = (now) => {
    said.dataset.state = stateOf(now);
    setText(said, t(`mail.state.${stateOf(now)}`, { address: now.address }));
  };
  say(mail);
  const again = actButton('mail-again', t('mail.again'), async () => {
    await resendMail();
    said.dataset.state = 'sent';
    setText(said, t('mail.sent', { address: mail.address }));
  });
  const remove = actButton('mail-remove', t('mail.remove'), async () => {
    await removeMail();
    draw(null, 'mail-address-address');
  });
  /** @param {Mail} now */
  const changed = (now) => {
    if (now.state !== mail.state) {
      draw(now, 'mail-state');
      return;
    }
    // Text being typed stays.
    mail = now;
    say(now);
  };
  const kinds = () => mail.kinds;
  const fold = h(
    'details',
    { class: 'fold' },
    h('summary', { 'data-testid': 'mail-change' }, t('mail.change')),
    entry(kinds, draw),
    remove,
  );
  return [said, ...(mail.state === 'confirmed' ? [] : [again]), ...switches(mail.kinds, changed), fold];
}

/** @param {Kind[]} shown the kinds of mail @param {(mail: Mail) => void} changed */
function switches(shown, changed) {
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', 'data-testid': 'mail-problem', hidden: true });
  const parts = kindSwitches({ named: 'mail', change: () => change() });
  parts.show(shown);
  const change = async () => {
    // The switch that was pressed keeps the focus all the same.
    const focused = document.activeElement;
    parts.hold(true);
    problem.hidden = true;
    try {
      const mail = await setMailKinds(parts.wanted());
      shown = mail.kinds;
      changed(mail);
    } catch (error) {
      setText(problem, problemText(error));
      problem.hidden = false;
    }
    parts.show(shown);
    parts.hold(false);
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
  return [...parts.labels, problem];
}
