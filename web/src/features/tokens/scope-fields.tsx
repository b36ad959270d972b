import type { Scope } from '@lacre/contracts';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { scopeWords } from '@/i18n/account-words.ts';

export const SCOPE_NAMES = Object.keys(scopeWords) as Scope[];
export type ScopeChoice = Record<Scope, boolean>;

/** What a token may do, each scope apart from the others. */
export function ScopeFields({
  register,
  chosen,
}: {
  register: (scope: Scope) => UseFormRegisterReturn;
  chosen: ScopeChoice;
}) {
  const isEmpty = !Object.values(chosen).includes(true);
  return (
    <fieldset className="min-w-0" aria-describedby={isEmpty ? 'token-scopes-error' : undefined}>
      <legend className="mb-1 text-sm font-medium text-ink">O que ele pode fazer</legend>
      {SCOPE_NAMES.map((scope) => (
        <Checkbox
          key={scope}
          label={scopeWords[scope].label}
          description={scopeWords[scope].meaning}
          {...register(scope)}
        />
      ))}
      <p id="token-scopes-error" role="alert" className="text-[0.8125rem] text-danger">
        {isEmpty ? 'Escolha ao menos um escopo' : ''}
      </p>
    </fieldset>
  );
}
