// The author of a note belongs to the game itself, as with the notes of a sample.

export const ANNOTATOR = 'annotator';
