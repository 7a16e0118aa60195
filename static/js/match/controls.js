// The buttons next to the board: those that can be of use in the present state of the match. One that cannot be used at
// this moment is disabled, so that the others keep their places; some share a place. The rarer ones are in a menu at the end.

import { t } from '../i18n/i18n.js';
import { load } from '../ui/load.js';
import { computed, effect, h, show, signal } from '../ui/view.js';

/** @typedef {'resign' | 'abort' | 'draw' | 'takeback' | 'pause' | 'impasse' | 'declare' | 'rematch' | 'flip' | 'pen' | 'other'} Act */
/** @typedef {Act | 'replay'} Control */

/** These can end the game at once, so they ask first. */
const ASKED = new Set(['resign', 'abort', 'declare']);

/** What shares a place. @type {Control[][]} */
const SLOTS = [['resign', 'abort'], ['draw', 'rematch'], ['takeback', 'replay'], ['flip'], ['pen'], ['other']];

/**
 * @param {HTMLElement} host
 * @param {import('./store.js').MatchStore} store
 * @param {Act[]} rare the acts in the menu
 * @param {object} acts
 * @param {(control: Act) => void} acts.act
 * @param {() => void} acts.leave the button that has the focus can do nothing more
 */
export function showControls(host, { moment, draws }, rare, { act, leave }) {
  /** The acts that may end the game, and need a confirmation. */
  const asking = signal(/** @type {Act | null} */ (null));
  /** Whether the menu can fold; nothing in it can be pressed before. */
  const folds = signal(false);
  const usable = computed(() => {
    if (!moment.value) return {};
    const { page, match } = moment.value;
    return usableControls(page.model, match, page.state.seat);
  });
  /** @type {Partial<Record<Control | 'menu' | 'no', HTMLElement>>} */
  const nodes = {};
  const noted = (/** @type {keyof typeof nodes} */ name) => (/** @type {HTMLElement} */ node) => (nodes[name] = node);
  const close = (/** @type {Act} */ back) => {
    asking.value = null;
    (rare.includes(back) ? nodes.menu : nodes[back])?.focus();
  };
  const press = (/** @type {Act} */ control) => {
    if (!ASKED.has(control)) return act(control);
    asking.value = control;
    nodes.no?.focus();
  };
  effect(() => {
    if (asking.value && !usable.value[asking.value]) asking.value = null;
  });

  /** @param {Control} control @param {boolean} isShown */
  const button = (control, isShown) => {
    const isEnabled = Boolean(usable.value[control]);
    const given = { key: control, class: 'button', hidden: !isShown, ref: noted(control) };
    if (control === 'replay')
      return h('a', { ...given, href: `/g/${moment.value?.match.id}`, 'data-testid': 'replay-link' }, t('act.replay'));
    const node = nodes[control];
    if (!(isShown && isEnabled) && node && node === document.activeElement) leave();
    const pressed = control === 'pen' && draws.value !== null ? String(draws.value) : null;
    const more = { 'aria-pressed': pressed, disabled: !isEnabled, click: () => press(control) };
    return h('button', { ...given, 'data-testid': control, ...more }, t(`act.${control}`));
  };
  const inSlot = (/** @type {Control[]} */ slot) => {
    const shown =
      slot.findLast((control) => usable.value[control]) ?? slot.find((control) => usable.value[control] !== undefined);
    return slot.map((control) => button(control, control === shown));
  };
  const menu = () => {
    const more = t('act.more');
    const toggle = async (/** @type {Event} */ { currentTarget }) => {
      const details = /** @type {HTMLDetailsElement} */ (currentTarget);
      if (folds.peek() || !details.open) return;
      (await load(() => import('./folding_menu.js')))?.foldByItself(details);
      folds.value = true;
    };
    return h(
      'details',
      { key: 'menu', class: 'menu', hidden: !rare.some((control) => usable.value[control] !== undefined), toggle },
      h('summary', { class: 'button', 'data-testid': 'more', 'aria-label': more, title: more, ref: noted('menu') }, '…'),
      folds.value &&
        h(
          'div',
          { class: 'card menu-list' },
          rare.map((control) => inSlot([control])),
        ),
    );
  };
  const question = () => {
    const control = asking.value;
    const keydown = (/** @type {KeyboardEvent} */ { key }) => key === 'Escape' && control && close(control);
    const text = control && t(`ask.${control}`);
    const given = {
      class: 'confirm',
      role: 'alertdialog',
      'data-testid': 'confirm',
      hidden: !control,
      'aria-label': text,
      keydown,
    };
    const yes = () => {
      if (!control) return;
      close(control);
      act(control);
    };
    return h(
      'div',
      { key: 'question', ...given },
      control && [
        h('p', {}, text),
        h('button', { class: 'button button--main', 'data-testid': 'confirm-yes', click: yes }, t('act.yes')),
        h(
          'button',
          { key: 'no', class: 'button', 'data-testid': 'confirm-no', click: () => close(control), ref: noted('no') },
          t('act.no'),
        ),
      ],
    );
  };
  show(host, () => [SLOTS.map(inSlot), menu(), question()]);
}

/** @param {import('../net/protocol.js').Snapshot} match */
const isSlow = ({ clock: { kind }, players: { first, second } }) =>
  /^(none|corr)/.test(kind) && !first?.computer && !second?.computer;

/**
 * The useful acts in the present state of a match, and whether each is possible at this moment.
 *
 * @param {import('./model.js').Model} model
 * @param {import('../net/protocol.js').Snapshot} match
 * @param {import('../net/protocol.js').Side | null} seat
 * @returns {Partial<Record<Control, boolean>>}
 */
export function usableControls(model, match, seat) {
  const flip = true;
  // Who plays draws with the second button: a finger is to play.
  const pen = true;
  if (match.state === 'open') return seat ? { abort: model.canAbort } : {};
  // Who watches may want to see another game.
  const watching = seat ? {} : { other: true };
  // Where nothing was played the end itself offers the way on.
  if (match.state === 'over')
    return { ...(match.ply > 0 && { replay: true, flip, pen, ...watching }), ...(model.canRematch && { rematch: true }) };
  if (!seat) return { flip, pen, ...watching };
  return {
    resign: model.canResign,
    ...(model.canAbort && { abort: true }),
    draw: model.canOfferDraw,
    takeback: model.canTakeBack,
    // In correspondence between two people.
    ...(isSlow(match) && { pause: model.canResign && !match.paused && !match.offers.pause }),
    impasse: model.canResign && match.offers.impasse === null,
    declare: model.canPlay,
    flip,
  };
}
