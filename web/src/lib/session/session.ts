import type { AnswerOf } from '@lacre/contracts';

import { createApiClient, type ApiClient, type Credentials } from '@/lib/api/client.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { preferredStorage } from '@/lib/browser/preferences.ts';

import { lifetimeOf } from './token-lifetime.ts';

/** What every way of coming in answers with. */
export type Opened = AnswerOf<'signIn'>;
export type CurrentUser = Opened['user'];

/**
 * loading: not asked yet · unauthenticated: signed out, because the server gives out nothing about them when `refused`
 * · expired: was signed in, and must enter the password again to go on where they are; `other` signed in meanwhile in
 * another tab, whose name this screen does not bear.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'unauthenticated'; refused?: Problem }
  | { status: 'authenticated'; user: CurrentUser }
  | { status: 'expired'; user: CurrentUser; other?: CurrentUser };

/** The identity provider's margin: a token this near its end is exchanged before it is used, milliseconds. */
const REFRESH_MARGIN_MS = 5 * 60_000;
const LAST_DOMAIN_KEY = 'lastDomain';
/** Says that a session cookie is likely there; the cookie itself is out of every script's reach. */
const HINT_KEY = 'signedIn';

/** The signed-in user of a browser, and the API with their authority. */
export interface Session {
  /** With the authority of the user. */
  api: ApiClient;
  /** For public requests. */
  anonymousApi: ApiClient;
  get: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Finds out, once, whether the browser still holds a session. Throws a `Problem` when the server is away. */
  start: () => Promise<SessionState>;
  /** Throws a `Problem`: SECOND_FACTOR_REQUIRED comes with the challenge to go on with. */
  signIn: (email: string, password: string) => Promise<CurrentUser>;
  /** Takes over what another way of coming in has opened. */
  open: (opened: Opened) => void;
  /** Goes on without asking for the password, if the browser holds a session of the same user by now. */
  resume: () => Promise<void>;
  /** Takes over what the user has just changed of themselves. */
  learn: (changes: Partial<Omit<CurrentUser, 'uid' | 'tenant'>>) => void;
  /** Ends the session here at once, and asks the server to, without waiting. */
  signOut: () => Promise<void>;
  /** Gives the session up without asking the server. */
  drop: () => void;
}

/** Whose page it is. */
const userOf = (state: SessionState): CurrentUser | undefined =>
  state.status === 'authenticated' || state.status === 'expired' ? state.user : undefined;

const signedOut = () => new DOMException('No user is signed in', 'AbortError');

/** Keeps a session: the token in memory only, exchanged before it ends; the cookie stays the server's affair. */
export function createSession(fetcher?: typeof fetch): Session {
  let state: SessionState = { status: 'loading' };
  let token: { value: string; renewAt: number } | undefined;
  let refreshing: Promise<boolean> | undefined;
  /** Whom the browser's session belongs to, if not to the user of this page. */
  let other: CurrentUser | undefined;
  /** Why the last exchange was refused, if not for want of a session. */
  let refusal: Problem | undefined;
  let leaving: Promise<void> | undefined;
  /** Requests that wait for the password to be entered again. */
  let waiting: ((signedIn: boolean) => void)[] = [];
  const listeners = new Set<() => void>();
  const anonymousApi = createApiClient({ token: async () => undefined, renew: async () => false }, fetcher);

  const isFresh = (): boolean => token !== undefined && Date.now() < token.renewAt;

  function become(next: SessionState, answer?: boolean): void {
    state = next;
    for (const listener of listeners) listener();
    if (answer === undefined) return;
    const resolvers = waiting;
    waiting = [];
    for (const resolve of resolvers) resolve(answer);
  }

  function accept(opened: Opened): void {
    const lifetimeMs = lifetimeOf(opened);
    // Half a lifetime at most, or a short-lived token would be exchanged on every request.
    const marginMs = Math.min(REFRESH_MARGIN_MS, lifetimeMs / 2);
    token = { value: opened.token, renewAt: Date.now() + lifetimeMs - marginMs };
    rememberDomain(opened.user.tenant.domain);
    remember(HINT_KEY, 'true');
    other = undefined;
    become({ status: 'authenticated', user: opened.user }, true);
  }

  /** Exchanges the session cookie for a new token; one exchange serves all concurrent callers. */
  async function refresh(): Promise<boolean> {
    refreshing ??= anonymousApi
      .call('refreshSession')
      .then((opened) => {
        const own = userOf(state);
        if (own === undefined || own.uid === opened.user.uid) {
          accept(opened);
          return true;
        }
        // Another tab has changed the browser's user: what this screen shows and what was typed on it are not theirs.
        other = opened.user;
        return false;
      })
      .catch((error: unknown) => {
        const problem = asProblem(error);
        if (problem.status !== 401 && problem.status !== 403) throw problem;
        refusal = problem.status === 403 ? problem : undefined;
        return false;
      })
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  }

  /** Keeps the request waiting while its user enters the password again, so that nothing typed is lost. */
  function askPasswordAgain(): Promise<boolean> {
    // It was entered while the exchange was being refused.
    if (isFresh()) return Promise.resolve(true);
    const user = userOf(state);
    if (user === undefined) return Promise.resolve(false);
    become({ status: 'expired', user, ...(other && { other }) });
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  const credentials: Credentials = {
    token: async () => {
      if (isFresh()) return token?.value;
      // The screen being left may still ask: without authority that could only be refused.
      if (state.status === 'unauthenticated') throw signedOut();
      if (await refresh()) return token?.value;
      return (await askPasswordAgain()) ? token?.value : undefined;
    },
    renew: async (refused) => {
      if (token !== undefined && token.value !== refused) return true;
      token = undefined;
      return (await refresh()) || askPasswordAgain();
    },
  };
  const api = createApiClient(credentials, fetcher);

  function leave(next: SessionState): void {
    token = undefined;
    forget(HINT_KEY);
    api.forgetPosition();
    become(next, false);
  }
  const drop = (): void => leave({ status: 'unauthenticated' });

  return {
    api,
    anonymousApi,
    drop,
    open: accept,
    resume: async () => {
      if (state.status !== 'expired' || (await refresh()) || state.status !== 'expired') return;
      become({ status: 'expired', user: state.user, ...(other && { other }) });
    },
    learn: (changes) => {
      if (state.status !== 'authenticated' && state.status !== 'expired') return;
      become({ ...state, user: { ...state.user, ...changes } });
    },
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async () => {
      if (state.status !== 'loading') return state;
      if (recall(HINT_KEY) === undefined) become({ status: 'unauthenticated' });
      else if (!(await refresh())) leave({ status: 'unauthenticated', ...(refusal && { refused: refusal }) });
      return state;
    },
    signIn: async (email, password) => {
      // The answer to leaving takes the cookie away: the new one comes after it.
      await leaving;
      const opened = await anonymousApi.call('signIn', { body: { email, password } });
      accept(opened);
      return opened.user;
    },
    signOut: async () => {
      // First here, where what is being asked is called off: the server would answer it with a refusal. And signed out
      // here even when the server cannot be reached: the person is leaving.
      drop();
      leaving = anonymousApi.call('signOut').then(
        () => undefined,
        () => undefined,
      );
      await leaving;
    },
  };
}

/** The session of this page. */
export const session = createSession();
export const { api, anonymousApi } = session;

/** The tenant whose sign-in page this browser last used. */
export function lastDomain(): string | undefined {
  return recall(LAST_DOMAIN_KEY);
}

/** Remembers the tenant for the next visit. */
export function rememberDomain(domain: string): void {
  remember(LAST_DOMAIN_KEY, domain);
}

function recall(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function remember(key: string, value: string): void {
  try {
    preferredStorage()?.setItem(key, value);
  } catch {
    // Without storage the next visit starts from the plain sign-in page.
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
