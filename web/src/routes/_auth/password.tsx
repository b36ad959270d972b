import { createFileRoute } from '@tanstack/react-router';

import { PasswordPage } from '@/features/auth/password-page.tsx';

export const Route = createFileRoute('/_auth/password')({
  validateSearch: (raw: Record<string, unknown>): { invitation?: string } =>
    typeof raw['invitation'] === 'string' && raw['invitation'] !== ''
      ? { invitation: raw['invitation'] }
      : {},
  component: function Password() {
    return <PasswordPage invitation={Route.useSearch().invitation} />;
  },
});
