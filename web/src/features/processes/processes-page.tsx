import { useQuery } from '@tanstack/react-query';
import { FileSignature, SearchX, TagIcon } from 'lucide-react';
import { useState } from 'react';

import { ListBody } from '@/components/list/list-body.tsx';
import { ListSearchBox } from '@/components/list/list-search-box.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { DataTable } from '@/components/ui/tables/data-table.tsx';
import { FilterTabs } from '@/components/ui/tables/filter-tabs.tsx';
import { NewProcessButton } from '@/entities/process/new-process-button.tsx';
import { processColumns, processLink } from '@/entities/process/process-columns.tsx';
import { processQueries, type ProcessSearch } from '@/entities/process/queries.ts';
import { tagQueries } from '@/entities/tag/queries.ts';
import { useUser } from '@/lib/session/use-session.ts';

import { ChosenProcesses, useChosenProcesses } from './chosen-processes.tsx';

// Fetched when it is asked for: the list shows sooner.
const TagsDialog = lazyDialog(
  () => import('@/entities/tag/tags-dialog.tsx'),
  (code) => code.TagsDialog,
);

const DraftsButton = lazyPart(
  () => import('./drafts/drafts-button.tsx'),
  (code) => code.DraftsButton,
  <Button disabled>Rascunhos</Button>,
);

const SavedViews = lazyPart(
  () => import('./views/saved-views.tsx'),
  (code) => code.SavedViews,
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
      <div className="flex flex-col gap-3 py-5 lg:flex-row lg:flex-wrap lg:items-center">
        <div className="flex min-w-0 flex-1 lg:min-w-80">
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
        <TagFilter search={search} onSearch={onSearch} />
      </div>
      <SavedViews search={search} />
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

/** Narrows the list to a tag, and leads to where tags are kept. */
function TagFilter({ search, onSearch }: { search: ProcessSearch; onSearch: (next: ProcessSearch) => void }) {
  const query = useQuery(tagQueries.list());
  const [managing, setManaging] = useState(false);
  const tags = query.data?.items ?? [];
  const { tagId: _left, ...others } = search;
  return (
    <div className="flex items-center gap-2">
      {(tags.length > 0 || search.tagId !== undefined) && (
        <Select
          aria-label="Etiqueta"
          className="min-w-0 flex-1 lg:w-48"
          value={search.tagId ?? ''}
          placeholder="Todas as etiquetas"
          options={tags.map(({ tagId, name }) => ({ value: tagId, label: name }))}
          onChange={({ target: { value } }) =>
            onSearch({ ...others, ...(value === '' ? {} : { tagId: value }), page: 1 })
          }
        />
      )}
      <Button
        variant="ghost"
        className="max-lg:first:-ml-4"
        icon={<TagIcon />}
        onClick={() => setManaging(true)}
      >
        Etiquetas
      </Button>
      {managing && <TagsDialog onClose={() => setManaging(false)} />}
    </div>
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
