import { useNavigate } from '@tanstack/react-router';

import { lastDomain, session } from '@/lib/session/session.ts';

/** Signs out, and goes to the sign-in page of the tenant. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    void session.signOut();
    const domain = lastDomain();
    void navigate(domain === undefined ? { to: '/login' } : { to: '/login/$domain', params: { domain } });
  };
}
