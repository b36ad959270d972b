import { useQuery } from '@tanstack/react-query';

import { Section } from '@/components/page/section.tsx';
import { tagQueries } from '@/entities/tag/queries.ts';
import { NewTagButton, TagList } from '@/entities/tag/tag-list.tsx';

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
