import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MailOpen } from 'lucide-react';
import type { ReactNode } from 'react';

import { editedColumn } from '@/components/app/edited-column.tsx';
import { ReusableList, type ReusableWords } from '@/components/app/reusable-list.tsx';
import { UseButton } from '@/components/app/use-button.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import type { Column } from '@/components/ui/data-table.tsx';
import { tagsColumn } from '@/features/tags/tags-column.tsx';
import { formatList, plural } from '@/lib/format.ts';
import type { ListSearch } from '@/lib/list-search.ts';

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
  search: ListSearch<'all'>;
  onSearch: (next: ListSearch<'all'>) => void;
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
