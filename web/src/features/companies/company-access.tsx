import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { comboboxOf, useTypedSearch } from '@/components/list/typed-search.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Avatar } from '@/components/ui/display/avatar.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { Combobox } from '@/components/ui/fields/combobox.tsx';
import { roleWords } from '@/i18n/account-words.ts';
import { newIntent } from '@/lib/api/client.ts';
import { api } from '@/lib/session/session.ts';

import { accessQueries, type ListedUser } from './access-queries.ts';

/** Gives the common user these companies and no others. */
const assign = (uid: string, companyIds: readonly string[], idempotencyKey: string) =>
  api.call('editUser', {
    params: { uid },
    body: { user: { companyIds: [...companyIds] }, uploads: [] },
    idempotencyKey,
  });

/** Who has access to a company; common users are given it and it is taken from them here. */
export function CompanyAccess({ companyId, companyName }: { companyId: string; companyName: string }) {
  const query = useQuery(accessQueries.ofCompany(companyId));
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState<ListedUser>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: accessQueries.all });
  return (
    <section aria-labelledby="acesso" className="card">
      <div className="border-b border-line p-5 sm:px-6">
        <h2 id="acesso" className="font-semibold">
          Quem tem acesso
        </h2>
        <p className="mt-1 text-sm text-muted">
          Administradores e gerentes acessam todas as empresas. Um usuário comum só vê as que recebe.
        </p>
      </div>
      <div className="p-5 sm:px-6">
        <GiveAccess companyId={companyId} onGiven={refresh} />
      </div>
      {query.isPending && (
        <div className="px-5 pb-5 sm:px-6">
          <SkeletonRows rows={3} />
        </div>
      )}
      {query.isError && (
        <ProblemCallout
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="mx-5 mb-5"
        />
      )}
      {query.data !== undefined && (
        <ul aria-label="Usuários com acesso" className="divide-y divide-line border-t border-line">
          {query.data.items.map((user) => (
            <li key={user.uid} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5 sm:px-6">
              <Avatar name={user.name} size="sm" />
              <div className="min-w-0 flex-1 basis-44 text-sm">
                <p className="font-medium wrap-anywhere">{user.name}</p>
                <Email className="block text-muted">{user.email}</Email>
              </div>
              <div className="flex items-center gap-2 max-sm:basis-full max-sm:pl-13">
                {!user.active && <Badge>Inativo</Badge>}
                <Badge tone={user.role === 'common' ? 'neutral' : 'primary'}>{roleWords[user.role]}</Badge>
                {user.role === 'common' ? (
                  <Button
                    variant="ghost"
                    size="iconSm"
                    className="max-sm:ml-auto"
                    aria-label={`Retirar acesso de ${user.name}`}
                    icon={<UserMinus />}
                    onClick={() => setLeaving(user)}
                  />
                ) : (
                  // So that the badges stand in one column.
                  <span className="size-8 max-sm:hidden" />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {leaving !== undefined && (
        <ConfirmCommand
          title="Retirar o acesso?"
          description={
            <>
              <strong className="font-medium text-ink">{leaving.name}</strong> deixa de ver {companyName} e os
              processos dela, e de criar outros. Dá para devolver o acesso depois.
            </>
          }
          confirmLabel="Retirar acesso"
          danger
          send={(key) =>
            assign(
              leaving.uid,
              leaving.companyIds.filter((id) => id !== companyId),
              key,
            )
          }
          onDone={async () => {
            await refresh();
            setLeaving(undefined);
            toast.success('Acesso retirado');
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}

function GiveAccess({ companyId, onGiven }: { companyId: string; onGiven: () => Promise<void> }) {
  const typed = useTypedSearch();
  const query = useQuery(accessQueries.commonUsers(typed.search));
  const give = useMutation({
    mutationFn: (user: ListedUser) => assign(user.uid, [...user.companyIds, companyId], newIntent()),
    onSuccess: async () => {
      await onGiven();
      toast.success('Acesso liberado');
      typed.setText('');
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <Combobox
        label="Dar acesso a um usuário comum"
        placeholder="Nome ou email"
        {...comboboxOf(typed, 'Nenhum usuário comum encontrado.', query)}
        {...(give.isPending && { busy: true })}
        options={(query.data ?? []).map((user) => ({
          id: user.uid,
          label: user.name,
          detail: user.email,
          disabledReason: user.companyIds.includes(companyId) ? 'Já tem acesso' : undefined,
        }))}
        onChoose={(uid) => {
          const user = query.data?.find((one) => one.uid === uid);
          if (user !== undefined) give.mutate(user);
        }}
      />
      <ProblemCallout error={give.error} />
    </div>
  );
}
