import type { AnswerOf } from '@lacre/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { toast } from '@/components/ui/feedback/toast.ts';
import { pollInterval } from '@/lib/polling/polling.ts';
import { api, session } from '@/lib/session/session.ts';

/** Whether the user acts for a company by now, or for all of them. */
const isAdmitted = ({ role, companyIds }: AnswerOf<'currentUser'>): boolean =>
  role !== 'common' || companyIds.length > 0;

/** Waits until a steward assigns the user to a company, and then shows them what they may do. */
export function AwaitedCompany() {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: ['awaited-company'],
    queryFn: ({ signal }) => api.call('currentUser', { signal }),
    refetchInterval: (query) => pollInterval(query, isAdmitted),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  });
  useEffect(() => {
    if (data === undefined || !isAdmitted(data)) return;
    const { role, companyIds } = data;
    session.learn({ role, companyIds });
    // Whatever was asked was answered without the company.
    void queryClient.invalidateQueries();
    toast.success('Seu acesso foi liberado', { description: 'Agora você envia documentos por aqui.' });
  }, [data, queryClient]);
  return null;
}
