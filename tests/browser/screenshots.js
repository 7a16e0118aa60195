// Takes the pictures of docs/screenshots from a server with people at it:
//
//   cargo build && (cd tests/browser && npm ci && node screenshots.js)

import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, play, saved, shows, vectors } from './support/play.js';
import { Server } from './support/server.js';

const FOLDER = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const WINDOW = { viewport: { width: 1200, height: 800 }, deviceScaleFactor: 1.5 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

const undo = [];
const t = { after: (step) => undo.unshift(step) };
const picture = (page, name) => page.screenshot({ path: `${FOLDER}${name}.png`, animations: 'disabled' });

/** Two people play the beginning of a recorded game; the answer is the page of each side. */
async function playBeginning(browser, origin, game, choices, moves, options) {
  const pages = [await person(t, browser, options), await person(t, browser, options)];
  await join(pages[1], await createRoom(pages[0], origin, game, choices));
  const seats = await bySide(pages);
  for (const [ply, move] of moves.entries()) {
    const [mover, other] = ply % 2 === 0 ? [seats.first, seats.second] : [seats.second, seats.first];
    await play(mover, move);
    await saved(mover, ply + 1);
    await shows(other, ply + 1);
  }
  return seats;
}

try {
  await mkdir(FOLDER, { recursive: true });
  const browser = await launch();
  t.after(() => browser.close());
  const server = await Server.start(t);

  const [xiangqi] = vectors('xiangqi-games').filter(({ reason }) => reason === 'checkmate');
  const beginning = xiangqi.moves.slice(0, 21);
  const { second } = await playBeginning(browser, server.origin, 'xiangqi', { ruleset: 'standard' }, beginning, WINDOW);
  await picture(second, 'match');

  const [cart] = vectors('folk-tui-da-che').filter(({ moves }) => moves?.length > 20);
  const { first } = await playBeginning(browser, server.origin, 'tui-da-che', {}, cart.moves.slice(0, 9), PHONE);
  await picture(first, 'phone');

  const visitor = await person(t, browser, WINDOW);
  await visitor.goto(server.origin);
  await visitor.getByTestId('game-xiangqi').waitFor();
  await picture(visitor, 'start');
} finally {
  for (const step of undo) await step();
}
