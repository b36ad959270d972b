import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, Mail, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { CodeForm } from '@/components/form/code-form.tsx';
import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Section, SectionRow } from '@/components/page/section.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { signInOptionsQuery } from '@/entities/session/queries.ts';
import { useRecently } from '@/entities/session/recently.tsx';
import { accountQueries, type Account } from '@/entities/user/account-query.ts';
import { EmailChangeDialog, EmailDetail } from '@/features/profile/email-change.tsx';
import { useAttempt } from '@/lib/hooks/use-attempt.ts';
import { masks } from '@/lib/input/masks.ts';
import { api, session } from '@/lib/session/session.ts';

/** How often a page left open asks whether a link was opened elsewhere, milliseconds. */
const ASK_AGAIN_MS = 5000;

/** A link to an address may be opened on another device: the page that asked for it shows what came of it. */
function useConfirmationsElsewhere({ email, emailVerified, pendingEmail }: Account): void {
  const isAwaited = pendingEmail !== null || !emailVerified;
  useQuery({
    ...accountQueries.account,
    refetchInterval: isAwaited && ASK_AGAIN_MS,
    refetchOnWindowFocus: isAwaited ? 'always' : true,
  });
  const before = useRef({ email, emailVerified });
  useEffect(() => {
    const known = before.current;
    before.current = { email, emailVerified };
    if (known.email === email && known.emailVerified === emailVerified) return;
    session.learn({ email, emailVerified });
    if (known.email !== email)
      toast.success('Email trocado', { description: `Agora você entra com ${email}.` });
    else if (emailVerified) toast.success('Email confirmado');
  }, [email, emailVerified]);
}

/** What of one's e-mail, phone and Google account can be signed in with. */
export function WaysInSection({ account }: { account: Account }) {
  useConfirmationsElsewhere(account);
  const { data: options } = useQuery(signInOptionsQuery);
  const { busy, problem, attempt } = useAttempt<'email' | 'phone'>();
  const [sentTo, setSentTo] = useState<string>();
  const [changing, setChanging] = useState(false);
  const verifyEmail = async () => {
    const sent = await api.call('requestEmailVerification');
    toast.success('Link enviado', { description: `Abra o email enviado a ${sent.sentTo ?? account.email}.` });
  };
  const verifyPhone = async () => {
    const sent = await api.call('requestPhoneVerification');
    setSentTo(sent.sentTo ?? 'seu celular');
  };

  return (
    <Section title="Contatos para entrar" text="Confirmados, servem para entrar e para recuperar o acesso.">
      <ProblemCallout error={problem} className="mb-4" />
      <ul>
        <SectionRow
          icon={<Mail />}
          title={
            <>
              <Email>{account.email}</Email> <Confirmed is={account.emailVerified} />
            </>
          }
          detail={<EmailDetail account={account} />}
          action={
            account.emailVerified ? (
              <Button size="sm" onClick={() => setChanging(true)}>
                Trocar
              </Button>
            ) : (
              <Button size="sm" busy={busy === 'email'} onClick={() => void attempt('email', verifyEmail)}>
                Confirmar
              </Button>
            )
          }
        />
        {options?.phone === true && (
          <SectionRow
            icon={<Smartphone />}
            title={
              account.phoneNumber === null ? (
                'Nenhum celular'
              ) : (
                <>
                  <span className="tabular">{masks.phone.format(account.phoneNumber)}</span>{' '}
                  <Confirmed is={account.phoneVerified} />
                </>
              )
            }
            detail={
              account.phoneNumber === null
                ? 'Inclua um celular em Seus dados para entrar por SMS.'
                : 'Recebe códigos de entrada por SMS.'
            }
            action={
              account.phoneNumber !== null &&
              !account.phoneVerified && (
                <Button size="sm" busy={busy === 'phone'} onClick={() => void attempt('phone', verifyPhone)}>
                  Confirmar
                </Button>
              )
            }
          />
        )}
        {(options?.google === true || account.googleLinked) && <GoogleRow linked={account.googleLinked} />}
      </ul>
      {changing && <EmailChangeDialog onClose={() => setChanging(false)} />}
      {sentTo !== undefined && (
        <VerifyPhone sentTo={sentTo} onResend={verifyPhone} onClose={() => setSentTo(undefined)} />
      )}
    </Section>
  );
}

function Confirmed({ is }: { is: boolean }) {
  return <Badge tone={is ? 'success' : 'warning'}>{is ? 'Confirmado' : 'Não confirmado'}</Badge>;
}

function VerifyPhone({
  sentTo,
  onResend,
  onClose,
}: {
  sentTo: string;
  onResend: () => Promise<void>;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const recently = useRecently();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Confirmar celular"
      description={`Enviamos um SMS com o código para ${sentTo}.`}
      className="sm:max-w-md!"
    >
      <CodeForm
        submitLabel="Confirmar celular"
        onResend={onResend}
        onCode={async (code) => {
          await recently(async () => {
            await api.call('verifyPhone', { body: { code } });
          });
          await queryClient.invalidateQueries({ queryKey: accountQueries.all });
          toast.success('Celular confirmado');
          onClose();
        }}
      />
    </Dialog>
  );
}

function GoogleRow({ linked }: { linked: boolean }) {
  const queryClient = useQueryClient();
  const recently = useRecently();
  const [asking, setAsking] = useState(false);
  return (
    <SectionRow
      icon={<Link2 />}
      title={
        <>
          Google <Badge tone={linked ? 'success' : 'neutral'}>{linked ? 'Vinculada' : 'Não vinculada'}</Badge>
        </>
      }
      detail={
        linked
          ? 'Você pode entrar com sua conta do Google.'
          : 'Com o email confirmado, basta usar “Entrar com o Google” na próxima vez.'
      }
      action={
        linked && (
          <>
            <Button size="sm" onClick={() => setAsking(true)}>
              Desvincular
            </Button>
            {asking && (
              <ConfirmCommand
                title="Desvincular a conta do Google?"
                description="Você continua entrando com email e senha, e pode vincular de novo quando quiser."
                confirmLabel="Desvincular"
                send={(idempotencyKey) =>
                  recently(async () => {
                    await api.call('unlinkGoogle', { idempotencyKey });
                  })
                }
                onDone={async () => {
                  await queryClient.invalidateQueries({ queryKey: accountQueries.all });
                  toast.success('Conta do Google desvinculada');
                  setAsking(false);
                }}
                onClose={() => setAsking(false)}
              />
            )}
          </>
        )
      }
    />
  );
}
