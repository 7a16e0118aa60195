// Who says what belongs to the game itself, as the notes of a sample do.

export const ANNOTATOR = 'annotator';
