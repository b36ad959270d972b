import { useState } from 'react';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { Button } from '@/components/ui/button.tsx';
import { CodeInput } from '@/components/ui/code-input.tsx';
import { Field } from '@/components/ui/field.tsx';
import { personApi } from '@/lib/api/person-session.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { useTabStore } from '@/lib/tab-store.ts';

import { actCodeStore } from './code-step-memory.ts';
import type { ProofStepProps } from './proofs.ts';
import { useCountdown } from './use-countdown.ts';

/** Another code may be asked for after this long, seconds. */
const RESEND_AFTER_S = 30;

/** The code that some processes ask for at every act: sent on demand, then typed. */
export function ActCodeStep({ refused, onProven }: ProofStepProps) {
  const sent = useTabStore(actCodeStore);
  const [code, setCode] = useState('');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [wrong, setWrong] = useState(refused);
  const left = useCountdown(sent?.expiresAt ?? 0);

  async function send(): Promise<void> {
    setSending(true);
    setProblem(undefined);
    setWrong(undefined);
    try {
      const { sentTo, expiresInSeconds } = await personApi.call('requestActCode', {
        body: { channel: 'email' },
      });
      const now = Date.now();
      actCodeStore.set({
        sentTo,
        resendAt: now + RESEND_AFTER_S * 1000,
        expiresAt: now + expiresInSeconds * 1000,
      });
      setCode('');
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setSending(false);
    }
  }

  function give(digits: string): void {
    // It works once, whatever comes of it.
    actCodeStore.set(undefined);
    onProven({ body: { code: digits } });
  }

  if (sent === undefined || left === 0) {
    return (
      <div className="flex flex-col gap-4">
        <ProblemCallout error={problem} />
        {wrong !== undefined && (
          <p role="alert" className="text-sm text-danger">
            {wrong} Peça outro código.
          </p>
        )}
        <Button variant="primary" size="lg" block busy={sending} onClick={() => void send()}>
          {sending ? 'Enviando código…' : 'Enviar o código'}
        </Button>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === 6) give(code);
      }}
    >
      <ProblemCallout error={problem} />
      <output className="block text-sm text-muted">
        {sent.sentTo === null ? (
          'Enviamos 6 números ao seu e-mail.'
        ) : (
          <>
            Enviamos 6 números para <strong className="font-medium break-all text-ink">{sent.sentTo}</strong>.
          </>
        )}
      </output>
      <Field label="Código de 6 números" error={wrong}>
        <CodeInput focusOnMount value={code} onValueChange={setCode} onComplete={give} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block disabled={code.length < 6}>
        Continuar
      </Button>
      <Resend resendAt={sent.resendAt} sending={sending} onSend={() => void send()} />
    </form>
  );
}

function Resend({ resendAt, sending, onSend }: { resendAt: number; sending: boolean; onSend: () => void }) {
  const wait = useCountdown(resendAt);
  return (
    <Button
      variant="ghost"
      size="sm"
      className="self-center"
      busy={sending}
      disabled={wait > 0}
      onClick={onSend}
    >
      {wait > 0 ? `Enviar outro código em ${wait} s` : 'Enviar outro código'}
    </Button>
  );
}
