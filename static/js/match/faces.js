// The faces of the computer players, a character each.

/** From the weakest. */
const FACES = ['雀', '鯉', '兎', '狐', '鶴', '虎', '亀', '龍'];

/** The face of another program that plays here, whose levels are above those. */
const GUEST = '象';

/** @param {number} level 0 for none */
export const faceOf = (level) => (level > FACES.length ? GUEST : (FACES[level - 1] ?? ''));

/** Whether a computer player of this level has a line of its own. @param {number} level */
export const speaks = (level) => level > 0 && level <= FACES.length;
