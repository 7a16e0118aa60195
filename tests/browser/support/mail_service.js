// A mail server of the tests' own, which speaks as much SMTP as it takes to receive a mail.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

export class MailService {
  /** @type {{to: string, text: string}[]} */
  #mails = [];
  #arrived = () => {};
  #port = 0;

  /** @param {import('node:test').TestContext} t */
  static async start(t) {
    const service = new MailService();
    const open = new Set();
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      // A client that hangs up in the middle has sent nothing.
      socket.on('error', () => socket.destroy());
      service.#receive(socket).catch(() => socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => {
      server.close();
      for (const socket of open) socket.destroy();
    });
    service.#port = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
    return service;
  }

  /** The flags of a server that sends its mail here, each mail at once. @param {string} origin */
  environment = (origin) => ({
    YIGUAN_MAIL_SERVER: `smtp://127.0.0.1:${this.#port}`,
    YIGUAN_MAIL_FROM: 'Yiguan 弈馆 <yiguan@example.com>',
    YIGUAN_MAIL_GATHER: '0',
    YIGUAN_PUBLIC_URL: origin,
  });

  /** The next mail: its receiver and its text. @returns {Promise<{to: string, text: string}>} */
  async next() {
    for (;;) {
      const mail = this.#mails.shift();
      if (mail) return mail;
      await new Promise((done) => (this.#arrived = () => done(undefined)));
    }
  }

  /** The link in the next mail. @param {string} start its beginning */
  async link(start) {
    const { text } = await this.next();
    const found = text.split(/\s/).find((word) => word.startsWith(start));
    if (!found) throw new Error(`no ${start} in ${text}`);
    return found;
  }

  /** @param {import('node:net').Socket} socket */
  async #receive(socket) {
    const say = (/** @type {string} */ line) => socket.write(`${line}\r\n`);
    let to = '';
    /** @type {string[] | null} */
    let lines = null;
    say('220 mail.example.org');
    for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
      if (lines && line !== '.') lines.push(line);
      else if (lines) {
        this.#mails.push({ to, text: textOf(lines) });
        this.#arrived();
        lines = null;
        say('250 2.0.0 Ok');
      } else if (/^EHLO /i.test(line)) say('250-mail.example.org\r\n250 8BITMIME');
      else if (/^RCPT TO:/i.test(line)) {
        to = /<(.*?)>/.exec(line)?.[1] ?? '';
        say('250 2.1.5 Ok');
      } else if (/^DATA$/i.test(line)) {
        lines = [];
        say('354 End with a dot');
      } else if (/^QUIT$/i.test(line)) socket.end('221 2.0.0 Bye\r\n');
      else say('250 2.0.0 Ok');
    }
  }
}

/** The text of a mail, which follows its headers in base64. @param {string[]} lines */
const textOf = (lines) => Buffer.from(lines.slice(lines.indexOf('')).join(''), 'base64').toString('utf8');
