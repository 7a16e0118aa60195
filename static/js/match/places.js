// The places of the page's HTML that the views of a match fill.

import { places } from '../ui/dom.js';

/** @typedef {ReturnType<typeof matchPlaces>} Places */

// biome-ignore format: a list
export const matchPlaces = () =>
  places(
    'about', 'board', 'chat-form', 'chat-lines', 'chat-news', 'chat-text', 'controls', 'end', 'follow', 'invite', 'main',
    'moves', 'name-card', 'offers', 'panel-help', 'player-bottom', 'player-top', 'spectators', 'spoken', 'status', 'step-back',
    'step-forward', 'typed', 'typed-text', 'verdict', 'words',
  );
