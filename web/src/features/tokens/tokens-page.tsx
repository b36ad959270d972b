import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { ListPage } from '@/components/list/list-page.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import type { Column } from '@/components/ui/tables/data-table.tsx';
import { scopeWords, tokenStates } from '@/i18n/account-words.ts';
import type { ListSearch } from '@/lib/address/list-search.ts';
import { formatDate } from '@/lib/format/format.ts';
import { formatRelativeAlone } from '@/lib/format/relative.ts';
import { api } from '@/lib/session/session.ts';

import type { TokenFilter } from './filters.ts';
import { tokenQueries, type Token } from './queries.ts';
import { TokenDialog } from './token-dialog.tsx';

const FILTERS = {
  label: 'Mostrar tokens',
  name: 'token-filter',
  many: true,
  options: [
    { value: 'all', label: 'Todos' },
    { value: 'active', label: 'Ativos' },
    { value: 'expired', label: 'Vencidos' },
    { value: 'revoked', label: 'Revogados' },
  ],
} as const;

const columns: readonly Column<Token>[] = [
  {
    id: 'description',
    header: 'Descrição',
    primary: true,
    cell: (token) => <span className="font-medium wrap-anywhere">{token.description}</span>,
  },
  {
    id: 'scopes',
    header: 'Escopos',
    className: 'max-xl:hidden',
    cell: (token) => (
      <span className="text-sm wrap-anywhere">
        {token.scopes.map((scope) => scopeWords[scope].label).join(', ')}
        {token.networks.length > 0 && (
          <span className="block text-[0.8125rem] text-subtle">{token.networks.join(', ')}</span>
        )}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Situação',
    cell: (token) => <Badge tone={tokenStates[token.status].tone}>{tokenStates[token.status].label}</Badge>,
  },
  {
    id: 'issuer',
    header: 'Criado por',
    className: 'max-lg:hidden',
    cell: (token) => token.issuer.name ?? 'Usuário removido',
  },
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
    cell: (token) => (token.lastUsedAt === null ? 'Nunca' : formatRelativeAlone(token.lastUsedAt)),
  },
];

/** API tokens, by which programs act in a user's name. */
export function TokensPage({
  search,
  onSearch,
}: {
  search: ListSearch<TokenFilter>;
  onSearch: (next: ListSearch<TokenFilter>) => void;
}) {
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
  return (
    <>
      <ListPage
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
        searchBox={{ label: 'Buscar tokens', placeholder: 'Descrição' }}
        filters={FILTERS}
        query={useQuery(tokenQueries.list(search))}
        search={search}
        onSearch={onSearch}
        none={{
          icon: <KeyRound />,
          title: 'Nenhum token ainda',
          text: 'Crie um para ligar seu sistema ao Lacre.',
          action: newToken,
        }}
        notFound={{
          title: 'Nenhum token encontrado',
          text: 'Mude a busca ou o filtro.',
          clear: 'Limpar filtros',
        }}
        columns={columns}
        rowKey={({ tokenId }) => tokenId}
        actions={revokeButton}
      />
      {creating && <TokenDialog onClose={() => setCreating(false)} />}
      {revoking !== undefined && <RevokeToken token={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}

function RevokeToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <ConfirmCommand
      title={`Revogar “${token.description}”?`}
      description="O que usa este token para de funcionar na hora. Não é possível desfazer."
      confirmLabel="Revogar token"
      danger
      send={(idempotencyKey) =>
        api.call('revokeToken', { idempotencyKey, params: { tokenId: token.tokenId } })
      }
      onDone={async () => {
        await queryClient.invalidateQueries({ queryKey: tokenQueries.all });
        toast.success('Token revogado', { description: token.description });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
