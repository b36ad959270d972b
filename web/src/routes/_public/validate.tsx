import { createFileRoute } from '@tanstack/react-router';

import { ValidatePage } from '@/features/validation/validate-page.tsx';

export const Route = createFileRoute('/_public/validate')({ component: ValidatePage });
