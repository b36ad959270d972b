import { createFileRoute } from '@tanstack/react-router';

import { PoliciesPage } from '@/features/landing/policies-page.tsx';

export const Route = createFileRoute('/_public/policies')({ component: PoliciesPage });
