import { MAX_CHOSEN_TAGS, MAX_TAG_LENGTH } from '@lacre/contracts/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Combobox } from '@/components/ui/fields/combobox.tsx';
import { newIntent } from '@/lib/api/client.ts';
import { api } from '@/lib/session/session.ts';

import { sameTagName, tagQueries, type Tag } from './queries.ts';
import { TagChips } from './tag-chips.tsx';

/** How many tags the search offers at a time. */
const OFFERED = 8;

/** Chooses tags, and makes those that are missing on the spot. */
export function TagPicker({ tags, onChange }: { tags: readonly Tag[]; onChange: (tags: Tag[]) => void }) {
  const queryClient = useQueryClient();
  const query = useQuery(tagQueries.list());
  const [text, setText] = useState('');
  const typed = text.trim();
  const chosen = new Set(tags.map(({ tagId }) => tagId));
  const known = query.data?.items ?? [];
  const matching = known.filter(({ name }) =>
    name.toLocaleLowerCase('pt-BR').includes(typed.toLocaleLowerCase('pt-BR')),
  );
  const make = useMutation({
    mutationFn: async (name: string): Promise<Tag> => {
      const { tagId } = await api.call('createTag', { body: { name }, idempotencyKey: newIntent() });
      return { tagId, name };
    },
    onSuccess: (tag) => {
      add(tag);
      return queryClient.invalidateQueries({ queryKey: tagQueries.all });
    },
  });

  function add({ tagId, name }: Tag): void {
    if (!chosen.has(tagId)) onChange([...tags, { tagId, name }]);
    setText('');
  }

  const isNew =
    typed !== '' && typed.length <= MAX_TAG_LENGTH && !known.some(({ name }) => sameTagName(name, typed));
  return (
    <div className="flex flex-col gap-2.5">
      <TagChips tags={tags} onRemove={(tag) => onChange(tags.filter(({ tagId }) => tagId !== tag.tagId))} />
      {tags.length < MAX_CHOSEN_TAGS && (
        <Combobox
          label="Incluir etiqueta"
          placeholder="Buscar ou criar etiqueta"
          text={text}
          onTextChange={setText}
          busy={query.isFetching || make.isPending}
          settled={!query.isPending}
          emptyText={
            query.isError ? 'Não foi possível buscar agora. Tente de novo.' : 'Nenhuma etiqueta ainda.'
          }
          options={matching.slice(0, OFFERED).map((tag) => ({
            id: tag.tagId,
            label: tag.name,
            disabledReason: chosen.has(tag.tagId) ? 'Já incluída' : undefined,
          }))}
          onChoose={(tagId) => {
            const tag = known.find((one) => one.tagId === tagId);
            if (tag !== undefined) add(tag);
          }}
          {...(isNew ? { createLabel: `Criar etiqueta “${typed}”`, onCreate: () => make.mutate(typed) } : {})}
        />
      )}
      <ProblemCallout error={make.error} />
    </div>
  );
}
