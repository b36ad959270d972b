import { DataTable, type Column } from '@/components/ui/tables/data-table.tsx';

export interface FiguresRow {
  key: string;
  name: string;
  figures: readonly string[];
}

/** The figures of a chart, each row by its name. */
export function FiguresTable({
  caption,
  head,
  rows,
}: {
  caption: string;
  /** The first is of the names. */
  head: readonly string[];
  rows: readonly FiguresRow[];
}) {
  const columns = head.map((header, index): Column<FiguresRow> => ({
    id: header,
    header,
    primary: index === 0,
    align: index === 0 ? 'start' : 'end',
    cell: ({ name, figures }) => (index === 0 ? name : (figures[index - 1] ?? '')),
  }));
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}
