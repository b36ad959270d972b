import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, SearchX, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';

import { ListBody } from '@/components/app/list-body.tsx';
import { ListSearchBox } from '@/components/app/list-search-box.tsx';
import { PageHeader } from '@/components/app/page-header.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { DataTable, type Column } from '@/components/ui/data-table.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { partWords } from '@/i18n/vocabulary.ts';
import { formatList, formatRelative, plural } from '@/lib/format.ts';
import type { ListSearch } from '@/lib/list-search.ts';
import { useIsSteward } from '@/lib/use-session.ts';

import { signerGroupQueries, type SignerGroup } from './queries.ts';

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
  {
    id: 'edited',
    header: 'Alterado',
    onPhone: 'hidden',
    className: 'max-lg:hidden',
    cell: ({ editedAt }) => <span className="whitespace-nowrap text-muted">{formatRelative(editedAt)}</span>,
  },
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

/** People who are asked together, again and again. */
export function SignerGroupsPage({
  search,
  onSearch,
}: {
  search: ListSearch<'all'>;
  onSearch: (next: ListSearch<'all'>) => void;
}) {
  const query = useQuery(signerGroupQueries.list(search));
  const mayEdit = useIsSteward();
  const create = mayEdit && (
    <Button asChild variant="primary">
      <Link to="/signer-groups/new">
        <Plus />
        Novo grupo
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Grupos de signatários"
        help={
          <p>
            Um grupo reúne pessoas que costumam participar juntas e do mesmo jeito: os diretores, as
            testemunhas da casa. Ao criar um processo, o grupo entra inteiro de uma vez.
          </p>
        }
        extra={create}
      />
      <div className="py-5">
        <ListSearchBox
          label="Buscar grupos"
          placeholder="Nome do grupo"
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
            <EmptyState icon={<UsersRound />} title="Nenhum grupo ainda" action={create || undefined}>
              {mayEdit
                ? 'Reúna quem sempre assina junto e inclua todos de uma vez nos processos.'
                : 'Quem administra a conta cria os grupos; eles aparecem aqui para você usar.'}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX />}
              title="Nenhum grupo encontrado"
              action={<Button onClick={() => onSearch({})}>Limpar busca</Button>}
            >
              Busque por parte do nome.
            </EmptyState>
          )
        }
      >
        {(rows, fading) => (
          <DataTable
            caption="Grupos de signatários"
            columns={columns}
            rows={rows}
            fading={fading}
            rowKey={({ signerGroupId }) => signerGroupId}
            rowLink={groupLink}
          />
        )}
      </ListBody>
    </>
  );
}
