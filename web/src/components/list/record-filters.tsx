import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { Badge } from '@/components/ui/display/badge.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import type { RecordSearch } from '@/lib/address/record-search.ts';

import { ListSearchBox } from './list-search-box.tsx';
import { PeriodFilter } from './period-filter.tsx';

/** What a list of what happened is narrowed by: its period, words, kind, and whom or what a row led to. */
export function RecordFilters<Kind extends string>({
  label,
  search,
  onSearch,
  kinds,
  searchBox,
  personName,
  processName,
  extra,
}: {
  /** Of the period: "Mostrar eventos". */
  label: string;
  search: RecordSearch<Kind>;
  onSearch: (next: RecordSearch<Kind>) => void;
  kinds: Readonly<Record<Kind, string>>;
  searchBox?: { label: string; placeholder: string };
  /** As the rows shown name them. */
  personName?: string | undefined;
  processName?: string | undefined;
  extra?: ReactNode;
}) {
  const { page: _, ...filters } = search;
  /** Without the filters that are undefined, from the first page. */
  const change = (next: { [Name in keyof RecordSearch<Kind>]?: RecordSearch<Kind>[Name] | undefined }) => {
    const kept = Object.entries({ ...filters, ...next }).filter(([, value]) => value !== undefined);
    onSearch(Object.fromEntries(kept));
  };
  return (
    <>
      <PeriodFilter label={label} value={search} onChange={({ from, to }) => change({ from, to })} />
      <div className="flex flex-wrap items-center gap-3 pb-5">
        {searchBox !== undefined && (
          <div className="flex min-w-0 flex-1 basis-64 max-sm:basis-full">
            <ListSearchBox
              {...searchBox}
              value={search.search ?? ''}
              onSearch={(text) => change({ search: text === '' ? undefined : text })}
            />
          </div>
        )}
        <Select
          aria-label="Tipo"
          className="min-w-44 max-sm:flex-1"
          placeholder="Todos os tipos"
          value={search.kind ?? ''}
          onChange={({ target }) =>
            change({ kind: target.value === '' ? undefined : (target.value as Kind) })
          }
          options={Object.entries<string>(kinds).map(([value, text]) => ({ value, label: text }))}
        />
        {extra !== undefined && <div className="flex gap-2 sm:ml-auto">{extra}</div>}
        {search.person !== undefined && (
          <Chosen onRemove={() => change({ person: undefined })}>{personName ?? 'Uma pessoa'}</Chosen>
        )}
        {search.process !== undefined && (
          <Chosen onRemove={() => change({ process: undefined })}>{processName ?? 'Um processo'}</Chosen>
        )}
      </div>
    </>
  );
}

function Chosen({ onRemove, children }: { onRemove: () => void; children: string }) {
  return (
    <Badge tone="primary" className="max-w-full">
      <span className="truncate">Só {children}</span>
      <button
        type="button"
        aria-label={`Tirar o filtro ${children}`}
        onClick={onRemove}
        className="-my-1 -mr-2 flex size-6 items-center justify-center rounded-full hover:bg-hover hover:text-ink"
      >
        <X aria-hidden="true" />
      </button>
    </Badge>
  );
}
