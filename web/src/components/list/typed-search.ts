import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

import { useDebounced } from '@/lib/hooks/use-debounced.ts';

/** What is typed into a combobox, and what of it the server is asked for: not at every letter. */
export function useTypedSearch() {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  return { text, setText, search, filter: search === '' ? {} : { search } };
}

/**
 * What a combobox shows of a search that the server answers.
 * @param none what it says when nothing is found
 * @param queries the search's answers, of each kind that it offers
 */
export const comboboxOf = (
  { text, setText, search }: ReturnType<typeof useTypedSearch>,
  none: string,
  ...queries: readonly Pick<UseQueryResult, 'isFetching' | 'isPending' | 'isPlaceholderData' | 'isError'>[]
) => ({
  text,
  onTextChange: setText,
  busy: queries.some(({ isFetching }) => isFetching),
  settled:
    search === text.trim() &&
    !queries.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
  emptyText: queries.some(({ isError }) => isError) ? 'Não foi possível buscar agora. Tente de novo.' : none,
});
