// The HTTP half of the protocol, as far as it is about notifications by mail.

import { request } from './api.js';

/** @typedef {import('../push/kinds.js').Kind} Kind */
/** @typedef {import('./wire.d.ts').MailView} Mail the visitor's address in part, its state, and the kinds of mail */

/** Whether this server sends mail. @returns {Promise<boolean>} */
export const offersMail = async () => (await request('/api/push')).mail ?? false;

/** @returns {Promise<{mail: Mail | null}>} */
export const ownMail = () => request('/api/me/mail');

/** @param {string} address @param {Kind[]} [kinds] @returns {Promise<Mail>} */
export const putMail = (address, kinds) => request('/api/me/mail', { method: 'PUT', body: { address, kinds } });

/** @param {Kind[]} kinds @returns {Promise<Mail>} */
export const setMailKinds = (kinds) => request('/api/me/mail/kinds', { method: 'PUT', body: { kinds } });

/** @returns {Promise<Mail>} */
export const resendMail = () => request('/api/me/mail/confirmation', { method: 'POST' });

export const removeMail = () => request('/api/me/mail', { method: 'DELETE' });

/** @param {string} code */
export const confirmMail = (code) => request('/api/mail/confirmations', { method: 'POST', body: { code } });

/** @param {string} secret */
export const stopMail = (secret) => request(`/mail/off?t=${encodeURIComponent(secret)}`, { method: 'POST' });
