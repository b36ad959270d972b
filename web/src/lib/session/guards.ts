import type { Role } from '@lacre/contracts';
import { redirect } from '@tanstack/react-router';

import { Problem } from '@/lib/api/problem.ts';

import { lastDomain, session, type CurrentUser } from './session.ts';
import { keepAsTotem } from './totem-lock.ts';

/** Stewards of the tenant. */
export const STEWARDS: readonly Role[] = ['administrator', 'manager'];

/** Where the sign-in page leads back to: only a path of ours, never another site. */
export function safeReturnPath(path: string | undefined): string | undefined {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined;
}

/** The first screen of each role: a totem knows only its own. */
const homeOf = ({ role }: Pick<CurrentUser, 'role'>): '/totem' | '/dashboard' =>
  role === 'totem' ? '/totem' : '/dashboard';

/** Where to go after signing in: back to where one came from, except for a totem. */
export function pathAfterSignIn(user: CurrentUser, returnTo: string | undefined): string {
  return user.role === 'totem' ? homeOf(user) : (safeReturnPath(returnTo) ?? homeOf(user));
}

async function signedIn(href: string): Promise<CurrentUser> {
  const state = await session.start();
  if (state.status === 'authenticated' || state.status === 'expired') return state.user;
  // A tablet that has lost its session is to be signed in anew.
  keepAsTotem(false);
  const domain = lastDomain();
  const search = href === '/dashboard' || href === '/totem' ? {} : { redirect: href };
  throw domain === undefined
    ? redirect({ to: '/login', search })
    : redirect({ to: '/login/$domain', params: { domain }, search });
}

/**
 * For every route that is not public: sends visitors to the sign-in page of the tenant they last used, and brings
 * them back afterwards. A totem is always sent to its own screen.
 */
export async function requireUser(href: string): Promise<CurrentUser> {
  const user = await signedIn(href);
  if (user.role === 'totem') throw redirect({ to: '/totem' });
  return user;
}

/** For the kiosk: of no use to others. */
export async function requireTotem(href: string): Promise<CurrentUser> {
  const user = await signedIn(href);
  if (user.role !== 'totem') {
    keepAsTotem(false);
    throw redirect({ to: homeOf(user) });
  }
  return user;
}

/** For a page that looks otherwise to users: loads the session, and lets all in but a totem. */
export async function startSession(): Promise<void> {
  const state = await session.start();
  if (state.status === 'authenticated' && state.user.role === 'totem') throw redirect({ to: '/totem' });
}

/** For screens of stewards: others are referred to their supervisor. @throws Problem */
export async function requireSteward(): Promise<void> {
  const state = await session.start();
  const user = state.status === 'authenticated' || state.status === 'expired' ? state.user : undefined;
  if (user !== undefined && !STEWARDS.includes(user.role))
    throw new Problem('AUTH_USER_WITHOUT_PERMISSION', { status: 403 });
}

/**
 * For the sign-in and password pages: who is signed in has no business there.
 * @param carriesLink the address brings the secret of a message that was just opened
 */
export async function requireVisitor({ carriesLink = false } = {}): Promise<void> {
  const state = await session.start();
  if (state.status === 'authenticated' && !carriesLink) throw redirect({ to: homeOf(state.user) });
}
