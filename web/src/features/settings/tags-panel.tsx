import { useQuery } from '@tanstack/react-query';

import { Section } from '@/components/app/section.tsx';
import { tagQueries } from '@/features/tags/queries.ts';
import { NewTagButton, TagList } from '@/features/tags/tag-list.tsx';

/** The tenant's tags, among its settings: only those who may edit them come here. */
export function TagsPanel() {
  const { data } = useQuery(tagQueries.list());
  return (
    <Section
      title="Etiquetas"
      text="Palavras suas para encontrar e filtrar processos."
      action={data !== undefined && data.items.length > 0 && <NewTagButton />}
    >
      <TagList mayEdit />
    </Section>
  );
}
