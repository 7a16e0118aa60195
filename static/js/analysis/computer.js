// Play against the computer on this device: it needs no server and works offline.

import { choose } from '../game/searcher.js';
import { chooseExactly } from '../game/tables.js';
import { descriptor } from '../games/index.js';
import { t } from '../i18n/i18n.js';
import { showNotice } from '../ui/notice.js';

/** @typedef {import('../games/index.js').Side} Side */
/** @typedef {{side: Side, level: number}} Opponent the side that the computer plays */

/** The least time that passes before the computer acts, in milliseconds: one sees it move. */
const PAUSE = 500;

/** From this level on the computer plays small solved games by their tables, as computer players do on a server. */
const PLAYS_BY_TABLES = 6;

export class Computer {
  /** Grows with whatever is asked, so that an answer that comes too late is known. */
  #asked = 0;

  /**
   * @param {import('./study.js').Study} study
   * @param {import('./analysis_page.js').AnalysisPage} page
   * @param {import('./records.js').Recorded} record which names the opponent
   * @param {HTMLElement} thinking shows that it thinks
   */
  constructor(study, page, record, thinking) {
    this.thinking = thinking;
    this.study = study;
    this.page = page;
    this.record = record;
  }

  /** Whether the computer has to act on the shown position. */
  get #isDue() {
    const { record, study } = this;
    const { opponent } = record;
    const atEnd = study.current === study.tree.plies;
    return Boolean(opponent) && atEnd && study.entry(study.current).turn === opponent?.side && study.outcome().result === null;
  }

  /** To be called whenever the board shows something else. */
  async consider() {
    this.#asked += 1;
    const asked = this.#asked;
    const { record, study } = this;
    const { opponent } = record;
    const due = this.#isDue;
    this.thinking.hidden = !due;
    if (!due || !opponent) return;
    const pause = new Promise((go) => setTimeout(go, PAUSE));
    try {
      const chosen =
        (await this.#byTables(opponent)) ?? (await choose(this.record, study.tree.actions(study.current), opponent.level));
      await pause;
      if (asked === this.#asked && chosen) this.page.play(chosen.action);
    } catch {
      if (asked !== this.#asked) return;
      this.thinking.hidden = true;
      showNotice('computer-failed', t('local.computer.failed'), t('load.reload'), () => location.reload());
    }
  }

  /** What keeps the value, where that is known here; the search is asked where it is not. @param {Opponent} opponent */
  async #byTables({ level }) {
    const { record, study } = this;
    if (level < PLAYS_BY_TABLES || descriptor(record.game)?.solved !== true) return null;
    const { position } = study.entry(study.current);
    return chooseExactly(record, position, study.legal()).catch(() => null);
  }

  /** Takes back the visitor's last action, and the computer's answer. */
  takeBack() {
    const { record, study } = this;
    do study.takeBack();
    while (study.tree.plies > 0 && study.entry(study.current).turn === record.opponent?.side);
  }
}
