import { createFileRoute } from '@tanstack/react-router';

import { PublicShell } from '@/components/app/public-shell.tsx';

export const Route = createFileRoute('/_public')({ component: PublicShell });
