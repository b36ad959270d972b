import { safeReturnPath } from '@/lib/session/guards.ts';

/** The ways in that have a page of their own. */
export type SignInView = 'link' | 'phone';

export interface LoginSearch {
  redirect?: string;
  with?: SignInView;
}

/** What the sign-in page's address may carry: where to go afterwards, and by which way to come in. */
export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const path = typeof search['redirect'] === 'string' ? safeReturnPath(search['redirect']) : undefined;
  const view = search['with'] === 'link' || search['with'] === 'phone' ? search['with'] : undefined;
  return {
    ...(path === undefined ? {} : { redirect: path }),
    ...(view === undefined ? {} : { with: view }),
  };
}
