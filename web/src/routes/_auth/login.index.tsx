import { createFileRoute } from '@tanstack/react-router';

import { signInOptionsQuery } from '@/entities/session/queries.ts';
import { LoginPage } from '@/features/auth/login-page.tsx';
import { loginSearch } from '@/features/auth/login-search.ts';
import { exactly } from '@/lib/address/exactly.ts';

export const Route = createFileRoute('/_auth/login/')({
  validateSearch: exactly(loginSearch),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(signInOptionsQuery);
  },
  component: Login,
});

function Login() {
  return <LoginPage search={Route.useSearch()} />;
}
