import { ONE_TIME_CODE_LENGTH } from '@lacre/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { CodeInput } from '@/components/ui/fields/code-input.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { signInOptionsQuery } from '@/entities/session/queries.ts';
import { actCodeStore, type SentCode } from '@/features/signing/identify/code-step-memory.ts';
import { notArrivedWords, SentTo } from '@/features/signing/identify/sent-to.tsx';
import { useCountdown } from '@/features/signing/identify/use-countdown.ts';
import { codeLabel } from '@/i18n/code-words.ts';
import { say } from '@/i18n/say.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { useTabStore } from '@/lib/browser/tab-store.ts';
import { inLanguage } from '@/lib/language/in-language.ts';
import { personApi } from '@/lib/session/person-session.ts';

import type { ProofStepProps } from './proofs.ts';

/** Another code may be asked for after this long, seconds. */
const RESEND_AFTER_S = 30;

/** A signature's id begins with its process's. */
function processOf([first]: ProofStepProps['documents']): { processId?: string } {
  const [processId] = first?.signatureId.split(':') ?? [];
  return processId === undefined ? {} : { processId };
}

/** The code that some processes ask for at every act: sent on demand, then typed. */
export function ActCodeStep({ documents, refused, onProven }: ProofStepProps) {
  const sent = useTabStore(actCodeStore);
  const [code, setCode] = useState('');
  const [sending, setSending] = useState<SentCode['channel']>();
  const [problem, setProblem] = useState<Problem>();
  const [wrong, setWrong] = useState(refused);
  const left = useCountdown(sent?.expiresAt ?? 0);

  const { data: options } = useQuery(signInOptionsQuery);

  async function send(channel: SentCode['channel']): Promise<void> {
    setSending(channel);
    setProblem(undefined);
    setWrong(undefined);
    try {
      // Who has no phone gets it by e-mail all the same: the answer says which.
      const { expiresInSeconds, ...went } = await personApi.call('requestActCode', {
        body: { channel, ...processOf(documents) },
        headers: inLanguage(),
      });
      const now = Date.now();
      actCodeStore.set({
        ...went,
        resendAt: now + RESEND_AFTER_S * 1000,
        expiresAt: now + expiresInSeconds * 1000,
      });
      setCode('');
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setSending(undefined);
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
            {say('{0} Peça outro código.', wrong)}
          </p>
        )}
        <Button
          variant="primary"
          size="lg"
          block
          busy={sending === 'email'}
          disabled={sending === 'sms'}
          onClick={() => void send('email')}
        >
          {sending === 'email' ? say('Enviando código…') : say('Enviar o código')}
        </Button>
        {options?.phone === true && (
          <Button
            block
            busy={sending === 'sms'}
            disabled={sending === 'email'}
            onClick={() => void send('sms')}
          >
            {sending === 'sms' ? say('Enviando SMS…') : say('Receber por SMS')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === ONE_TIME_CODE_LENGTH) give(code);
      }}
    >
      <ProblemCallout error={problem} />
      <output className="block text-sm text-muted">
        <SentTo {...sent} />
      </output>
      <Field label={codeLabel()} error={wrong}>
        <CodeInput focusOnMount value={code} onValueChange={setCode} onComplete={give} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block disabled={code.length < ONE_TIME_CODE_LENGTH}>
        {say('Continuar')}
      </Button>
      <Resend
        resendAt={sent.resendAt}
        sending={sending !== undefined}
        onSend={() => void send(sent.channel)}
      />
      <p className="text-center text-[0.8125rem] text-subtle">{notArrivedWords(sent.channel)}</p>
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
      {wait > 0 ? say('Enviar outro código em {0} s', wait) : say('Enviar outro código')}
    </Button>
  );
}
