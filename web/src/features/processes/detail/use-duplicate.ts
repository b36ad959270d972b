import { useState } from 'react';

import { toast } from '@/components/ui/feedback/toast.ts';
import { newIntent } from '@/lib/api/client.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { useNavigateHere } from '@/lib/hooks/use-navigate-here.ts';
import { api } from '@/lib/session/session.ts';

/** Begins a draft that says the same as the process, and goes on with it in the wizard. */
export function useDuplicate(processId: string): () => void {
  const navigate = useNavigateHere();
  // Pressed again after an answer that was lost, it is the same draft.
  const [intent, setIntent] = useState(newIntent);

  async function duplicate(): Promise<void> {
    try {
      const { draftId } = await api.call('duplicateProcess', {
        params: { processId },
        idempotencyKey: intent,
      });
      setIntent(newIntent());
      await navigate({ to: '/processes/new', search: { draft: draftId } });
    } catch (error) {
      toast.error(asProblem(error).title);
    }
  }
  return () => void duplicate();
}
