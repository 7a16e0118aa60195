// This browser's subscription to notifications: created at the browser's push service, and stored by the server for
// the visitor who uses the browser.

import { pushes, pushKey, putPush, removePush } from '../net/push.js';
import { scriptUrl } from '../ui/script_url.js';
import { forget, keep, keptKinds } from './kept.js';

/** @typedef {import('./kinds.js').Kind} Kind */

/** Whether this browser can show something while no page is open. */
export const isAble = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** The browser's permission was refused; only its own settings change that. */
export class Denied extends Error {}

async function registration() {
  const known = await navigator.serviceWorker.getRegistration();
  if (!known) await navigator.serviceWorker.register(scriptUrl('/sw.js'));
  return navigator.serviceWorker.ready;
}

/** @returns {Promise<PushSubscription | null>} */
async function current() {
  const known = await navigator.serviceWorker.getRegistration();
  return known ? known.pushManager.getSubscription() : null;
}

/** The server's name of a subscription: the address itself stays secret. @param {string} endpoint */
export async function idOf(endpoint) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The notifications of this device, as the server has them. @returns {Promise<Kind[]>} */
export async function subscribedKinds() {
  const subscription = await current();
  if (!subscription) return [];
  const [id, { subscriptions }] = await Promise.all([idOf(subscription.endpoint), pushes()]);
  return subscriptions.find((kept) => kept.id === id)?.kinds ?? [];
}

/**
 * Subscribes this device to these kinds of notifications alone. It may ask the visitor for the browser's permission.
 *
 * @param {Kind[]} kinds
 */
export async function subscribe(kinds) {
  if (kinds.length === 0) {
    await unsubscribe();
    return;
  }
  if ((await Notification.requestPermission()) !== 'granted') throw new Denied();
  const [{ pushManager }, { key }] = await Promise.all([registration(), pushKey()]);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(async (error) => {
    // One made with the key of another server at this address stands in the way.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  await putPush(subscription.toJSON(), kinds);
  await keep(kinds);
}

/** Ends all notifications of this device. */
export async function unsubscribe() {
  const subscription = await current();
  if (subscription) {
    // Where the server knows it no more, nothing is to be forgotten there.
    await removePush(await idOf(subscription.endpoint)).catch(() => undefined);
    await subscription.unsubscribe();
  }
  await forget();
}

/** The visitor is another one from now on, who receives the notifications of the one before. */
export async function handOver() {
  const [kept, subscription] = [keptKinds(), isAble() ? await current() : null];
  if (kept && subscription) await putPush(subscription.toJSON(), kept.kinds);
}
