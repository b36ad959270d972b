import { requestingIn } from '@/features/processes/wizard/draft/at-request.ts';
import type { Draft } from '@/features/processes/wizard/draft/draft.ts';
import { partWords } from '@/i18n/vocabulary.ts';

/** Why a person cannot be included once more. */
export const reasonAgainst =
  (draft: Draft) =>
  (personId: string): string | undefined => {
    if (requestingIn(draft).some((one) => one.personId === personId))
      return 'Não pode assinar: outra pessoa assina a seu rogo';
    const taken = draft.participants.find((item) => item.personId === personId);
    return taken === undefined
      ? undefined
      : `Já participa como ${partWords[taken.part].label.toLocaleLowerCase('pt-BR')}`;
  };
