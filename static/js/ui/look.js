// What of the settings holds for the whole page: light or dark, and how large boards are.

import { setting } from './settings.js';

/** Applies it now, and again whenever it is changed. */
export function startLook() {
  apply();
  document.addEventListener('restyle', apply);
}

function apply() {
  const { documentElement: root } = document;
  const scheme = setting('scheme');
  // Before the first paint `prelude.js` has done the same.
  if (scheme) root.setAttribute('data-theme', scheme);
  else root.removeAttribute('data-theme');
  root.style.setProperty('--board-scale', String(setting('size') / 100));
}
