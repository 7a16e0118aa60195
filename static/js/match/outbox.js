// The commands of this page that are on their way, and the answers to them.

/** @typedef {import('./state.js').MatchState} MatchState */

/**
 * A command on its way. `sent` has left this page; the answer takes it off the list.
 *
 * @typedef {object} Command
 * @property {{type: string, id: string, ply?: number, move?: string, text?: string}} message
 * @property {boolean} sent whether it was handed to a link that is still up
 */

/**
 * @param {MatchState} state
 * @param {string} id
 * @returns {MatchState}
 */
export function acknowledge(state, id) {
  const command = state.outbox.find(({ message }) => message.id === id);
  if (!command) return state;
  // An acked action stays on the board until its event arrives, which may be a frame later.
  if (command.message.type === 'play' && command.message.ply === state.match?.ply) {
    return { ...state, savedPly: command.message.ply ?? null };
  }
  return { ...state, outbox: state.outbox.filter((other) => other !== command) };
}

/**
 * @param {MatchState} state
 * @param {import('../net/protocol.js').Nack} nack
 * @returns {MatchState}
 */
export function refuse(state, nack) {
  const refused = state.outbox.find(({ message }) => message.id === nack.id)?.message;
  return {
    ...state,
    refusedChat: refused?.type === 'chat' ? (refused.text ?? null) : state.refusedChat,
    outbox: state.outbox.filter(({ message }) => message.id !== nack.id),
    refusal: { code: nack.code, rule: nack.rule ?? null, squares: nack.squares ?? [] },
    // A stale command means that this page missed something.
    wantsSnapshot: state.wantsSnapshot || nack.code === 'stale',
  };
}

/**
 * Puts a command on the list of what awaits an answer.
 *
 * @param {MatchState} state
 * @param {Command['message']} message
 * @param {boolean} sent
 * @returns {MatchState}
 */
export const queue = (state, message, sent) => ({
  ...state,
  refusal: null,
  outbox: [...state.outbox, { message, sent }],
});

/**
 * The link is gone: nothing on the list is certain to have arrived. The same ids are sent again
 * once it is back, and the server answers them as if for the first time.
 *
 * @param {MatchState} state
 * @returns {MatchState}
 */
export const unsent = (state) => ({ ...state, lost: true, outbox: state.outbox.map((command) => ({ ...command, sent: false })) });

/**
 * Our words that are not yet part of the talk.
 *
 * @param {Pick<MatchState, 'outbox'>} state
 * @returns {{id: string, text: string, sent: boolean}[]}
 */
export const pendingTalk = ({ outbox }) =>
  outbox.filter(({ message }) => message.type === 'chat').map(({ message: { id, text = '' }, sent }) => ({ id, text, sent }));

/**
 * The action of ours that is shown but not yet part of the match.
 *
 * @param {MatchState} state
 * @returns {{move: string, ply: number, sent: boolean} | null}
 */
export function pendingPlay(state) {
  for (const { message, sent } of state.outbox) {
    if (message.type === 'play' && message.move !== undefined && message.ply === state.match?.ply) {
      return { move: message.move, ply: message.ply ?? 0, sent };
    }
  }
  return null;
}
