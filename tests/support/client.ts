// Uses the types that openapi-typescript makes, with openapi-fetch: node client.mjs ORIGIN.
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const origin = process.argv[2] ?? '';
const client = createClient<paths>({ baseUrl: origin });

/** Of an answer what it is, or the problem as an error. */
function got<T>(answer: { data?: T; error?: { code: string; detail: string } | undefined }): T {
  if (answer.data === undefined) throw new Error(answer.error?.detail ?? 'no answer');
  return answer.data;
}

const expect = (fact: boolean, what: string) => {
  if (!fact) throw new Error(what);
};

const guest = got(await client.POST('/api/guests', { body: { bot: true } }));
const headers = { Authorization: `Bearer ${guest.token}` };
const clock = { kind: 'fischer', initial: 300, increment: 5 } as const;
const room = got(await client.POST('/api/matches', { headers, body: { game: 'xiangqi', clock, visibility: 'link' } }));
const shown = got(await client.GET('/api/matches/{id}', { params: { path: { id: room.id }, query: { legal: '1' } } }));
expect(shown.state === 'open' && shown.legal?.length === 0, 'the match is open');
// The kind narrows the clock.
if (shown.clock.kind === 'fischer') expect(shown.clock.increment === 5 && shown.clock.first === 300_000, 'the clock shows its time');
else throw new Error('it is another clock');
const missing = await client.GET('/api/matches/{id}', { params: { path: { id: '00000000-0000-4000-8000-000000000000' } } });
expect(missing.error?.code === 'not_found', 'a problem has its code');
const own = got(await client.GET('/api/me/tokens', { headers }));
expect(own.tokens.length === 1 && own.tokens[0]?.current === true, 'the token is listed');
console.log('a client in TypeScript made a match and read it');
