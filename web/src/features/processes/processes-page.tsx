import { useQuery } from '@tanstack/react-query';
import { FileSignature, SearchX } from 'lucide-react';

import { ListBody } from '@/components/list/list-body.tsx';
import { ListSearchBox } from '@/components/list/list-search-box.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { DataTable } from '@/components/ui/tables/data-table.tsx';
import { FilterTabs } from '@/components/ui/tables/filter-tabs.tsx';
import { NewProcessButton } from '@/entities/process/new-process-button.tsx';
import { processColumns, processLink } from '@/entities/process/process-columns.tsx';
import { processQueries, type ProcessSearch } from '@/entities/process/queries.ts';
import { useUser } from '@/lib/session/use-session.ts';

import { ChosenProcesses, useChosenProcesses } from './chosen-processes.tsx';

const DraftsButton = lazyPart(
  () => import('./drafts/drafts-button.tsx'),
  (code) => code.DraftsButton,
  <Button disabled>Rascunhos</Button>,
);

const TagsAndViews = lazyPart(
  () => import('./tags-and-views.tsx'),
  (code) => code.TagsAndViews,
);

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
  search: ProcessSearch;
  onSearch: (next: ProcessSearch) => void;
}) {
  const query = useQuery(processQueries.list(search));
  const chosen = useChosenProcesses();
  const user = useUser();
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
        extra={
          <>
            {user !== undefined && <DraftsButton uid={user.uid} />}
            <NewProcessButton />
          </>
        }
      />
      <div className="flex flex-col gap-3 pt-5 lg:flex-row lg:items-center">
        <div className="flex min-w-0 flex-1">
          <ListSearchBox
            label="Buscar processos"
            placeholder="Resumo, pessoa ou empresa"
            value={search.search ?? ''}
            onSearch={(text) => onSearch({ ...search, search: text, page: 1 })}
          />
        </div>
        <FilterTabs
          label="Mostrar processos"
          name="process-filter"
          options={FILTERS}
          value={search.filter ?? 'all'}
          onValueChange={(filter) => onSearch({ ...search, filter, page: 1 })}
          className="lg:ml-auto"
        />
      </div>
      {/* As high while what comes late to it is on its way. */}
      <div className="flex min-h-19 flex-wrap items-center gap-2 pt-3 pb-5 md:min-h-18">
        <TagsAndViews search={search} onSearch={onSearch} />
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
            selection={chosen.selection}
          />
        )}
      </ListBody>
      <ChosenProcesses {...chosen} />
    </>
  );
}

function NoProcesses({ search, onClear }: { search: ProcessSearch; onClear: () => void }) {
  if (search.search !== undefined || search.filter !== undefined || search.tagId !== undefined) {
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
