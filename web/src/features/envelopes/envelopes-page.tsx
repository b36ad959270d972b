import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailOpen } from 'lucide-react';
import type { ReactNode } from 'react';

import { editedColumn } from '@/components/list/edited-column.tsx';
import { ReusableList, type ReusableWords } from '@/components/list/reusable-list.tsx';
import { UseButton } from '@/components/list/use-button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import type { Column } from '@/components/ui/tables/data-table.tsx';
import { envelopeQueries, type Envelope } from '@/entities/envelope/queries.ts';
import { tagsColumn } from '@/entities/tag/tags-column.tsx';
import type { PlainSearch } from '@/lib/address/list-search.ts';
import { formatList, plural } from '@/lib/format/format.ts';

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
  tagsColumn,
  editedColumn,
];

const envelopeLink = (envelope: Envelope, children: ReactNode, className: string) => (
  <Link to="/envelopes/$envelopeId" params={{ envelopeId: envelope.envelopeId }} className={className}>
    {children}
  </Link>
);

const envelopeActions = ({ envelopeId, name }: Envelope) => (
  <UseButton beginning={{ envelope: envelopeId }} name={name} />
);

const WORDS: ReusableWords = {
  title: 'Envelopes',
  help: (
    <p>
      Um envelope reúne modelos que sempre vão juntos, na ordem em que são lidos: contrato, termo e anexo.
      Quem aparece em mais de um com a mesma chave é uma pessoa só.
    </p>
  ),
  create: 'Novo envelope',
  searchBox: { label: 'Buscar envelopes', placeholder: 'Nome ou descrição' },
  none: {
    title: 'Nenhum envelope ainda',
    toMakers: 'Reúna os modelos que vão sempre juntos e envie todos de uma vez.',
    toOthers: 'Quem administra a conta cria os envelopes; eles aparecem aqui para você usar.',
  },
  notFound: {
    title: 'Nenhum envelope encontrado',
    text: 'Busque por parte do nome ou da descrição.',
  },
};

/** Templates that are sent together. */
export function EnvelopesPage({
  search,
  onSearch,
}: {
  search: PlainSearch;
  onSearch: (next: PlainSearch) => void;
}) {
  return (
    <ReusableList
      words={WORDS}
      icon={<MailOpen />}
      createTo="/envelopes/new"
      query={useQuery(envelopeQueries.list(search))}
      search={search}
      onSearch={onSearch}
      columns={columns}
      rowKey={({ envelopeId }) => envelopeId}
      rowLink={envelopeLink}
      actions={envelopeActions}
    />
  );
}
