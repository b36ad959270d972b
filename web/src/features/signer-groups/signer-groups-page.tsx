import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';

import { editedColumn } from '@/components/list/edited-column.tsx';
import { ReusableList, type ReusableWords } from '@/components/list/reusable-list.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import type { Column } from '@/components/ui/tables/data-table.tsx';
import { signerGroupQueries, type SignerGroup } from '@/entities/signer-group/queries.ts';
import { partWords } from '@/i18n/vocabulary.ts';
import type { PlainSearch } from '@/lib/address/list-search.ts';
import { formatList, plural } from '@/lib/format/format.ts';

/** How many names stand on a row before the rest is counted. */
const NAMES_SHOWN = 3;

function membersOf({ members }: SignerGroup): string {
  const names = members.slice(0, NAMES_SHOWN).map(({ name }) => name);
  const rest = members.length - names.length;
  return formatList(rest > 0 ? [...names, `mais ${rest}`] : names);
}

const columns: readonly Column<SignerGroup>[] = [
  {
    id: 'name',
    header: 'Grupo',
    primary: true,
    className: 'max-w-64',
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  { id: 'part', header: 'Participação', cell: ({ part }) => partWords[part].label },
  {
    id: 'members',
    header: 'Pessoas',
    className: 'max-w-96',
    cell: (group) => (
      <span className="text-muted">
        {membersOf(group)}
        {group.missing.length > 0 && (
          <Badge tone="warning" className="ml-2">
            {plural(group.missing.length, 'removida')}
          </Badge>
        )}
      </span>
    ),
  },
  editedColumn,
];

const groupLink = (group: SignerGroup, children: ReactNode, className: string) => (
  <Link
    to="/signer-groups/$signerGroupId"
    params={{ signerGroupId: group.signerGroupId }}
    className={className}
  >
    {children}
  </Link>
);

const WORDS: ReusableWords = {
  title: 'Grupos',
  help: (
    <p>
      Um grupo reúne pessoas que costumam participar juntas e do mesmo jeito: os diretores, as testemunhas da
      casa. Ao criar um processo, o grupo entra inteiro de uma vez.
    </p>
  ),
  create: 'Novo grupo',
  searchBox: { label: 'Buscar grupos', placeholder: 'Nome do grupo' },
  none: {
    title: 'Nenhum grupo ainda',
    toMakers: 'Reúna quem sempre assina junto e inclua todos de uma vez nos processos.',
    toOthers: 'Quem administra a conta cria os grupos; eles aparecem aqui para você usar.',
  },
  notFound: { title: 'Nenhum grupo encontrado', text: 'Busque por parte do nome.' },
};

/** People who are asked together, again and again. */
export function SignerGroupsPage({
  search,
  onSearch,
}: {
  search: PlainSearch;
  onSearch: (next: PlainSearch) => void;
}) {
  return (
    <ReusableList
      words={WORDS}
      icon={<UsersRound />}
      createTo="/signer-groups/new"
      query={useQuery(signerGroupQueries.list(search))}
      search={search}
      onSearch={onSearch}
      columns={columns}
      rowKey={({ signerGroupId }) => signerGroupId}
      rowLink={groupLink}
    />
  );
}
