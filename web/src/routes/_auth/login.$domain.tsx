import { createFileRoute } from '@tanstack/react-router';

import { brandingQuery, signInOptionsQuery } from '@/entities/session/queries.ts';
import { LoginPage } from '@/features/auth/login-page.tsx';
import { loginSearch } from '@/features/auth/login-search.ts';
import { exactly } from '@/lib/address/exactly.ts';

export const Route = createFileRoute('/_auth/login/$domain')({
  validateSearch: exactly(loginSearch),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(signInOptionsQuery);
    void context.queryClient.prefetchQuery(brandingQuery(params.domain));
  },
  component: Login,
});

function Login() {
  const { domain } = Route.useParams();
  return <LoginPage domain={domain} search={Route.useSearch()} />;
}
