import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { companyQueries } from '@/entities/company/queries.ts';

import type { ChangeDraft } from './draft-store.ts';
import { withoutOtherCompanies } from './draft-templates.ts';
import type { Draft } from './draft.ts';

/** Chooses the company where the user reaches one alone, once: clearing it is final. */
export function useSoleCompany(draft: Draft, change: ChangeDraft): void {
  const isOpen = draft.company === null && !draft.companyOffered;
  const { data } = useQuery({ ...companyQueries.list({ filter: 'active' }, 1), enabled: isOpen });
  const only = isOpen && data?.total === 1 ? data.items[0] : undefined;
  const offer = useEffectEvent(({ companyId, companyName, cnpj }: NonNullable<typeof only>) => {
    change((current) => ({
      companyOffered: true,
      company: { companyId, companyName, cnpj },
      participants: withoutOtherCompanies(current, companyId),
    }));
  });
  useEffect(() => {
    if (only !== undefined) offer(only);
  }, [only]);
}
