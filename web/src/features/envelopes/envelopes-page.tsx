import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailOpen, Plus, SearchX, Send } from 'lucide-react';
import type { ReactNode } from 'react';

import { ListBody } from '@/components/app/list-body.tsx';
import { ListSearchBox } from '@/components/app/list-search-box.tsx';
import { PageHeader } from '@/components/app/page-header.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { DataTable, type Column } from '@/components/ui/data-table.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { TagChips } from '@/features/tags/tag-chips.tsx';
import { formatList, formatRelative, plural } from '@/lib/format.ts';
import type { ListSearch } from '@/lib/list-search.ts';
import { useIsSteward } from '@/lib/use-session.ts';

import { envelopeQueries, type Envelope } from './queries.ts';

const columns: readonly Column<Envelope>[] = [
  {
    id: 'name',
    header: 'Envelope',
    primary: true,
    className: 'max-w-80',
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  {
    id: 'templates',
    header: 'Modelos, na ordem',
    className: 'max-w-96',
    cell: ({ templates, templateIds }) => (
      <span className="wrap-anywhere text-muted">
        {formatList(templates.map(({ name }) => name))}
        {templates.length < templateIds.length && (
          <Badge tone="warning" className="ml-2">
            {plural(templateIds.length - templates.length, 'removido')}
          </Badge>
        )}
      </span>
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

const envelopeLink = (envelope: Envelope, children: ReactNode, className: string) => (
  <Link to="/envelopes/$envelopeId" params={{ envelopeId: envelope.envelopeId }} className={className}>
    {children}
  </Link>
);

const envelopeActions = ({ envelopeId, name }: Envelope) => (
  <Button asChild size="sm" variant="soft">
    <Link to="/processes/new" search={{ envelope: envelopeId }} aria-label={`Usar ${name}`}>
      <Send />
      Usar
    </Link>
  </Button>
);

/** Templates that are sent together. */
export function EnvelopesPage({
  search,
  onSearch,
}: {
  search: ListSearch<'all'>;
  onSearch: (next: ListSearch<'all'>) => void;
}) {
  const query = useQuery(envelopeQueries.list(search));
  const mayEdit = useIsSteward();
  const create = mayEdit && (
    <Button asChild variant="primary">
      <Link to="/envelopes/new">
        <Plus />
        Novo envelope
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Envelopes"
        help={
          <p>
            Um envelope reúne modelos que sempre vão juntos, na ordem em que são lidos: contrato, termo e
            anexo. Quem aparece em mais de um com a mesma chave é uma pessoa só.
          </p>
        }
        extra={create}
      />
      <div className="py-5">
        <ListSearchBox
          label="Buscar envelopes"
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
            <EmptyState icon={<MailOpen />} title="Nenhum envelope ainda" action={create || undefined}>
              {mayEdit
                ? 'Reúna os modelos que vão sempre juntos e envie todos de uma vez.'
                : 'Quem administra a conta cria os envelopes; eles aparecem aqui para você usar.'}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX />}
              title="Nenhum envelope encontrado"
              action={<Button onClick={() => onSearch({})}>Limpar busca</Button>}
            >
              Busque por parte do nome ou da descrição.
            </EmptyState>
          )
        }
      >
        {(rows, fading) => (
          <DataTable
            caption="Envelopes"
            columns={columns}
            rows={rows}
            fading={fading}
            rowKey={({ envelopeId }) => envelopeId}
            rowLink={envelopeLink}
            actions={envelopeActions}
          />
        )}
      </ListBody>
    </>
  );
}
