/**
 * What a message's or a provider's link carries. Secrets of messages stand in the fragment of the address,
 * which no server receives; what the identity provider answers stands in its query.
 */
export type Arrival = { kind: MessageKind; secret: string } | { kind: 'google'; callback: string };

type MessageKind = (typeof FRAGMENTS)[keyof typeof FRAGMENTS];
const FRAGMENTS = {
  link: 'sign-in-link',
  verify: 'verify-email',
  'new-email': 'email-change',
  'undo-email': 'email-undo',
  reset: 'password-reset',
  invitation: 'invitation',
} as const;

/** Reads an address. @param address as `window.location` has it */
export function arrivalOf({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Arrival | undefined {
  const isLogin = /^\/login(?:\/|$)/.test(pathname);
  const query = new URLSearchParams(search);
  // RFC 6749 §4.1.2: `state` comes back with a code, and with an error.
  if (isLogin && query.has('state') && (query.has('code') || query.has('error')))
    return { kind: 'google', callback: search.slice(1) };
  if (!isLogin && pathname !== '/password') return undefined;
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  for (const [name, kind] of Object.entries(FRAGMENTS)) {
    const secret = fragment.get(name);
    if (secret !== null && secret !== '') return { kind, secret };
  }
  // Invitations mailed before their secret stood in the fragment.
  const invitation = pathname === '/password' ? query.get('invitation') : null;
  return invitation === null || invitation === '' ? undefined : { kind: 'invitation', secret: invitation };
}

let arrival: Arrival | undefined;

/**
 * Takes what the address of this visit carries out of it, before the router reads it: a secret that was used is of no
 * use in the history, and the provider's answer must be handed on as it came. The link to a password stays in
 * the fragment, so that the form outlives a reload. Called once, as the client starts.
 */
export function receiveArrival(): void {
  const found = arrivalOf(window.location);
  if (found === undefined) return;
  arrival = found;
  const { pathname } = window.location;
  if (found.kind === 'invitation')
    window.history.replaceState(window.history.state, '', `${pathname}#invitation=${found.secret}`);
  else if (found.kind !== 'password-reset') window.history.replaceState(window.history.state, '', pathname);
}

/** A link opened over its own page changes the fragment alone: starting anew reads it. */
export function followLinks(): void {
  window.addEventListener('hashchange', () => {
    if (arrivalOf(window.location) !== undefined) window.location.reload();
  });
}

/** What this visit came with, until it is dealt with. */
export const currentArrival = (): Arrival | undefined => arrival;

/** It is dealt with. */
export function dismissArrival(): void {
  arrival = undefined;
}
