import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import { Problem } from '@/lib/api/problem.ts';

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Keeps the form of something that exists in step with what others make of it. While nothing is typed it shows what
 * they saved. What they saved while something was being typed is shown before it would be overwritten: what was typed
 * stays, the other fields become theirs, and the next attempt saves that.
 * @param kept what is stored, as the form's query has it; undefined for something new
 * @param valuesOf the form's values of it; what the form does not show is of no account
 * What the other saved within the moment the read model needs is not seen: the server takes the later of the two.
 * @returns checks, to be awaited before saving; throws a `Problem` on a concurrent save
 */
export function useOthersChanges<Values extends FieldValues, Kept>(
  form: UseFormReturn<Values>,
  kept: Kept | undefined,
  valuesOf: (kept: Kept) => Values,
  query: { queryKey: QueryKey },
): () => Promise<void> {
  const queryClient = useQueryClient();
  const { isDirty, isSubmitting } = form.formState;
  const stored = kept === undefined ? undefined : valuesOf(kept);
  /** What the form's changes are changes of. */
  const base = useRef(stored);

  const follow = useEffectEvent(() => {
    if (isDirty || isSubmitting || same(base.current, stored)) return;
    base.current = stored;
    form.reset(stored);
  });
  useEffect(() => follow());

  return async () => {
    const before = base.current;
    if (before === undefined) return;
    await queryClient.refetchQueries({ queryKey: query.queryKey, exact: true }, { throwOnError: true });
    const now = queryClient.getQueryData<Kept>(query.queryKey);
    const theirs = now === undefined ? before : valuesOf(now);
    if (same(theirs, before)) return;
    base.current = theirs;
    const typed = form.getValues();
    const own = (Object.keys(before) as FieldPath<Values>[]).filter(
      (name) => !same(typed[name], before[name]),
    );
    form.reset(theirs, { keepSubmitCount: true, keepTouched: true });
    for (const name of own) form.setValue(name, typed[name], { shouldDirty: true });
    throw new Problem('CONCURRENT_CHANGE', {
      status: 409,
      title: 'Outra pessoa salvou alterações aqui enquanto você editava.',
      detail:
        'Nada foi sobrescrito: o que você digitou continua no formulário, e os outros campos já mostram o que foi salvo. Confira e salve de novo.',
    });
  };
}
