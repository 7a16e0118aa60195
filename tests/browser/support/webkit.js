// Debian's WebKit, the engine of every iPhone, driven by WebDriver on a virtual screen.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Hand } from './hand.js';
import { freePort } from './ports.js';
import { startProgram } from './processes.js';

/** Where Debian keeps the small browser, below the folder of the processor's libraries. */
async function miniBrowser() {
  const libraries = '/usr/lib';
  for (const name of await readdir(libraries)) {
    if (!name.endsWith('-linux-gnu')) continue;
    const versions = (await readdir(join(libraries, name))).filter((folder) => /^webkit2?gtk-[\d.]+$/.test(folder)).sort();
    for (const version of versions.reverse()) {
      const files = await readdir(join(libraries, name, version));
      if (files.includes('MiniBrowser')) return join(libraries, name, version, 'MiniBrowser');
    }
  }
  throw new Error('there is no MiniBrowser: install webkit2gtk-driver');
}

/**
 * A person with WebKit.
 *
 * @param {import('node:test').TestContext} t
 */
export async function webkit(t) {
  const home = await mkdtemp(join(tmpdir(), 'yiguan-webkit-'));
  /** @type {string[]} */
  const faults = [];
  const screen = await startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x960x24', '-nolisten', 'tcp'], /^(\d+)$/);
  t.after(() => screen.end());
  const origin = `http://127.0.0.1:${await freePort()}`;
  const driver = await startProgram('WebKitWebDriver', [`--port=${new URL(origin).port}`], null, {
    environment: { DISPLAY: `:${screen.found}`, HOME: home, XDG_RUNTIME_DIR: home, GSETTINGS_BACKEND: 'memory' },
    heard: (line) => /CONSOLE \S+ ERROR/.test(line) && !/NETWORK/.test(line) && faults.push(line),
  });
  t.after(async () => {
    await driver.end();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
  await answering(`${origin}/status`);
  const { sessionId } = await ask('POST', `${origin}/session`, {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: await miniBrowser(),
          args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
        },
      },
    },
  });
  const session = `${origin}/session/${sessionId}`;
  await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1240, height: 940 });
  /** @param {string} body */
  const evaluate = (body) => ask('POST', `${session}/execute/sync`, { script: body, args: [] });
  return new Hand({
    faults,
    open: (url) => ask('POST', `${session}/url`, { url }),
    evaluate,
    act: (actions) => ask('POST', `${session}/actions`, { actions }),
    finger: (places) => evaluate(`(${finger})(${JSON.stringify(places)})`),
  });
}

/**
 * In the page: a finger that is put down at the first place and lifted at the last. This WebKit's
 * driver makes a mouse of every finger, so a script sends the page events of a finger.
 *
 * @param {import('./hand.js').Place[]} places
 */
function finger(places) {
  const [start, ...way] = places;
  if (!start) return;
  const target = /** @type {Element} */ (document.elementFromPoint(start.x, start.y));
  // The pointer that there is, since only such a one can be captured.
  const pointer = { pointerId: 1, pointerType: 'touch', isPrimary: true, bubbles: true, cancelable: true };
  const tell = (/** @type {string} */ type, /** @type {import('./hand.js').Place} */ { x, y }) =>
    target.dispatchEvent(new PointerEvent(type, { ...pointer, clientX: x, clientY: y }));
  tell('pointerdown', start);
  for (const place of way) tell('pointermove', place);
  tell('pointerup', way.at(-1) ?? start);
  if (way.length === 0) tell('click', start);
}

/** Waits until a server answers. @param {string} url */
async function answering(url) {
  const end = Date.now() + 20_000;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > end) throw new Error(`${url} does not answer`);
    await pause(50);
  }
}

/**
 * Sends a command of WebDriver.
 *
 * @param {string} method
 * @param {string} url
 * @param {object} body
 * @returns {Promise<any>} its value
 */
async function ask(method, url, body) {
  const answer = await fetch(url, { method, body: JSON.stringify(body) });
  const { value } = /** @type {{value: any}} */ (await answer.json());
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}
