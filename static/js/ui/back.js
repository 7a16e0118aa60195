// The browser's Back closes an open dialog before it leaves the page: everything that opens adds an entry to
// the history, which goes when it is closed in another way.

/** The close functions of open dialogs, the last on top. @type {(() => void)[]} */
const open = [];

/** How many entries of the history are of things that were opened. */
const entries = () => history.state?.open ?? 0;

/** Whether the entry of a closed dialog is being left. */
let isLeaving = false;

const push = () => entries() < open.length && history.pushState({ ...history.state, open: open.length }, '');

globalThis.addEventListener?.('popstate', () => {
  // A dialog that has opened since then needs an entry of its own; more that were closed have entries to leave.
  if (isLeaving) {
    push();
    leave();
  }
  isLeaving = false;
  while (open.length > entries()) open.pop()?.();
});

/** Leaves the entries of closed dialogs, unless another has opened in their place. */
const leave = () =>
  setTimeout(() => {
    if (isLeaving || entries() <= open.length) return;
    isLeaving = true;
    history.back();
  });

/**
 * Has Back close something that has just opened.
 *
 * @param {() => void} close
 * @returns {() => void} to be called when it is closed in another way
 */
export function closeByBack(close) {
  open.push(close);
  push();
  return () => {
    const at = open.indexOf(close);
    if (at < 0) return;
    open.splice(at, 1);
    leave();
  };
}

/** Opens a dialog that Back closes. @param {HTMLDialogElement} dialog */
export function showModal(dialog) {
  dialog.showModal();
  dialog.addEventListener(
    'close',
    closeByBack(() => dialog.close()),
    { once: true },
  );
}
