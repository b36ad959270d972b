import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Combobox } from '@/components/ui/fields/combobox.tsx';
import { signerGroupQueries } from '@/entities/signer-group/queries.ts';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import { withPeople } from '@/features/processes/wizard/draft/draft-templates.ts';
import type { Draft } from '@/features/processes/wizard/draft/draft.ts';
import { partWords } from '@/i18n/vocabulary.ts';
import { plural } from '@/lib/format/format.ts';
import { useDebounced } from '@/lib/hooks/use-debounced.ts';

import { reasonAgainst } from './taking-part.ts';

const OFFERED_GROUPS = 8;

/** Includes all members of a group at once; nothing while the account has none. */
export function GroupFinder({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const query = useQuery(signerGroupQueries.list(search === '' ? {} : { search }, OFFERED_GROUPS));
  if (text === '' && (query.data?.total ?? 0) === 0) return null;
  return (
    <Combobox
      label="Incluir um grupo"
      placeholder="Incluir um grupo inteiro: busque pelo nome"
      text={text}
      onTextChange={setText}
      busy={query.isFetching}
      settled={search === text.trim() && !query.isPending && !query.isPlaceholderData}
      emptyText={query.isError ? 'Não foi possível buscar agora. Tente de novo.' : 'Nenhum grupo encontrado.'}
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
        setText('');
      }}
    />
  );
}
