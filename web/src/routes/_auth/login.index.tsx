import { createFileRoute } from '@tanstack/react-router';

import { LoginPage } from '@/features/auth/login-page.tsx';
import { loginSearch } from '@/features/auth/login-search.ts';

export const Route = createFileRoute('/_auth/login/')({ validateSearch: loginSearch, component: Login });

function Login() {
  const { redirect } = Route.useSearch();
  return <LoginPage returnTo={redirect} />;
}
