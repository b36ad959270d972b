import type { PushKind } from '@lacre/contracts';

import { preferredStorage } from './preferences.ts';

/** What a browser gives of its subscription to notifications. */
export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** That it was made with. */
  publicKey: string;
}

/** Whether this browser can be notified. Safari's on a phone can once the app is installed. */
export const canBePushed = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Whether the person has forbidden the site to notify: only they can take that back, in the browser. */
export const isPushBlocked = (): boolean => canBePushed() && Notification.permission === 'denied';

/**
 * Subscribes this browser, and asks the person where they were not asked yet: after a press alone.
 *
 * @param publicKey base64url, of the server; a subscription under another key is replaced
 * @throws DOMException NotAllowedError when the person, or the browser, says no
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription> {
  // A signer's page needs no worker until now.
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const kept = await pushManager.getSubscription();
  const applicationServerKey = bytesOf(publicKey);
  if (kept !== null && !isUnder(kept, applicationServerKey)) await kept.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '', publicKey };
}

/** Ends the subscription of this browser, and with it that of everyone who is notified here. */
export async function unsubscribeBrowser(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

function isUnder({ options }: PushSubscription, key: Uint8Array): boolean {
  const kept = options.applicationServerKey;
  if (kept === null) return false;
  const bytes = new Uint8Array(kept);
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const KEY = 'notified';
const KINDS_KEY = 'notifiedOf';

/** What is kept at this browser under a key for each person and user, by their id. */
function keptUnder<Value>(key: string): Readonly<Record<string, Value>> {
  try {
    return JSON.parse(preferredStorage()?.getItem(key) ?? '{}') as Record<string, Value>;
  } catch {
    return {};
  }
}

/** @returns whether anything is left under the key */
function keepUnder(key: string, recipientId: string, value: unknown): boolean {
  const { [recipientId]: _, ...others } = keptUnder(key);
  const next = value === undefined ? others : { ...others, [recipientId]: value };
  try {
    preferredStorage()?.setItem(key, JSON.stringify(next));
  } catch {
    // Without storage it is said to be off at the next visit, and switching it on again changes nothing.
  }
  return Object.keys(next).length > 0;
}

/** Subscriptions at this browser, which the page keeps for the person or user that switched them on. */
export const ownSubscription = {
  of: (recipientId: string) => keptUnder<string>(KEY)[recipientId],
  /** What they chose to be notified of; undefined for everything. */
  kindsOf: (recipientId: string) => keptUnder<PushKind[]>(KINDS_KEY)[recipientId],
  choose: (recipientId: string, kinds: readonly PushKind[] | undefined) =>
    keepUnder(KINDS_KEY, recipientId, kinds),
  /** @returns whether this browser is notified of anything afterwards */
  keep(recipientId: string, subscriptionId: string | undefined, kinds?: readonly PushKind[]): boolean {
    keepUnder(KINDS_KEY, recipientId, kinds);
    return keepUnder(KEY, recipientId, subscriptionId);
  },
};
