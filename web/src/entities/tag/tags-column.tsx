import type { Column } from '@/components/ui/tables/data-table.tsx';

import type { Tag } from './queries.ts';
import { TagChips } from './tag-chips.tsx';

/** The tags it carries; where there is room. */
export const tagsColumn: Column<{ tags: readonly Tag[] }> = {
  id: 'tags',
  header: 'Etiquetas',
  onPhone: 'hidden',
  className: 'max-lg:hidden',
  cell: ({ tags }) => (tags.length === 0 ? '—' : <TagChips tags={tags} />),
};
