import { useQuery } from '@tanstack/react-query';
import { SearchX, UserPlus } from 'lucide-react';
import { useState } from 'react';

import { LateProgress } from '@/components/list/late-progress.tsx';
import { ListSearchBox } from '@/components/list/list-search-box.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { DataTable, type Column } from '@/components/ui/tables/data-table.tsx';
import { AdministrationOffer } from '@/entities/user/administration-offer.tsx';
import { userQueries, type ListedUser, type UserGroups } from '@/entities/user/queries.ts';
import { UserAvatar } from '@/entities/user/user-avatar.tsx';
import { tenantFailures } from '@/i18n/tenant-failures.ts';
import { plural } from '@/lib/format/format.ts';
import { formatRelativeAlone } from '@/lib/format/relative.ts';
import { masks } from '@/lib/input/masks.ts';
import { useUser } from '@/lib/session/use-session.ts';

import { TotemsSection } from './totems-section.tsx';
import { UserActions } from './user-actions.tsx';
import { UserDialog } from './user-dialog.tsx';
import { UsersWithoutCompany } from './users-without-company.tsx';

const GROUPS = [
  {
    key: 'administrators',
    label: 'Administradores',
    text: 'Acesso a tudo. A conta fica sempre com ao menos um.',
  },
  { key: 'managers', label: 'Gerentes', text: 'Acesso à conta inteira e a todas as empresas.' },
  { key: 'commonUsers', label: 'Usuários comuns', text: 'Acesso só às empresas ligadas a cada um.' },
  { key: 'totems', label: 'Totens', text: 'Aparelhos onde as pessoas assinam presencialmente.' },
] as const satisfies readonly { key: keyof UserGroups; label: string; text: string }[];

const columns: readonly Column<ListedUser>[] = [
  {
    id: 'name',
    header: 'Nome',
    primary: true,
    className: 'max-xl:w-2/5',
    cell: (user) => (
      <span className="flex items-center gap-3">
        <UserAvatar user={user} size="sm" />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{user.name}</span>
          <Email className="block text-[0.8125rem] font-normal text-muted">{user.email}</Email>
        </span>
      </span>
    ),
  },
  { id: 'status', header: 'Situação', className: 'xl:w-41', cell: (user) => <UserStatus user={user} /> },
  {
    id: 'companies',
    header: 'Empresas',
    className: 'whitespace-nowrap xl:w-28',
    cell: (user) =>
      user.role === 'common'
        ? plural(user.companyIds.length, 'empresa')
        : user.role === 'totem'
          ? '—'
          : 'Todas',
  },
  {
    id: 'phone',
    header: 'Celular',
    onPhone: 'hidden',
    className: 'max-lg:hidden xl:w-40',
    cell: (user) => (
      <span className="whitespace-nowrap tabular">{masks.phone.format(user.phoneNumber ?? '') || '—'}</span>
    ),
  },
  {
    id: 'last',
    header: 'Último acesso',
    className: 'xl:w-32',
    cell: (user) => (user.lastSignedInAt === null ? 'Nunca' : formatRelativeAlone(user.lastSignedInAt)),
  },
];

function UserStatus({ user }: { user: ListedUser }) {
  if (!user.active) return <Badge tone="neutral">Inativo</Badge>;
  if (user.invitation === 'pending') return <Badge tone="warning">Convite enviado</Badge>;
  return <Badge tone="success">Ativo</Badge>;
}

/** Who works in the tenant, by role. */
export function UsersPage({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const me = useUser();
  const query = useQuery(userQueries.list(search));
  const [editing, setEditing] = useState<ListedUser | 'new'>();
  if (me === undefined) return null;
  // A search may leave others out: the server says so then.
  const isOnlyAdministrator = search === '' && query.data?.administrators.length === 1;
  const actionsOf = (user: ListedUser) => (
    <UserActions
      user={user}
      me={me}
      isOnlyAdministrator={isOnlyAdministrator}
      onEdit={() => setEditing(user)}
    />
  );
  const groups = GROUPS.map((group) => ({ ...group, users: query.data?.[group.key] ?? [] }));
  return (
    <>
      <PageHeader
        title="Usuários"
        help={
          <>
            <p>Quem entra no Lacre em nome desta conta. Cada novo usuário recebe um convite por email.</p>
            <ul className="list-disc pl-5">
              {GROUPS.map(({ key, label, text }) => (
                <li key={key}>
                  <strong className="font-medium text-ink">{label}:</strong> {text}
                </li>
              ))}
            </ul>
          </>
        }
        extra={
          <Button variant="primary" icon={<UserPlus />} onClick={() => setEditing('new')}>
            <span>
              Convidar<span className="max-sm:sr-only"> usuário</span>
            </span>
          </Button>
        }
      />
      <div className="pt-5 pb-7">
        <ListSearchBox
          label="Buscar usuários"
          placeholder="Nome ou email"
          value={search}
          onSearch={onSearch}
        />
      </div>
      {query.isError && (
        <ProblemCallout
          error={query.error}
          failed={tenantFailures.users}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="mb-4"
        />
      )}
      {me.role === 'administrator' && <AdministrationOffer me={me} className="mb-6" />}
      <UsersWithoutCompany users={query.data?.commonUsers ?? []} onAssign={setEditing} />
      {query.isPending && <SkeletonRows />}
      <div className="relative">
        <LateProgress isFormer={query.isPlaceholderData} />
        {query.data?.total === 0 && (
          <div className="card">
            <EmptyState
              icon={<SearchX />}
              title="Ninguém encontrado"
              action={<Button onClick={() => onSearch('')}>Limpar busca</Button>}
            >
              Busque por parte do nome ou do email.
            </EmptyState>
          </div>
        )}
        <div className="flex flex-col gap-8">
          {groups
            .filter(({ users }) => users.length > 0)
            .map(({ key, label, users }) => (
              <section key={key} aria-labelledby={`group-${key}`}>
                <h2 id={`group-${key}`} className="mb-3 flex items-baseline gap-2 font-semibold">
                  {label}
                  <span className="text-sm font-normal text-subtle tabular">{users.length}</span>
                </h2>
                <DataTable
                  caption={label}
                  columns={columns}
                  rows={users}
                  fixed
                  rowKey={(user) => user.uid}
                  fading={query.isPlaceholderData}
                  actions={actionsOf}
                />
              </section>
            ))}
          {search === '' && query.data !== undefined && <TotemsSection />}
        </div>
      </div>
      {editing !== undefined && (
        <UserDialog
          user={editing === 'new' ? undefined : editing}
          me={me}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}
