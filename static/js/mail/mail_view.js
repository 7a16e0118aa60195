// @ts-check
// The settings of notifications by mail: the address, how far it is, and what is sent there.

import { h, setText } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { ownMail, putMail, removeMail, resendMail, setMailKinds } from '../net/mail.js';
import { actButton, smallForm } from '../people/form.js';
import { problemText } from '../problem_text.js';

/** @typedef {import('../net/mail.js').Mail} Mail */
/** @typedef {import('../net/mail.js').Kinds} Kinds */
/** @typedef {(mail: Mail | null, focus?: string) => void} Draw */

const KINDS = /** @type {const} */ (['turn', 'challenge', 'found']);

const ADDRESS = { name: 'address', label: 'mail.address', type: 'email', autocomplete: 'email' };

/** @returns {Promise<HTMLElement>} */
export async function mailView() {
  const host = h('div', { class: 'mail', role: 'group', 'aria-labelledby': 'mail-part', 'data-testid': 'mail' });
  /** @param {Mail | null} mail @param {string} [focus] the part that gets the focus */
  const draw = (mail, focus) => {
    const head = [h('h4', { id: 'mail-part' }, t('mail.part')), h('p', { class: 'hint' }, t('mail.hint'))];
    host.replaceChildren(...head, ...(mail ? known(mail, draw) : [entry(() => ({}), draw)]));
    if (focus) /** @type {HTMLElement | null} */ (host.querySelector(`[data-testid=${focus}]`))?.focus();
  };
  draw((await ownMail()).mail);
  return host;
}

/** The field for an address. @param {() => Partial<Kinds>} kinds what is sent there @param {Draw} draw */
const entry = (kinds, draw) => smallForm('mail-address', [ADDRESS], t('mail.set'), async ({ address = '' }) => draw(await putMail(address, kinds()), 'mail-state'));

/** How far an address is; whoever has confirmed one may have turned everything off. @param {Mail} mail */
const stateOf = (mail) => (mail.state === 'confirmed' && !KINDS.some((kind) => mail[kind]) ? 'off' : mail.state);

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
    // What is being typed stays.
    mail = now;
    say(now);
  };
  const kinds = () => ({ turn: mail.turn, challenge: mail.challenge, found: mail.found });
  const fold = h('details', { class: 'fold' }, h('summary', { 'data-testid': 'mail-change' }, t('mail.change')), entry(kinds, draw), remove);
  return [said, ...(mail.state === 'confirmed' ? [] : [again]), ...switches(mail, changed), fold];
}

/** @param {Kinds} shown what is sent @param {(mail: Mail) => void} changed */
function switches(shown, changed) {
  const problem = h('p', { class: 'notice notice--alarm', role: 'alert', 'data-testid': 'mail-problem', hidden: true });
  const inputs = KINDS.map((kind) => h('input', { type: 'checkbox', role: 'switch', checked: shown[kind], 'data-testid': `mail-${kind}`, change: () => change() }));
  const change = async () => {
    const [turn = false, challenge = false, found = false] = inputs.map((input) => input.checked);
    // The switch that was pressed keeps the focus all the same.
    const focused = document.activeElement;
    for (const input of inputs) input.disabled = true;
    problem.hidden = true;
    try {
      const mail = await setMailKinds({ turn, challenge, found });
      shown = mail;
      changed(mail);
    } catch (error) {
      setText(problem, problemText(error));
      problem.hidden = false;
    }
    inputs.forEach((input, at) => {
      input.checked = shown[KINDS[at] ?? 'turn'];
      input.disabled = false;
    });
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
  return [...inputs.map((input, at) => h('label', { class: 'switch' }, input, h('span', {}, t(`mail.${KINDS[at]}`)))), problem];
}
