import type { CurrentUser } from '@/lib/session/session.ts';

import { AwaitedCompany } from './awaited-company.tsx';
import { ConfirmEmailBanner } from './confirm-email-banner.tsx';

/** What the user cannot send documents without, and waits for: the address confirmed, or a company. */
export function Awaited({ user: { role, email } }: { user: CurrentUser }) {
  return role === 'administrator' ? <ConfirmEmailBanner email={email} /> : <AwaitedCompany />;
}
