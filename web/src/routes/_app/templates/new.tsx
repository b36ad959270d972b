import { createFileRoute } from '@tanstack/react-router';

import { NewTemplatePage } from '@/features/templates/template-pages.tsx';

export const Route = createFileRoute('/_app/templates/new')({ component: NewTemplatePage });
