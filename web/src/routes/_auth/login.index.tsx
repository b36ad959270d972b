import { createFileRoute } from '@tanstack/react-router';

import { LoginPage } from '@/features/auth/login-page.tsx';
import { loginSearch } from '@/features/auth/login-search.ts';
import { signInOptionsQuery } from '@/features/auth/queries.ts';

export const Route = createFileRoute('/_auth/login/')({
  validateSearch: loginSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(signInOptionsQuery);
  },
  component: Login,
});

function Login() {
  return <LoginPage search={Route.useSearch()} />;
}
