// The HTTP half of the visitor's vacation from games by days.

import { request } from './api.js';

/** @typedef {import('./wire.d.ts').Vacation} Vacation */

/** @returns {Promise<Vacation>} */
export const vacation = () => request('/api/me/vacation');

/** @returns {Promise<Vacation>} */
export const beginVacation = () => request('/api/me/vacation', { method: 'POST' });

/** @returns {Promise<Vacation>} */
export const endVacation = () => request('/api/me/vacation', { method: 'DELETE' });
