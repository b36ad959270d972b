import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { PageHeader, type Crumb } from '@/components/page/page-header.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { useIsSteward } from '@/lib/session/use-session.ts';

import { UseButton, type Beginning } from './use-button.tsx';

/**
 * One thing that is made once and used again and again: used by every user, edited and removed by stewards of the
 * account.
 */
export function ReusablePage({
  name,
  noun,
  list,
  beginning,
  fate,
  remove,
  queryKeys,
  children,
}: {
  name: string;
  /** What it is, in lower case; masculine. */
  noun: string;
  /** Where it is listed. */
  list: Crumb;
  /** What a process begins from; none while it cannot be used. */
  beginning: Beginning | undefined;
  /** What its removal does, after its name: "deixa de existir." */
  fate: string;
  remove: (idempotencyKey: string) => Promise<unknown>;
  /** Where its answers are kept: its own, and everything of its kind. */
  queryKeys: { detail: QueryKey; all: QueryKey };
  children: (readOnly: boolean) => ReactNode;
}) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const mayEdit = useIsSteward();
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <PageHeader
        title={name}
        breadcrumb={[list]}
        extra={
          <>
            {mayEdit && (
              <Button
                variant="dangerGhost"
                size="sm"
                icon={<Trash2 />}
                aria-label={`Remover ${noun}`}
                onClick={() => setRemoving(true)}
              >
                <span className="max-sm:sr-only">Remover</span>
              </Button>
            )}
            {beginning !== undefined && <UseButton beginning={beginning} />}
          </>
        }
      />
      <div className="pt-6">
        {!mayEdit && (
          <Callout tone="info" className="mb-4">
            Você pode usar este {noun}, mas não alterá-lo. Fale com seu supervisor.
          </Callout>
        )}
        {children(!mayEdit)}
      </div>
      {removing && (
        <ConfirmCommand
          title={`Remover este ${noun}?`}
          description={
            <>
              <strong className="font-medium wrap-anywhere text-ink">{name}</strong> {fate}
            </>
          }
          confirmLabel={`Remover ${noun}`}
          danger
          send={remove}
          onDone={async () => {
            toast.success(`${noun.charAt(0).toLocaleUpperCase('pt-BR')}${noun.slice(1)} removido`);
            setRemoving(false);
            await navigate({ to: list.to, ignoreBlocker: true });
            queryClient.removeQueries({ queryKey: queryKeys.detail });
            await queryClient.invalidateQueries({ queryKey: queryKeys.all });
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}
