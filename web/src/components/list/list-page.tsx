import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { PageHeader } from '@/components/page/page-header.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { DataTable } from '@/components/ui/tables/data-table.tsx';
import { FilterTabs } from '@/components/ui/tables/filter-tabs.tsx';
import type { ListSearch } from '@/lib/address/list-search.ts';
import { cn } from '@/lib/style/cn.ts';

import { ListBody } from './list-body.tsx';
import { ListSearchBox } from './list-search-box.tsx';

/** What a list's empty state says. */
export interface EmptyWords {
  title: string;
  text: ReactNode;
}

type TableProps<Row> = Pick<
  ComponentProps<typeof DataTable<Row>>,
  'columns' | 'rowKey' | 'rowLink' | 'actions'
>;

/** A register as a page: its title and what can be added, the search and the filters, and the rows found. */
export function ListPage<Row, Filter extends string>({
  title,
  help,
  extra,
  searchBox,
  filters,
  query,
  search,
  onSearch,
  none,
  notFound,
  ...table
}: TableProps<Row> & {
  title: string;
  help: ReactNode;
  /** Actions, at the far end of the header. */
  extra?: ReactNode;
  searchBox: { label: string; placeholder: string };
  /** The first is the default. */
  filters?: {
    label: string;
    name: string;
    options: readonly { value: Filter; label: string }[];
    /** There are many: they stand under the search until 1024 px. */
    many?: boolean;
  };
  query: UseQueryResult<{ items: Row[]; total: number; totalIsAtLeast?: boolean }>;
  /** What the address says. */
  search: ListSearch<Filter>;
  onSearch: (next: ListSearch<Filter>) => void;
  /** While there is nothing at all. */
  none: EmptyWords & { icon: ReactNode; action?: ReactNode };
  /** When nothing is what was searched for. */
  notFound: EmptyWords & { clear: string };
}) {
  const narrowed = search.search !== undefined || search.filter !== undefined;
  return (
    <>
      <PageHeader title={title} help={help} extra={extra} />
      <div
        className={cn(
          'py-5',
          filters !== undefined && 'flex flex-col gap-3',
          filters !== undefined &&
            (filters.many ? 'lg:flex-row lg:items-center' : 'sm:flex-row sm:items-center'),
        )}
      >
        <ListSearchBox
          {...searchBox}
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ ...search, search: text, page: 1 })}
        />
        {filters?.options[0] !== undefined && (
          <FilterTabs
            label={filters.label}
            name={filters.name}
            options={filters.options}
            value={search.filter ?? filters.options[0].value}
            onValueChange={(filter) => onSearch({ ...search, filter, page: 1 })}
            className={filters.many ? 'lg:ml-auto' : 'sm:ml-auto'}
          />
        )}
      </div>
      <ListBody
        query={query}
        page={search.page ?? 1}
        onPageChange={(page) => onSearch({ ...search, page })}
        empty={
          narrowed ? (
            <EmptyState
              icon={<SearchX />}
              title={notFound.title}
              action={<Button onClick={() => onSearch({})}>{notFound.clear}</Button>}
            >
              {notFound.text}
            </EmptyState>
          ) : (
            <EmptyState icon={none.icon} title={none.title} action={none.action}>
              {none.text}
            </EmptyState>
          )
        }
      >
        {(rows, fading) => <DataTable {...table} caption={title} rows={rows} fading={fading} />}
      </ListBody>
    </>
  );
}
