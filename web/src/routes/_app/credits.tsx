import type { CreditKind } from '@lacre/contracts';
import { createFileRoute } from '@tanstack/react-router';

import { creditsQuery } from '@/entities/tenant/credits-query.ts';
import { CreditsPage } from '@/features/credits/credits-page.tsx';
import type { StatementSearch } from '@/features/credits/queries.ts';
import { exactly } from '@/lib/address/exactly.ts';
import { readRecordSearch } from '@/lib/address/record-search.ts';

const readSearch = (raw: Record<string, unknown>): StatementSearch =>
  readRecordSearch<CreditKind>({ ...raw, search: undefined, person: undefined });

export const Route = createFileRoute('/_app/credits')({
  validateSearch: exactly(readSearch),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(creditsQuery);
  },
  component: Credits,
});

function Credits() {
  const navigate = Route.useNavigate();
  return (
    <CreditsPage
      search={Route.useSearch()}
      onSearch={(search) =>
        void navigate({ search: readSearch({ ...search }), replace: true, resetScroll: false })
      }
    />
  );
}
