import { createFileRoute } from '@tanstack/react-router';

import { PublicShell } from '@/features/landing/public-shell.tsx';

export const Route = createFileRoute('/_public')({ component: PublicShell });
