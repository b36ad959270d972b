import { KeyRound, MessageSquareText, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { CodeForm } from '@/components/form/code-form.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import type { SecondFactorChallenge } from '@/lib/api/problem.ts';
import { anonymousApi } from '@/lib/session/session.ts';

import type { SignIn } from './use-sign-in.ts';

const RECOVERY = 'recovery';

/** The second factor of a sign-in whose first was right: one of those enrolled, or a recovery code. */
export default function SecondFactorStep({
  challenge,
  come,
  onBack,
}: {
  challenge: SecondFactorChallenge;
  come: SignIn['come'];
  onBack: () => void;
}) {
  const [first] = challenge.factors;
  const [chosen, setChosen] = useState(first?.factorId ?? RECOVERY);
  const factor = challenge.factors.find(({ factorId }) => factorId === chosen);
  const others = challenge.factors.filter(({ factorId }) => factorId !== chosen);
  return (
    <div className="flex flex-col gap-6">
      {factor === undefined ? (
        <RecoveryForm challenge={challenge} come={come} />
      ) : (
        <FactorForm key={factor.factorId} factor={factor} challenge={challenge} come={come} />
      )}
      <div className="flex flex-col gap-2 border-t border-line pt-5">
        {others.map((other) => (
          <Button
            key={other.factorId}
            block
            icon={other.kind === 'totp' ? <Smartphone /> : <MessageSquareText />}
            onClick={() => setChosen(other.factorId)}
          >
            {other.kind === 'totp' ? 'Usar o aplicativo autenticador' : `Receber SMS em ${other.label}`}
          </Button>
        ))}
        {chosen !== RECOVERY && (
          <Button block icon={<KeyRound />} onClick={() => setChosen(RECOVERY)}>
            Usar um código de recuperação
          </Button>
        )}
        <Button variant="ghost" block onClick={onBack}>
          Voltar
        </Button>
      </div>
    </div>
  );
}

function FactorForm({
  factor,
  challenge: { challenge },
  come,
}: {
  factor: SecondFactorChallenge['factors'][number];
  challenge: SecondFactorChallenge;
  come: SignIn['come'];
}) {
  const { factorId } = factor;
  const [sentTo, setSentTo] = useState<string>();
  const onCode = (code: string) =>
    come(() => anonymousApi.call('finishSecondFactor', { body: { challenge, factorId, code } }));
  if (factor.kind === 'totp') {
    return (
      <>
        <p className="text-muted">Digite o código que aparece em {factor.label}.</p>
        <CodeForm submitLabel="Entrar" onCode={onCode} />
      </>
    );
  }
  const send = async () => {
    const sent = await anonymousApi.call('sendSecondFactorCode', { body: { challenge, factorId } });
    setSentTo(sent.sentTo ?? factor.label);
  };
  if (sentTo === undefined) return <SendCode to={factor.label} send={send} />;
  return (
    <>
      <p className="text-muted">Enviamos um SMS com o código para {sentTo}.</p>
      <CodeForm submitLabel="Entrar" onCode={onCode} onResend={send} />
    </>
  );
}

function SendCode({ to, send }: { to: string; send: () => Promise<void> }) {
  const form = useForm();
  const { submit, problem, busy } = useSubmit(form, { send });
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <ProblemCallout error={problem} />
      <p className="text-muted">Vamos enviar um código por SMS para {to}.</p>
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        {busy ? 'Enviando…' : 'Enviar código'}
      </Button>
    </form>
  );
}

function RecoveryForm({
  challenge: { challenge },
  come,
}: {
  challenge: SecondFactorChallenge;
  come: SignIn['come'];
}) {
  const form = useForm({ defaultValues: { recoveryCode: '' } });
  const { submit, problem, busy } = useSubmit(form, {
    send: ({ recoveryCode }) =>
      come(() =>
        anonymousApi.call('finishSecondFactor', { body: { challenge, recoveryCode: recoveryCode.trim() } }),
      ),
    fieldOf: { SECOND_FACTOR_INVALID: 'recoveryCode' },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <ProblemCallout error={problem} />
      <TextField
        form={form}
        name="recoveryCode"
        label="Código de recuperação"
        help="Um dos que você guardou ao ligar a verificação em duas etapas. Cada um vale uma vez."
        rules={{ required: 'Informe o código' }}
        inputProps={{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 40 }}
      />
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        {busy ? 'Conferindo…' : 'Entrar'}
      </Button>
    </form>
  );
}
