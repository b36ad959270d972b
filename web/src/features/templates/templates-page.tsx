import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileStack, Plus, SearchX, Send } from 'lucide-react';
import type { ReactNode } from 'react';

import { ListBody } from '@/components/app/list-body.tsx';
import { ListSearchBox } from '@/components/app/list-search-box.tsx';
import { PageHeader } from '@/components/app/page-header.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { DataTable, type Column } from '@/components/ui/data-table.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { TagChips } from '@/features/tags/tag-chips.tsx';
import { formatList, formatRelative } from '@/lib/format.ts';
import type { ListSearch } from '@/lib/list-search.ts';
import { useIsSteward } from '@/lib/use-session.ts';

import { templateQueries, type Template } from './queries.ts';

const columns: readonly Column<Template>[] = [
  {
    id: 'name',
    header: 'Modelo',
    primary: true,
    className: 'max-w-80',
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  {
    id: 'kind',
    header: 'Documento',
    cell: ({ content }) => (
      <Badge tone={content.kind === 'text' ? 'primary' : 'neutral'}>
        {content.kind === 'text' ? 'Texto com campos' : 'Documento pronto'}
      </Badge>
    ),
  },
  {
    id: 'roles',
    header: 'Participantes',
    className: 'max-w-72',
    cell: ({ roles }) => (
      <span className="wrap-anywhere text-muted">{formatList(roles.map(({ label }) => label))}</span>
    ),
  },
  {
    id: 'tags',
    header: 'Etiquetas',
    onPhone: 'hidden',
    className: 'max-lg:hidden',
    cell: ({ tags }) => (tags.length === 0 ? '—' : <TagChips tags={tags} />),
  },
  {
    id: 'edited',
    header: 'Alterado',
    onPhone: 'hidden',
    className: 'max-lg:hidden',
    cell: ({ editedAt }) => <span className="whitespace-nowrap text-muted">{formatRelative(editedAt)}</span>,
  },
];

const templateLink = (template: Template, children: ReactNode, className: string) => (
  <Link to="/templates/$templateId" params={{ templateId: template.templateId }} className={className}>
    {children}
  </Link>
);

const templateActions = ({ templateId, name }: Template) => (
  <Button asChild size="sm" variant="soft">
    <Link to="/processes/new" search={{ template: templateId }} aria-label={`Usar ${name}`}>
      <Send />
      Usar
    </Link>
  </Button>
);

/** Documents that are sent again and again. */
export function TemplatesPage({
  search,
  onSearch,
}: {
  search: ListSearch<'all'>;
  onSearch: (next: ListSearch<'all'>) => void;
}) {
  const query = useQuery(templateQueries.list(search));
  const mayEdit = useIsSteward();
  const create = mayEdit && (
    <Button asChild variant="primary">
      <Link to="/templates/new">
        <Plus />
        Novo modelo
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Modelos"
        help={
          <>
            <p>
              Um modelo guarda um documento que você envia sempre: um texto com campos que se preenchem
              sozinhos, ou um arquivo pronto.
            </p>
            <p>Ele também diz quem participa, o que cada um mostra e em que ordem assina.</p>
          </>
        }
        extra={create}
      />
      <div className="py-5">
        <ListSearchBox
          label="Buscar modelos"
          placeholder="Nome ou descrição"
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ search: text })}
        />
      </div>
      <ListBody
        query={query}
        page={search.page ?? 1}
        onPageChange={(page) => onSearch({ ...search, page })}
        empty={
          search.search === undefined ? (
            <EmptyState icon={<FileStack />} title="Nenhum modelo ainda" action={create || undefined}>
              {mayEdit
                ? 'Guarde o contrato que você sempre envia e use-o em dois cliques.'
                : 'Quem administra a conta cria os modelos; eles aparecem aqui para você usar.'}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX />}
              title="Nenhum modelo encontrado"
              action={<Button onClick={() => onSearch({})}>Limpar busca</Button>}
            >
              Busque por parte do nome ou da descrição.
            </EmptyState>
          )
        }
      >
        {(rows, fading) => (
          <DataTable
            caption="Modelos"
            columns={columns}
            rows={rows}
            fading={fading}
            rowKey={({ templateId }) => templateId}
            rowLink={templateLink}
            actions={templateActions}
          />
        )}
      </ListBody>
    </>
  );
}
