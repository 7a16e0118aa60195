// Debian's Firefox, driven by WebDriver BiDi.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Hand } from './hand.js';
import { startProgram } from './processes.js';

/** A fresh profile asks nothing, fetches nothing and takes fingers. */
const SETTINGS = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.w3c_touch_events.enabled': 1,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

/**
 * A person with Firefox.
 *
 * @param {import('node:test').TestContext} t
 */
export async function firefox(t) {
  const profile = await mkdtemp(join(tmpdir(), 'yiguan-firefox-'));
  const lines = Object.entries(SETTINGS).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const browser = await startProgram(
    process.env.FIREFOX ?? 'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', '--width=1200', '--height=900'],
    /WebDriver BiDi listening on (ws:\S+)/,
    { environment: { HOME: profile } },
  );
  t.after(async () => {
    await browser.end();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  /** @type {string[]} */
  const faults = [];
  const send = await connect(`${browser.found}/session`, ({ method, params }) => {
    if (method === 'log.entryAdded' && params.level === 'error' && params.type === 'javascript') faults.push(params.text);
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send('browsingContext.getTree', {});
  const { context } = contexts[0];
  return new Hand({
    faults,
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'interactive' }),
    async evaluate(body) {
      const { exceptionDetails, result } = await send('script.callFunction', {
        functionDeclaration: `() => { ${body} }`,
        awaitPromise: false,
        target: { context },
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    },
    act: (actions) => send('input.performActions', { context, actions }),
  });
}

/**
 * Connects to a browser.
 *
 * @param {string} url
 * @param {(event: any) => void} heard
 * @returns {Promise<(method: string, params: object) => Promise<any>>} sends a command and waits for its answer
 */
async function connect(url, heard) {
  const socket = new WebSocket(url);
  await new Promise((open, fail) => socket.once('open', open).once('error', fail));
  const waiting = new Map();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    const command = waiting.get(message.id);
    waiting.delete(message.id);
    if (!command) heard(message);
    else if (message.type === 'success') command.resolve(message.result);
    else command.reject(new Error(`${command.method}: ${message.error}: ${message.message}`));
  });
  socket.on('close', () => {
    for (const { method, reject } of waiting.values()) reject(new Error(`${method}: the browser is gone`));
  });
  let last = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { method, resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}
