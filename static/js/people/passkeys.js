// Passkeys: the browser's half of the two ceremonies.

import { request, Problem } from '../net/api.js';

/** @typedef {{id: string, device: string, created_at: number, used_at: number}} PasskeyInfo */

/** Whether this page can have passkeys: by HTTPS or on this machine, and not at an address by number. */
export const canPasskey = () =>
  'PublicKeyCredential' in globalThis &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(location.hostname);

/** @returns {Promise<{passkeys: PasskeyInfo[]}>} */
export const passkeys = () => request('/api/me/passkeys');

/** @param {string} id */
export const removePasskey = (id) => request(`/api/me/passkeys/${encodeURIComponent(id)}`, { method: 'DELETE' });

/**
 * One ceremony: the server's question, the device's answer, the server's verdict.
 *
 * @param {string} begin
 * @param {string} end
 * @param {(options: any) => Promise<Credential | null>} ask
 */
async function ceremony(begin, end, ask) {
  const { ceremony: number, options } = await request(begin, { method: 'POST' });
  let answer;
  try {
    answer = await ask(options);
  } catch (error) {
    // A visitor who closes the device's dialog has changed their mind.
    throw error instanceof DOMException && error.name === 'InvalidStateError'
      ? new Problem('passkey_known', 0, '')
      : new Problem('passkey_cancelled', 0, '');
  }
  const credential = /** @type {PublicKeyCredential | null} */ (answer)?.toJSON();
  return request(end, { method: 'POST', body: { ceremony: number, credential } });
}

/** @returns {Promise<{player: import('../net/protocol.js').Player, recovery_codes?: string[]}>} */
export const makePasskey = () =>
  ceremony('/api/me/passkeys/begin', '/api/me/passkeys', (options) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );

/** @param {any} options */
const answer = (options) => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });

/** @returns {Promise<import('../net/protocol.js').Player>} */
export const signIn = () => ceremony('/api/sessions/passkey/begin', '/api/sessions/passkey', answer);

/** Confirms with a passkey that it is the owner of the account who asks for a change. */
export const confirmByPasskey = () => ceremony('/api/me/confirm/passkey/begin', '/api/me/confirm/passkey/end', answer);
