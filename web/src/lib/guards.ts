import { redirect } from '@tanstack/react-router';

import { lastDomain, session, type CurrentUser } from './api/session.ts';

/** Where the sign-in page leads back to: only a path of ours, never another site. */
export function safeReturnPath(path: string | undefined): string | undefined {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined;
}

/**
 * For every route that is not public: sends visitors to the sign-in page of the tenant they last used, and brings
 * them back afterwards.
 */
export async function requireUser(href: string): Promise<CurrentUser> {
  const state = await session.start();
  if (state.status === 'authenticated' || state.status === 'expired') return state.user;
  const domain = lastDomain();
  const search = href === '/dashboard' ? {} : { redirect: href };
  throw domain === undefined
    ? redirect({ to: '/login', search })
    : redirect({ to: '/login/$domain', params: { domain }, search });
}

/** For the sign-in pages: who is signed in has no business there. */
export async function requireVisitor(): Promise<void> {
  const state = await session.start();
  if (state.status === 'authenticated') throw redirect({ to: '/dashboard' });
}
