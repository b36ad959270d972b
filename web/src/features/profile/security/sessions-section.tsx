import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Section, SectionRow } from '@/components/page/section.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { accountQueries } from '@/entities/user/account-query.ts';
import { signInMethods } from '@/i18n/account-words.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { plural } from '@/lib/format/format.ts';
import { formatRelative } from '@/lib/format/relative.ts';
import { deviceName, isHandheld } from '@/lib/format/user-agent.ts';
import { api } from '@/lib/session/session.ts';

const OTHERS = 'others';
type Ending = typeof OTHERS | { sessionId: string };

/** Where one is signed in, and the way to end it from here. */
export function SessionsSection() {
  const query = useQuery(accountQueries.sessions);
  const [ending, setEnding] = useState<Ending>();
  const items = query.data?.items ?? [];

  return (
    <Section
      title="Sessões abertas"
      text="Onde seu usuário está conectado. Não reconhece alguma? Encerre-a e troque a senha."
      action={
        items.length > 1 && (
          <Button icon={<LogOut />} onClick={() => setEnding(OTHERS)}>
            Encerrar as outras
          </Button>
        )
      }
    >
      {query.isPending && <SkeletonRows rows={2} />}
      {query.isError && (
        <ProblemCallout
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      <ul>
        {items.map((item) => (
          <SectionRow
            key={item.sessionId}
            icon={isHandheld(item.userAgent) ? <Smartphone /> : <Monitor />}
            title={
              <>
                {deviceName(item.userAgent)} {item.current && <Badge tone="success">Esta</Badge>}
              </>
            }
            detail={[
              `Entrou por ${signInMethods[item.method]} ${formatRelative(item.signedInAt)}`,
              item.place ?? undefined,
              item.ip === null ? undefined : `IP ${item.ip}`,
              item.current ? undefined : `usada ${formatRelative(item.lastUsedAt)}`,
            ]
              .filter((part) => part !== undefined)
              .join(' · ')}
            action={
              !item.current && (
                <Button
                  size="sm"
                  aria-label={`Encerrar ${deviceName(item.userAgent)}`}
                  onClick={() => setEnding({ sessionId: item.sessionId })}
                >
                  Encerrar
                </Button>
              )
            }
          />
        ))}
      </ul>
      {ending !== undefined && <EndSessions which={ending} onClose={() => setEnding(undefined)} />}
    </Section>
  );
}

function EndSessions({ which, onClose }: { which: Ending; onClose: () => void }) {
  const queryClient = useQueryClient();
  const all = which === OTHERS;

  async function end(idempotencyKey: string): Promise<void> {
    if (which === OTHERS) {
      const { revoked } = await api.call('revokeOtherSessions', { idempotencyKey });
      toast.success(
        revoked === 1 ? '1 sessão encerrada' : `${plural(revoked, 'sessão', 'sessões')} encerradas`,
      );
      return;
    }
    try {
      await api.call('revokeSession', { params: which, idempotencyKey });
    } catch (error) {
      // Ended meanwhile: that is what was asked for.
      if (asProblem(error).code !== 'SESSION_NOT_FOUND') throw error;
    }
    toast.success('Sessão encerrada');
  }
  return (
    <ConfirmCommand
      title={all ? 'Encerrar todas as outras sessões?' : 'Encerrar esta sessão?'}
      description="Quem estiver usando precisará entrar de novo."
      confirmLabel={all ? 'Encerrar as outras' : 'Encerrar'}
      danger
      send={end}
      onDone={async () => {
        await queryClient.invalidateQueries({ queryKey: accountQueries.sessions.queryKey });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
