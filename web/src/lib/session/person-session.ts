import type { AnswerOf } from '@lacre/contracts';

import { createApiClient } from '@/lib/api/client.ts';

import { lifetimeOf } from './token-lifetime.ts';

type Opened = AnswerOf<'openSigningSession'>;

/** A person who proved CPF and one-time code. */
export interface PersonSession {
  token: string;
  /** ISO 8601. */
  expiresAt: string;
  /** The same by this device's clock, which may be wrong: milliseconds since 1970. */
  endsAt?: number;
  person: Opened['person'];
  /** Contacts that other documents of theirs were sent to: this session does not reach those. */
  others?: Opened['others'];
}

/** Session storage: it survives a sleeping phone and a reload, and not the closing of the tab. */
const KEY = 'personSession';

let current: PersonSession | undefined = restore();
const listeners = new Set<() => void>();

function restore(): PersonSession | undefined {
  try {
    const stored = sessionStorage.getItem(KEY);
    if (stored === null) return undefined;
    const session = JSON.parse(stored) as PersonSession;
    return isOver(session) ? undefined : session;
  } catch {
    return undefined;
  }
}

/** Hoisted: what the tab holds is read as this file is loaded. */
function isOver({ endsAt, expiresAt }: PersonSession): boolean {
  return (endsAt ?? new Date(expiresAt).getTime()) <= Date.now();
}

function replace(next: PersonSession | undefined): void {
  current = next;
  try {
    if (next === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage the session lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** The session of the signer in this tab. */
export const personSession = {
  get: (): PersonSession | undefined => current,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  open(opened: Opened): void {
    personApi.forgetPosition();
    const { token, expiresAt, person, others } = opened;
    replace({ token, expiresAt, endsAt: Date.now() + lifetimeOf(opened), person, others });
  },
  /** Takes over what another tab of this browser holds. */
  adopt(held: PersonSession): void {
    if (isOver(held)) return;
    personApi.forgetPosition();
    replace(held);
  },
  close(): void {
    replace(undefined);
  },
  /** The person leaves: their token is revoked. */
  leave(): void {
    const left = current;
    replace(undefined);
    if (left === undefined) return;
    const own = createApiClient({ token: async () => left.token, renew: async () => false });
    // Left here even when the server cannot be reached.
    void own.call('closeSigningSession').catch(() => undefined);
  },
};

/** The API, with the authority of the signing person. A refused token ends the session: a new code is needed. */
export const personApi = createApiClient({
  token: async () => current?.token,
  renew: async (refused) => {
    // Requests of a former session do not concern this one, and are not repeated for it.
    if (current?.token === refused) personSession.close();
    return false;
  },
});
