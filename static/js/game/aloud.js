// How a move is read aloud in notations that name the piece and not both of its squares.

/**
 * The spoken form of a move: a text of the page, and its values other than the piece.
 *
 * @typedef {object} Said
 * @property {string} key of the way
 * @property {Record<string, string>} [values]
 * @property {string} [piece] the key of what distinguishes the piece from others of its kind
 * @property {string} [number] of its file
 * @property {boolean} [stays] whether it could promote and does not
 */

const WESTERN = /^\+?[A-Z]([1-9][a-z1-9])?[-x*]([1-9][a-z1-9])[+=]?$/;
const WXF = /^[A-Z]([1-9+-])([-+.=])([1-9])$/;

/** @type {Record<string, (text: string) => Said | null>} by notation */
const READERS = {
  western(text) {
    const [, from, to = ''] = WESTERN.exec(text) ?? [];
    if (!to || text.includes('*')) return null;
    const stays = text.endsWith('=');
    return { key: from ? 'say.step' : 'say.step.to', values: { from: from ?? '', to }, stays };
  },
  wxf(text) {
    const [, place = '', way = '', count = ''] = WXF.exec(text) ?? [];
    if (!place) return null;
    const key = way === '+' ? 'say.forward' : way === '-' ? 'say.back' : 'say.across';
    const piece = place === '+' ? 'say.front' : place === '-' ? 'say.rear' : 'say.file';
    return { key, values: { count }, piece, number: place };
  },
};

/**
 * @param {string} notation
 * @param {string | undefined} text the move in it
 * @returns {Said | null} null where it is read by its squares, or as it stands
 */
export const aloud = (notation, text) => (text && READERS[notation]?.(text)) || null;
