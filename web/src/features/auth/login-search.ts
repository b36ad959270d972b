import { safeReturnPath } from '@/lib/guards.ts';

/** What the sign-in page's address may carry: where to go afterwards. */
export function loginSearch(search: Record<string, unknown>): { redirect?: string } {
  const path = typeof search['redirect'] === 'string' ? safeReturnPath(search['redirect']) : undefined;
  return path === undefined ? {} : { redirect: path };
}
