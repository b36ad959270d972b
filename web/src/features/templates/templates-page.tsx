import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileStack } from 'lucide-react';
import type { ReactNode } from 'react';

import { editedColumn } from '@/components/list/edited-column.tsx';
import { ReusableList, type ReusableWords } from '@/components/list/reusable-list.tsx';
import { UseButton } from '@/components/list/use-button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import type { Column } from '@/components/ui/tables/data-table.tsx';
import { tagsColumn } from '@/entities/tag/tags-column.tsx';
import { CONTENT_WORDS } from '@/entities/template/content-words.ts';
import { templateQueries, type Template } from '@/entities/template/queries.ts';
import type { PlainSearch } from '@/lib/address/list-search.ts';
import { formatList } from '@/lib/format/format.ts';

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
      <Badge tone={content.kind === 'pdf' ? 'neutral' : 'primary'}>{CONTENT_WORDS[content.kind]}</Badge>
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
  tagsColumn,
  editedColumn,
];

const templateLink = (template: Template, children: ReactNode, className: string) => (
  <Link to="/templates/$templateId" params={{ templateId: template.templateId }} className={className}>
    {children}
  </Link>
);

const templateActions = ({ templateId, name }: Template) => (
  <UseButton beginning={{ template: templateId }} name={name} />
);

const WORDS: ReusableWords = {
  title: 'Modelos',
  help: (
    <>
      <p>
        Um modelo guarda um documento que você envia sempre: um texto ou um documento do Word com campos que
        se preenchem sozinhos, ou um arquivo pronto.
      </p>
      <p>Ele também diz quem participa, o que cada um mostra e em que ordem assina.</p>
    </>
  ),
  create: 'Novo modelo',
  searchBox: { label: 'Buscar modelos', placeholder: 'Nome ou descrição' },
  none: {
    title: 'Nenhum modelo ainda',
    toMakers: 'Guarde o contrato que você sempre envia e use-o em dois cliques.',
    toOthers: 'Quem administra a conta cria os modelos; eles aparecem aqui para você usar.',
  },
  notFound: {
    title: 'Nenhum modelo encontrado',
    text: 'Busque por parte do nome ou da descrição.',
  },
};

/** Documents that are sent again and again. */
export function TemplatesPage({
  search,
  onSearch,
}: {
  search: PlainSearch;
  onSearch: (next: PlainSearch) => void;
}) {
  return (
    <ReusableList
      words={WORDS}
      icon={<FileStack />}
      createTo="/templates/new"
      query={useQuery(templateQueries.list(search))}
      search={search}
      onSearch={onSearch}
      columns={columns}
      rowKey={({ templateId }) => templateId}
      rowLink={templateLink}
      actions={templateActions}
    />
  );
}
