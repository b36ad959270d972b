import { createFileRoute } from '@tanstack/react-router';

import { NewSignerGroupPage } from '@/features/signer-groups/signer-group-pages.tsx';

export const Route = createFileRoute('/_app/signer-groups/new')({ component: NewSignerGroupPage });
