// A push service of the tests' own, and a browser that is subscribed at it: messages of a server are read as that browser
// would read it, by RFC 8291 and RFC 8188.

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** The length of what stands before the key of the sender: a salt, the size of a record, the length of the key. */
const HEAD = 21;
const TAG = 16;

export class PushService {
  #keys = createECDH('prime256v1');
  #public = this.#keys.generateKeys();
  #secret = randomBytes(16);
  /** @type {object[]} */
  #notices = [];
  #arrived = () => {};
  #origin = '';

  /** @param {import('node:test').TestContext} t */
  static async start(t) {
    const service = new PushService();
    const server = createServer(async (request, response) => {
      const parts = [];
      for await (const part of request) parts.push(part);
      service.#notices.push(service.#read(Buffer.concat(parts)));
      service.#arrived();
      response.writeHead(201).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    service.#origin = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
    return service;
  }

  /** Has the pages of a visitor subscribe here. @param {import('playwright-core').Page} page */
  async serve(page) {
    const endpoint = `${this.#origin}/send`;
    const keys = { p256dh: this.#public.toString('base64url'), auth: this.#secret.toString('base64url') };
    await page.addInitScript(
      ([address, sent]) => {
        const subscription = {
          endpoint: address,
          toJSON: () => ({ endpoint: address, keys: sent, expirationTime: null }),
          unsubscribe: async () => true,
        };
        PushManager.prototype.getSubscription = async () => (localStorage.getItem('test.subscribed') ? subscription : null);
        PushManager.prototype.subscribe = async () => {
          localStorage.setItem('test.subscribed', '1');
          return subscription;
        };
        Notification.requestPermission = async () => 'granted';
      },
      /** @type {const} */ ([endpoint, keys]),
    );
  }

  /** The next notice that was sent. @returns {Promise<any>} */
  async next() {
    while (this.#notices.length === 0) await new Promise((done) => (this.#arrived = () => done(undefined)));
    return this.#notices.shift();
  }

  /** @param {Buffer} body */
  #read(body) {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(HEAD, HEAD + body[HEAD - 1]);
    const sealed = body.subarray(HEAD + sender.length);
    const derive = (key, from, info, length) => Buffer.from(hkdfSync('sha256', key, from, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#public, sender]);
    const shared = derive(this.#keys.computeSecret(sender), this.#secret, info, 32);
    const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12);
    const opener = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-TAG));
    const padded = Buffer.concat([opener.update(sealed.subarray(0, -TAG)), opener.final()]);
    // The text ends with a two and whatever zeros follow it.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
  }
}
