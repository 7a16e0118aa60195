// The places of the page's HTML that analyses, replays and games on one device fill.

import { places } from '../ui/dom.js';

/** @typedef {ReturnType<typeof findFrame>} Frame */

// biome-ignore format: a list
export const findFrame = () =>
  places(
    'again', 'annotation', 'auto', 'back', 'board', 'chart', 'event', 'files', 'first', 'forward', 'free', 'game-detail',
    'game-name', 'last', 'local', 'main', 'meter', 'moves', 'opponent', 'pictures', 'player-bottom', 'player-top', 'ply',
    'refusal', 'result', 'rules', 'setup', 'sheet-head', 'slider', 'tabs', 'tools', 'transport', 'turn', 'words', 'written',
  );
