// How a visitor plays, on the board and by typing.

import { allForms } from '../game/written.js';
import { noteOf } from '../game/repetition_meter.js';
import { Confirmation } from './confirmation.js';
import { Premove } from './premove.js';

/** @typedef {import('../game/match_scene.js').Asked} Asked */

export class Playing {
  /**
   * @param {import('./session.js').Session} session
   * @param {import('./store.js').MatchStore} store
   * @param {() => void} changed
   */
  constructor(session, store, changed) {
    this.session = session;
    this.store = store;
    this.premove = new Premove(session.id, () => session, changed);
    this.confirmation = new Confirmation(session, changed);
  }

  /** Whether nothing was begun that would be lost. */
  get isIdle() {
    return !this.premove.action && !this.confirmation.pending;
  }

  /**
   * The acts on the board.
   *
   * @param {import('./announcer.js').Announcer} announcer
   * @param {() => void} typed
   * @returns {import('../game/app_board.js').Listener}
   */
  onBoard(announcer, typed) {
    const { premove, session, store } = this;
    return {
      play: (action) => this.confirmation.play(action),
      premove: (action) => {
        const names = store.names.peek();
        if (names) announcer.premove(action, premove.action, names);
        premove.set(action);
      },
      picked: () => {
        if (!store.asked.peek() && !session.state.refusal) return;
        store.asked.value = null;
        session.refuse(null);
      },
      ask: (action) => {
        const asked = this.#why(action);
        const { match } = session.state;
        if (asked && match && store.names.peek()?.game.fouls?.(match.options).includes(asked.rule)) session.play(action);
        store.asked.value = asked;
      },
      // Back from a move that was looked at to the game.
      idle: () => (store.viewed.value = null),
      typed,
      note: (action) => this.#note(action),
      noted: (texts) => (store.noted.value = texts),
    };
  }

  /**
   * The acts by typing.
   *
   * @param {() => void} leave back to the board
   * @returns {import('./typed_form.js').TypedListener}
   */
  byTyping(leave) {
    const { session, store } = this;
    return {
      choices: () => {
        const { game, timeline } = session;
        if (!timeline && !game.failed) return undefined;
        const { page, looking } = store.moment.peek() ?? {};
        if (!timeline || looking || !page?.model.canPlay) return null;
        return { legal: timeline.game.legal(), written: (action) => this.#formsOf(timeline, action) };
      },
      early: () => session.refuse('not_your_turn'),
      play: (action) => session.play(action),
      ask: (action) => (store.asked.value = this.#why(action)),
      problem: (rule) => (store.asked.value = { rule, squares: [] }),
      leave,
    };
  }

  /** @param {string} action */
  #note(action) {
    const { timeline } = this.session;
    const names = this.store.names.peek();
    return timeline && names ? noteOf(timeline, action, names) : null;
  }

  /**
   * Why an action is not legal, and, if that is for its repetition, how often the position occurred.
   *
   * @param {string} action
   * @returns {Asked | null}
   */
  #why(action) {
    const refusal = this.session.timeline?.refuse(action);
    if (!refusal) return null;
    const note = this.#note(action)?.text;
    return note ? { ...refusal, note } : refusal;
  }

  /**
   * Every way to write an action that can be played now.
   *
   * @param {import('../game/timeline.js').Timeline} timeline
   * @param {string} action
   */
  #formsOf(timeline, action) {
    const names = this.store.names.peek();
    const written = timeline.written(action, [...(names?.info?.notations ?? []), ...timeline.notations]);
    return [...Object.values(written), ...(names ? allForms(names.game, written) : [])];
  }
}
