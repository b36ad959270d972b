import { useQuery } from '@tanstack/react-query';
import { FileSignature, SearchX } from 'lucide-react';

import { ListBody } from '@/components/app/list-body.tsx';
import { ListSearchBox } from '@/components/app/list-search-box.tsx';
import { PageHeader } from '@/components/app/page-header.tsx';
import { Button } from '@/components/ui/button.tsx';
import { DataTable } from '@/components/ui/data-table.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { FilterTabs } from '@/components/ui/filter-tabs.tsx';
import type { ListSearch } from '@/lib/list-search.ts';

import { ChosenProcesses, useChosenProcesses } from './chosen-processes.tsx';
import type { ProcessFilter } from './filters.ts';
import { NewProcessButton } from './new-process-button.tsx';
import { processColumns, processLink } from './process-columns.tsx';
import { processQueries } from './queries.ts';

const FILTERS = [
  { value: 'all', label: 'Todos' },
  { value: 'pending', label: 'Em andamento' },
  { value: 'finished', label: 'Finalizados' },
  { value: 'rejected', label: 'Recusados' },
  { value: 'canceled', label: 'Cancelados' },
] as const;

/** The tenant's signature processes. */
export function ProcessesPage({
  search,
  onSearch,
}: {
  search: ListSearch<ProcessFilter>;
  onSearch: (next: ListSearch<ProcessFilter>) => void;
}) {
  const query = useQuery(processQueries.list(search));
  const chosen = useChosenProcesses();
  return (
    <>
      <PageHeader
        title="Processos"
        help={
          <>
            <p>Um processo reúne documentos, uma empresa e as pessoas que precisam assinar.</p>
            <p>
              Os que estão <strong className="text-ink">em andamento</strong> ainda esperam alguém;{' '}
              <strong className="text-ink">finalizados</strong> têm o PDF selado pronto para baixar. Os mais
              novos vêm primeiro.
            </p>
          </>
        }
        extra={<NewProcessButton />}
      />
      <div className="flex flex-col gap-3 py-5 lg:flex-row lg:items-center">
        <ListSearchBox
          label="Buscar processos"
          placeholder="Empresa, pessoa, resumo ou documento"
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ ...search, search: text, page: 1 })}
        />
        <FilterTabs
          label="Mostrar processos"
          name="process-filter"
          options={FILTERS}
          value={search.filter ?? 'all'}
          onValueChange={(filter) => onSearch({ ...search, filter, page: 1 })}
          className="lg:ml-auto"
        />
      </div>
      <ListBody
        query={query}
        page={search.page ?? 1}
        onPageChange={(page) => onSearch({ ...search, page })}
        empty={<NoProcesses search={search} onClear={() => onSearch({})} />}
      >
        {(rows, fading) => (
          <DataTable
            caption="Processos"
            columns={processColumns}
            rows={rows}
            fading={fading}
            rowKey={(process) => process.processId}
            rowLink={processLink}
            selection={chosen.selectionOf(rows)}
          />
        )}
      </ListBody>
      <ChosenProcesses {...chosen} />
    </>
  );
}

function NoProcesses({ search, onClear }: { search: ListSearch<ProcessFilter>; onClear: () => void }) {
  if (search.search !== undefined || search.filter !== undefined) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="Nenhum processo encontrado"
        action={<Button onClick={onClear}>Limpar busca e filtros</Button>}
      >
        Tente parte do resumo, o nome de um participante ou do documento.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<FileSignature />} title="Nenhum processo ainda" action={<NewProcessButton />}>
      Envie os documentos, escolha quem assina e acompanhe tudo por aqui.
    </EmptyState>
  );
}
