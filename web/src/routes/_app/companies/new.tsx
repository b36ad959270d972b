import { createFileRoute } from '@tanstack/react-router';

import { NewCompanyPage } from '@/features/companies/company-pages.tsx';
import { requireSteward } from '@/lib/session/guards.ts';

export const Route = createFileRoute('/_app/companies/new')({
  beforeLoad: requireSteward,
  component: NewCompanyPage,
});
