// When the server's pages are of another version than this one, the page reloads by itself as
// soon as nothing would be lost, and shows a notice until then.

import { t } from '../i18n/i18n.js';
import { showNotice } from './notice.js';

/** How often a page that is busy looks again, in milliseconds. */
const AGAIN = 2_000;

/** Where a page keeps for which version it was reloaded: behind a proxy two may answer in turn. */
const TRIED = 'yiguan.renewed';

/** The version of the client that this page is of, as the server wrote it into it. */
export const pageVersion = () => document.querySelector('meta[name="yiguan-version"]')?.getAttribute('content') ?? null;

/**
 * What renewal needs of the page; tests bring their own.
 *
 * @typedef {object} Surroundings
 * @property {() => string | null} version of the page
 * @property {() => string | null} tried the version that the page was reloaded for
 * @property {(version: string) => void} reload notes the version, and reloads
 * @property {(run: () => void, ms: number) => void} after
 * @property {(reload: () => void) => void} notify shows that there is a newer version
 */

/** @type {Surroundings} */
const BROWSER = {
  version: pageVersion,
  tried() {
    try {
      return sessionStorage.getItem(TRIED);
    } catch {
      return null;
    }
  },
  reload(version) {
    try {
      sessionStorage.setItem(TRIED, version);
    } catch {
      // Without storage it may reload once more than needed.
    }
    location.reload();
  },
  after: (run, ms) => void setTimeout(run, ms),
  notify: (reload) => showNotice('renewal', t('load.outdated'), t('load.reload'), reload),
};

export class Renewal {
  /** @type {string | null} the newer version, once it is known */
  #newer = null;

  /**
   * @param {() => boolean} idle whether a reload would lose nothing: no move, word or choice half made
   * @param {Surroundings} [world]
   */
  constructor(idle, world = BROWSER) {
    this.idle = idle;
    this.world = world;
  }

  /**
   * The server has sent the version of its pages.
   *
   * @param {string | undefined} version
   */
  see(version) {
    const own = this.world.version();
    if (!version || !own || version === own || version === this.#newer) return;
    const first = this.#newer === null;
    this.#newer = version;
    const reload = () => this.world.reload(version);
    // Reloaded for that very version already, and still old: the choice is the visitor's.
    if (this.world.tried() === version) this.world.notify(reload);
    else if (this.idle()) reload();
    else {
      this.world.notify(reload);
      if (first) this.#wait();
    }
  }

  #wait() {
    this.world.after(() => {
      const version = this.#newer;
      if (version && this.world.tried() !== version && this.idle()) this.world.reload(version);
      else this.#wait();
    }, AGAIN);
  }
}
