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

/** What is said of its kind: whole sentences, since another language's agree otherwise. */
interface ReusableWords {
  remove: string;
  /** The question before. */
  asked: string;
  /** What the removal does. */
  fate: (name: ReactNode) => ReactNode;
  removed: string;
  /** To whom may use it and not change it. */
  readOnly: string;
}

/**
 * One thing that is made once and used again and again: used by every user, edited and removed by stewards of the
 * account.
 */
export function ReusablePage({
  name,
  words,
  list,
  beginning,
  remove,
  queryKeys,
  children,
}: {
  name: string;
  words: ReusableWords;
  /** Where it is listed. */
  list: Crumb;
  /** What a process begins from; none while it cannot be used. */
  beginning: Beginning | undefined;
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
                aria-label={words.remove}
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
            {words.readOnly}
          </Callout>
        )}
        {children(!mayEdit)}
      </div>
      {removing && (
        <ConfirmCommand
          title={words.asked}
          description={words.fate(<strong className="font-medium wrap-anywhere text-ink">{name}</strong>)}
          confirmLabel={words.remove}
          danger
          send={remove}
          onDone={async () => {
            toast.success(words.removed);
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
