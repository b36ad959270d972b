import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, MessageSquareText, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Section, SectionRow } from '@/components/page/section.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { signInOptionsQuery } from '@/entities/session/queries.ts';
import { useRecently } from '@/entities/session/recently.tsx';
import { accountQueries, type Account } from '@/entities/user/account-query.ts';
import { asProblem, isAbort, type Problem } from '@/lib/api/problem.ts';
import { formatDate, plural } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { PhoneFactorDialog } from './phone-factor-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog, type StartedTotp } from './totp-dialog.tsx';

type Factor = Account['factors'][number];
type Asking = { kind: 'withdraw'; factor: Factor } | { kind: 'renew' };

/** What is asked for after the password, and the codes for when none of it is at hand. */
export function SecondFactorSection({ account }: { account: Account }) {
  const { data: options } = useQuery(signInOptionsQuery);
  const queryClient = useQueryClient();
  const recently = useRecently();
  const [totp, setTotp] = useState<StartedTotp>();
  const [addingPhone, setAddingPhone] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const [asking, setAsking] = useState<Asking>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const enrolled = account.factors.length > 0;

  async function begin(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await recently(async () => setTotp(await api.call('startTotp', { body: {} })));
    } catch (error) {
      if (!isAbort(error)) setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }
  const close = () => setAsking(undefined);
  const refresh = () => queryClient.invalidateQueries({ queryKey: accountQueries.all });
  const finished = async (recoveryCodes: readonly string[] | null) => {
    setTotp(undefined);
    setAddingPhone(false);
    await refresh();
    if (recoveryCodes === null) toast.success('Segundo fator incluído');
    else setCodes(recoveryCodes);
  };

  return (
    <Section
      title="Verificação em duas etapas"
      text={
        enrolled
          ? 'Depois da senha, pedimos também um destes.'
          : 'Além da senha, um código que só você tem: quem descobrir sua senha não consegue entrar.'
      }
      action={
        <>
          <Button icon={<Smartphone />} busy={busy} onClick={() => void begin()}>
            Aplicativo autenticador
          </Button>
          {options?.phone === true && (
            <Button icon={<MessageSquareText />} onClick={() => setAddingPhone(true)}>
              Celular
            </Button>
          )}
        </>
      }
    >
      <ProblemCallout error={problem} className="mb-4" />
      {enrolled ? (
        <ul>
          {account.factors.map((factor) => (
            <SectionRow
              key={factor.factorId}
              icon={factor.kind === 'totp' ? <Smartphone /> : <MessageSquareText />}
              title={factor.label}
              detail={`${factor.kind === 'totp' ? 'Código do aplicativo' : 'Código por SMS'} · desde ${formatDate(factor.enrolledAt)}`}
              action={
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Retirar ${factor.label}`}
                  icon={<Trash2 />}
                  onClick={() => setAsking({ kind: 'withdraw', factor })}
                />
              }
            />
          ))}
          <SectionRow
            icon={<KeyRound />}
            title="Códigos de recuperação"
            detail={
              account.recoveryCodesLeft === 0
                ? 'Não resta nenhum: gere outros para não ficar sem acesso.'
                : `Restam ${plural(account.recoveryCodesLeft, 'código')}, um para cada vez que o segundo fator faltar.`
            }
            action={
              <Button size="sm" onClick={() => setAsking({ kind: 'renew' })}>
                Gerar outros
              </Button>
            }
          />
        </ul>
      ) : (
        <Badge tone="warning">Desligada</Badge>
      )}
      {totp !== undefined && (
        <TotpDialog started={totp} onClose={() => setTotp(undefined)} onFinished={finished} />
      )}
      {addingPhone && (
        <PhoneFactorDialog
          initial={account.phoneNumber ?? ''}
          onClose={() => setAddingPhone(false)}
          onFinished={finished}
        />
      )}
      {codes !== undefined && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
      {asking?.kind === 'withdraw' && (
        <ConfirmCommand
          title="Retirar este segundo fator?"
          description={
            account.factors.length === 1
              ? 'É o único: sem ele, só a senha protege sua conta, e os códigos de recuperação deixam de valer.'
              : 'Os outros continuam valendo.'
          }
          confirmLabel="Retirar"
          danger
          send={(idempotencyKey) =>
            recently(async () => {
              const { factorId } = asking.factor;
              await api.call('withdrawFactor', { params: { factorId }, idempotencyKey });
            })
          }
          onDone={async () => {
            await refresh();
            toast.success('Segundo fator retirado');
            close();
          }}
          onClose={close}
        />
      )}
      {asking?.kind === 'renew' && (
        <ConfirmCommand
          title="Gerar outros códigos?"
          description="Os que você guardou antes deixam de valer."
          confirmLabel="Gerar códigos"
          send={(idempotencyKey) =>
            recently(async () => {
              const { recoveryCodes } = await api.call('renewRecoveryCodes', { idempotencyKey });
              setCodes(recoveryCodes);
            })
          }
          onDone={async () => {
            await refresh();
            close();
          }}
          onClose={close}
        />
      )}
    </Section>
  );
}
