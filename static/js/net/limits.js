// What server/protocol/src/limits.rs writes here; its test holds the two equal.

/** The most bytes of a frame. */
export const MAX_FRAME = 4096;

/** The most characters of a chat line. */
export const MAX_CHAT = 300;

/** The most characters of a note on a node of a tree. */
export const MAX_NOTE = 500;

/** The most shapes that are drawn on a position. */
export const MAX_SHAPES = 32;

/** How long an opponent is away before the game can be claimed, in milliseconds. */
export const CLAIM_AFTER = 120000;
