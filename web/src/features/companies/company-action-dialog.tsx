import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { companyQueries, type Company } from '@/entities/company/queries.ts';
import { api } from '@/lib/session/session.ts';

export type CompanyAction = 'activate' | 'deactivate' | 'remove';

const ACTIONS = {
  activate: {
    operation: 'activateCompany',
    title: 'Ativar esta empresa?',
    fate: (name: ReactNode) => <>{name} volta a aparecer ao criar processos.</>,
    confirmLabel: 'Ativar empresa',
    done: 'Empresa ativada',
    danger: false,
  },
  deactivate: {
    operation: 'deactivateCompany',
    title: 'Inativar esta empresa?',
    fate: (name: ReactNode) => (
      <>
        {name} deixa de aparecer ao criar processos. Os que ela já tem seguem normalmente, e dá para ativá-la
        de novo.
      </>
    ),
    confirmLabel: 'Inativar empresa',
    done: 'Empresa inativada',
    danger: false,
  },
  remove: {
    operation: 'removeCompany',
    title: 'Remover esta empresa?',
    fate: (name: ReactNode) => (
      <>
        {name} sai da lista e não pode mais ser usada. Os processos passados e seus documentos ficam como
        estão.
      </>
    ),
    confirmLabel: 'Remover empresa',
    done: 'Empresa removida',
    danger: true,
  },
} as const;

/** Asks before a company is activated, deactivated or removed. */
export function CompanyActionDialog({
  company: { companyId, companyName },
  action,
  onClose,
  onRemoved,
}: {
  company: Pick<Company, 'companyId' | 'companyName'>;
  action: CompanyAction;
  onClose: () => void;
  /** It is gone: its own page has nothing more to show. */
  onRemoved?: () => Promise<void>;
}) {
  const queryClient = useQueryClient();
  const { operation, title, fate, confirmLabel, done, danger } = ACTIONS[action];
  return (
    <ConfirmCommand
      title={title}
      description={fate(<strong className="font-medium wrap-anywhere text-ink">{companyName}</strong>)}
      confirmLabel={confirmLabel}
      danger={danger}
      send={(idempotencyKey) => api.call(operation, { params: { companyId }, idempotencyKey })}
      onDone={async () => {
        toast.success(done);
        onClose();
        if (action === 'remove') {
          await onRemoved?.();
          queryClient.removeQueries({ queryKey: companyQueries.detail(companyId).queryKey });
        }
        await queryClient.invalidateQueries({ queryKey: companyQueries.all });
      }}
      onClose={onClose}
    />
  );
}
