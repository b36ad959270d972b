import { createFileRoute } from '@tanstack/react-router';

import { NewEnvelopePage } from '@/features/envelopes/envelope-pages.tsx';

export const Route = createFileRoute('/_app/envelopes/new')({ component: NewEnvelopePage });
