import { createFileRoute } from '@tanstack/react-router';

import { NewCompanyPage } from '@/features/companies/company-pages.tsx';

export const Route = createFileRoute('/_app/companies/new')({ component: NewCompanyPage });
