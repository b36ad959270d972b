import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, KeyRound, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';

import { ListBody } from '@/components/app/list-body.tsx';
import { ListSearchBox } from '@/components/app/list-search-box.tsx';
import { PageHeader } from '@/components/app/page-header.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { DataTable, type Column } from '@/components/ui/data-table.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { FilterTabs } from '@/components/ui/filter-tabs.tsx';
import { toast } from '@/components/ui/toast.ts';
import { tokenStates } from '@/i18n/vocabulary.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { api } from '@/lib/api/session.ts';
import { formatDate, formatRelative } from '@/lib/format.ts';
import type { ListSearch } from '@/lib/list-search.ts';

import { tokenQueries, type Token, type TokenFilter } from './queries.ts';
import { TokenDialog } from './token-dialog.tsx';

const FILTERS = [
  { value: 'all', label: 'Todos' },
  { value: 'active', label: 'Ativos' },
  { value: 'expired', label: 'Vencidos' },
  { value: 'revoked', label: 'Revogados' },
] as const;

const columns: readonly Column<Token>[] = [
  {
    id: 'description',
    header: 'Descrição',
    primary: true,
    cell: (token) => <span className="font-medium wrap-anywhere">{token.description}</span>,
  },
  {
    id: 'status',
    header: 'Situação',
    cell: (token) => <Badge tone={tokenStates[token.status].tone}>{tokenStates[token.status].label}</Badge>,
  },
  { id: 'issuer', header: 'Criado por', cell: (token) => token.issuer.name ?? 'Usuário removido' },
  {
    id: 'created',
    header: 'Criação',
    onPhone: 'hidden',
    className: 'max-lg:hidden',
    cell: (token) => <span className="tabular">{formatDate(token.createdAt)}</span>,
  },
  {
    id: 'expires',
    header: 'Validade',
    cell: (token) => (
      <span className="tabular">
        {token.expiresAt === null ? 'Indeterminada' : formatDate(token.expiresAt)}
      </span>
    ),
  },
  {
    id: 'used',
    header: 'Último uso',
    cell: (token) => (token.lastUsedAt === null ? 'Nunca' : formatRelative(token.lastUsedAt)),
  },
];

/** Tokens by which programs act in somebody's name. */
export function TokensPage({
  search,
  onSearch,
}: {
  search: ListSearch<TokenFilter>;
  onSearch: (next: ListSearch<TokenFilter>) => void;
}) {
  const query = useQuery(tokenQueries.list(search));
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Token>();
  const newToken = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      <span>
        Novo<span className="max-sm:sr-only"> token</span>
      </span>
    </Button>
  );
  const revokeButton = (token: Token) =>
    token.status === 'active' && (
      <Button
        size="sm"
        variant="dangerGhost"
        icon={<Ban />}
        aria-label={`Revogar ${token.description}`}
        onClick={() => setRevoking(token)}
      >
        Revogar
      </Button>
    );
  const filtered = search.search !== undefined || search.filter !== undefined;
  return (
    <>
      <PageHeader
        title="Tokens de API"
        help={
          <>
            <p>
              Um token deixa um sistema seu usar a API do Lacre em seu nome, com o que você pode fazer e nunca
              mais do que isso.
            </p>
            <p>
              Ele aparece uma vez, ao ser criado. Se vazar ou deixar de ser usado, revogue: o próximo pedido
              com ele já é recusado.
            </p>
          </>
        }
        extra={newToken}
      />
      <div className="flex flex-col gap-3 py-5 lg:flex-row lg:items-center">
        <ListSearchBox
          label="Buscar tokens"
          placeholder="Descrição"
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ ...search, search: text, page: 1 })}
        />
        <FilterTabs
          label="Mostrar tokens"
          name="token-filter"
          options={FILTERS}
          value={search.filter ?? 'all'}
          onValueChange={(filter) => onSearch({ ...search, filter, page: 1 })}
          className="lg:ml-auto"
        />
      </div>
      <ListBody
        query={query}
        page={search.page ?? 1}
        onPageChange={(page) => onSearch({ ...search, page })}
        empty={
          filtered ? (
            <EmptyState
              icon={<SearchX />}
              title="Nenhum token encontrado"
              action={<Button onClick={() => onSearch({})}>Limpar filtros</Button>}
            >
              Mude a busca ou o filtro.
            </EmptyState>
          ) : (
            <EmptyState icon={<KeyRound />} title="Nenhum token ainda" action={newToken}>
              Crie um para ligar seu sistema ao Lacre.
            </EmptyState>
          )
        }
      >
        {(rows, fading) => (
          <DataTable
            caption="Tokens de API"
            columns={columns}
            rows={rows}
            fading={fading}
            rowKey={(token) => token.tokenId}
            actions={revokeButton}
          />
        )}
      </ListBody>
      {creating && <TokenDialog onClose={() => setCreating(false)} />}
      {revoking !== undefined && <RevokeToken token={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

function RevokeToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function revoke(): Promise<void> {
    setBusy(true);
    try {
      await api.call('revokeToken', { params: { tokenId: token.tokenId } });
      await queryClient.invalidateQueries({ queryKey: tokenQueries.all });
      toast.success('Token revogado', { description: token.description });
    } catch (error) {
      toast.error(asProblem(error).title);
    } finally {
      onClose();
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revogar “${token.description}”?`}
      description="O que usa este token para de funcionar na hora. Não é possível desfazer."
      confirmLabel="Revogar token"
      danger
      busy={busy}
      onConfirm={() => void revoke()}
    />
  );
}
