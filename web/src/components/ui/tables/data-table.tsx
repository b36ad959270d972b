import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { useIsWide } from '@/lib/hooks/use-is-wide.ts';
import { cn } from '@/lib/style/cn.ts';

import { SelectAll, SelectRow, type Selection } from './data-table-selection.tsx';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The column that names the row: its card's title on phones. Exactly one column has it. */
  primary?: boolean;
  /** Where on the card of a phone: under the title, or not at all. */
  onPhone?: 'shown' | 'hidden';
  align?: 'start' | 'end';
  className?: string;
}

/** A list of things. From 768 px a table; below, a card for each row: the same rows in the same order. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowLink,
  actions,
  selection,
  fading = false,
  fixed = false,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Wraps the row's name in a link to its page; the whole row then leads there. */
  rowLink?: (row: Row, children: ReactNode, className: string) => ReactNode;
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Puts a box before each row. */
  selection?: Selection<Row> | undefined;
  /** True while the rows shown are those of the previous page or search. */
  fading?: boolean;
  /** On wide screens columns are as wide as their classes say: tables that follow each other line up. */
  fixed?: boolean;
}) {
  const primary = columns.find((column) => column.primary) ?? columns[0];
  const rest = columns.filter((column) => column !== primary && column.onPhone !== 'hidden');
  const named = (row: Row, className: string) =>
    rowLink === undefined ? primary?.cell(row) : rowLink(row, primary?.cell(row), className);
  const isWide = useIsWide();
  const dimmed = fading ? 'opacity-55 transition-opacity' : 'transition-opacity';

  // Both would be twice the work, on the very phones that are slow.
  if (!isWide)
    return (
      <ul aria-label={caption} className={cn('flex flex-col gap-3', dimmed)}>
        {rows.map((row) => (
          <li key={rowKey(row)} className="relative card p-4">
            <div className="flex items-start gap-2">
              {selection !== undefined && <SelectRow selection={selection} row={row} rowKey={rowKey} />}
              <div className="min-w-0 flex-1 text-[0.9375rem]">
                {named(row, 'row-link font-semibold text-ink')}
              </div>
              {actions !== undefined && <div className="relative -mt-2 -mr-2">{actions(row)}</div>}
              {rowLink !== undefined && actions === undefined && (
                <ChevronRight aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-subtle" />
              )}
            </div>
            <dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
              {rest.map((column) => (
                <div key={column.id} className="contents">
                  <dt className="text-subtle">{column.header}</dt>
                  <dd className="min-w-0 text-right break-words">{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    );

  return (
    <div className={cn('overflow-x-auto card', dimmed)}>
      <table className={cn('w-full border-collapse text-sm', fixed && 'xl:table-fixed')}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line bg-sunken/60 text-left">
            {selection !== undefined && (
              <th scope="col" className="w-px py-2 pl-5">
                <SelectAll selection={selection} rows={rows} rowKey={rowKey} />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cn(
                  'h-11 px-3 text-xs font-medium whitespace-nowrap text-subtle first:pl-5 last:pr-5',
                  column.align === 'end' && 'text-right',
                  column.className,
                )}
              >
                {column.header}
              </th>
            ))}
            {actions !== undefined && (
              <th scope="col" className={cn('w-px px-4', fixed && 'xl:w-18')}>
                <span className="sr-only">Ações</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={cn(
                'border-b border-line last:border-0',
                rowLink !== undefined && 'relative transition-colors hover:bg-hover/60',
              )}
            >
              {selection !== undefined && (
                <td className="w-px py-2.5 pl-5">
                  <SelectRow selection={selection} row={row} rowKey={rowKey} />
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={cn(
                    'h-15 px-3 py-2.5 align-middle first:pl-5 last:pr-5',
                    column.align === 'end' && 'text-right',
                    column === primary && 'min-w-44',
                    column.className,
                  )}
                >
                  {column === primary ? named(row, 'row-link font-medium text-ink') : column.cell(row)}
                </td>
              ))}
              {actions !== undefined && (
                <td className="px-4 pr-5 text-right">
                  <div className="relative inline-flex">{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
