import { useQueryClient } from '@tanstack/react-query';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { personQueries, type Person } from '@/entities/person/queries.ts';
import { api } from '@/lib/session/session.ts';

/** Asks before a person leaves the register; what they signed stays. */
export function RemovePersonDialog({
  person: { personId, name },
  onClose,
  onRemoved,
}: {
  person: Pick<Person, 'personId' | 'name'>;
  onClose: () => void;
  /** Leaves what has nothing more to show. */
  onRemoved?: () => Promise<void>;
}) {
  const queryClient = useQueryClient();
  return (
    <ConfirmCommand
      title="Remover esta pessoa?"
      description={
        <>
          <strong className="font-medium wrap-anywhere text-ink">{name}</strong> sai do cadastro e não pode
          mais ser incluída em processos. O que já assinou fica como está, e o CPF pode ser cadastrado de
          novo.
        </>
      }
      confirmLabel="Remover pessoa"
      danger
      send={(idempotencyKey) => api.call('removePerson', { params: { personId }, idempotencyKey })}
      onDone={async () => {
        toast.success('Pessoa removida', { description: name });
        onClose();
        await onRemoved?.();
        queryClient.removeQueries({ queryKey: personQueries.detail(personId).queryKey });
        await queryClient.invalidateQueries({ queryKey: personQueries.all });
      }}
      onClose={onClose}
    />
  );
}
