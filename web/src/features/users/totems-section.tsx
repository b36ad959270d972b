import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PowerOff, TabletSmartphone } from 'lucide-react';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { DataTable, type Column } from '@/components/ui/tables/data-table.tsx';
import { totemQueries, type Totem } from '@/entities/totem/queries.ts';
import { formatRelativeAlone } from '@/lib/format/relative.ts';
import { api } from '@/lib/session/session.ts';

const columns: readonly Column<Totem>[] = [
  {
    id: 'name',
    header: 'Nome',
    primary: true,
    className: 'w-2/5',
    cell: ({ name, user }) => (
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block text-[0.8125rem] font-normal wrap-anywhere text-muted">
          {user.name === null ? 'Usuário removido' : `Entrou como ${user.name}`}
        </span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Situação',
    cell: ({ revokedAt }) =>
      revokedAt === null ? (
        <Badge tone="success">Em serviço</Badge>
      ) : (
        <Badge tone="neutral">Fora de serviço</Badge>
      ),
  },
  { id: 'registered', header: 'Registrado', cell: ({ registeredAt }) => formatRelativeAlone(registeredAt) },
  {
    id: 'seen',
    header: 'Visto por último',
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Nunca' : formatRelativeAlone(lastSeenAt)),
  },
];

/** The tablets at which people sign in person: which there are, whether they are on, and an end to each. */
export function TotemsSection() {
  const query = useQuery(totemQueries.list);
  const [revoking, setRevoking] = useState<Totem>();
  const rows = query.data?.items ?? [];
  const revokeButton = (totem: Totem) =>
    totem.revokedAt === null && (
      <Button
        size="sm"
        variant="dangerGhost"
        icon={<PowerOff />}
        aria-label={`Revogar ${totem.name}`}
        onClick={() => setRevoking(totem)}
      >
        Revogar
      </Button>
    );
  return (
    <section aria-labelledby="aparelhos">
      <h2 id="aparelhos" className="mb-1 flex items-baseline gap-2 font-semibold">
        Aparelhos de totem
        {rows.length > 0 && <span className="text-sm font-normal text-subtle tabular">{rows.length}</span>}
      </h2>
      <p className="mb-3 text-sm text-muted">
        Tablets onde as pessoas assinam presencialmente, com CPF e código.
      </p>
      {query.isError && (
        <ProblemCallout
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="mb-4"
        />
      )}
      {query.isPending && <SkeletonRows rows={2} />}
      {query.data !== undefined &&
        (rows.length === 0 ? (
          <div className="card">
            <EmptyState icon={<TabletSmartphone />} title="Nenhum aparelho registrado">
              Convide um usuário com o papel Totem, entre com ele no tablet e dê um nome ao aparelho: ele
              passa a aparecer aqui.
            </EmptyState>
          </div>
        ) : (
          <DataTable
            caption="Aparelhos de totem"
            columns={columns}
            rows={rows}
            rowKey={({ totemId }) => totemId}
            actions={revokeButton}
          />
        ))}
      {revoking !== undefined && <RevokeTotem totem={revoking} onClose={() => setRevoking(undefined)} />}
    </section>
  );
}

function RevokeTotem({ totem, onClose }: { totem: Totem; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <ConfirmCommand
      title={`Revogar o totem “${totem.name}”?`}
      description="O aparelho para na hora, mesmo com alguém diante dele. Para usá-lo de novo, será preciso entrar e registrá-lo outra vez."
      confirmLabel="Revogar totem"
      danger
      send={(idempotencyKey) => {
        const { totemId, user } = totem;
        return api.call('revokeTotem', { idempotencyKey, params: { uid: user.userId, totemId } });
      }}
      onDone={async () => {
        await queryClient.invalidateQueries({ queryKey: totemQueries.all });
        toast.success('Totem fora de serviço', { description: totem.name });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
