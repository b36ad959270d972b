import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { totemQueries } from '@/entities/totem/queries.ts';
import { SIGNATURES_KEY } from '@/features/signing/request/signatures-key.ts';

/**
 * Whether the server hears this tablet. It is asked at once when the browser says that the network came or went, and
 * again every few seconds while it does not answer; once it does, what is on the screen is brought up to date.
 */
export function useConnection(): boolean {
  const queryClient = useQueryClient();
  const { isError, refetch } = useQuery(totemQueries.current);
  const ask = useEffectEvent(() => void refetch());
  useEffect(() => {
    const changed = () => ask();
    window.addEventListener('online', changed);
    window.addEventListener('offline', changed);
    return () => {
      window.removeEventListener('online', changed);
      window.removeEventListener('offline', changed);
    };
  }, []);
  useEffect(() => {
    if (!isError) void queryClient.invalidateQueries({ queryKey: SIGNATURES_KEY });
  }, [isError, queryClient]);
  return !isError;
}
