import { useQuery } from '@tanstack/react-query';

import { comboboxOf, useTypedSearch } from '@/components/list/typed-search.ts';
import { Combobox } from '@/components/ui/fields/combobox.tsx';
import { signerGroupQueries } from '@/entities/signer-group/queries.ts';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import { withPeople } from '@/features/processes/wizard/draft/draft-templates.ts';
import type { Draft } from '@/features/processes/wizard/draft/draft.ts';
import { partWords } from '@/i18n/vocabulary.ts';
import { plural } from '@/lib/format/format.ts';

import { reasonAgainst } from './taking-part.ts';

const OFFERED_GROUPS = 8;

/** Includes all members of a group at once; nothing while the account has none. */
export function GroupFinder({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  const typed = useTypedSearch();
  const query = useQuery(signerGroupQueries.list(typed.filter, OFFERED_GROUPS));
  if (typed.text === '' && (query.data?.total ?? 0) === 0) return null;
  return (
    <Combobox
      label="Incluir um grupo"
      placeholder="Incluir um grupo inteiro"
      {...comboboxOf(typed, 'Nenhum grupo encontrado.', query)}
      options={(query.data?.items ?? []).map((group) => ({
        id: group.signerGroupId,
        label: group.name,
        detail: `${partWords[group.part].label} · ${plural(group.members.length, 'pessoa')}`,
        disabledReason: group.members.every(({ personId }) => reasonAgainst(draft)(personId) !== undefined)
          ? 'Todos já participam'
          : undefined,
      }))}
      onChoose={(id) => {
        const group = query.data?.items.find(({ signerGroupId }) => signerGroupId === id);
        if (group === undefined) return;
        change((current) => ({ participants: withPeople(current, group.part, group.members) }));
        typed.setText('');
      }}
    />
  );
}
