import { createFileRoute } from '@tanstack/react-router';

import { AuthShell } from '@/components/app/auth-shell.tsx';
import { requireVisitor } from '@/lib/guards.ts';

export const Route = createFileRoute('/_auth')({ beforeLoad: requireVisitor, component: AuthShell });
