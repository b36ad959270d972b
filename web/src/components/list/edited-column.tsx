import type { Column } from '@/components/ui/tables/data-table.tsx';
import { formatRelativeAlone } from '@/lib/format/relative.ts';

/** When it last changed; where there is room. */
export const editedColumn: Column<{ editedAt: string }> = {
  id: 'edited',
  header: 'Alterado',
  onPhone: 'hidden',
  className: 'max-lg:hidden',
  cell: ({ editedAt }) => (
    <span className="whitespace-nowrap text-muted">{formatRelativeAlone(editedAt)}</span>
  ),
};
