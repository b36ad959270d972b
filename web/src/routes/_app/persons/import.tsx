import { createFileRoute } from '@tanstack/react-router';

import { ImportPersonsPage } from '@/features/persons/import-persons-page.tsx';

export const Route = createFileRoute('/_app/persons/import')({ component: ImportPersonsPage });
