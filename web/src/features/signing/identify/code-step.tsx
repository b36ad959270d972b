import { ONE_TIME_CODE_LENGTH } from '@lacre/contracts/limits';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { CodeInput } from '@/components/ui/fields/code-input.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { codeDigits, codeLabel } from '@/i18n/code-words.ts';
import { say } from '@/i18n/say.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';

import type { SentCode } from './code-step-memory.ts';
import { notArrivedWords, SentTo } from './sent-to.tsx';
import { useCountdown } from './use-countdown.ts';

/** The code that was sent, beside the CPF that it was asked for with. */
export function CodeStep({
  heading: Heading,
  sent,
  onBack,
  onResend,
  onCode,
}: {
  heading: 'h1' | 'h2';
  sent: SentCode;
  onBack: () => void;
  onResend: () => Promise<void>;
  onCode: (code: string) => Promise<void>;
}) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'code' | 'resend'>();
  const [problem, setProblem] = useState<Problem>();
  const wait = useCountdown(sent.resendAt);
  const wrong = problem?.code === 'AUTH_DEVICE_VALIDATION_ERROR';

  async function attempt(kind: 'code' | 'resend', act: () => Promise<void>): Promise<void> {
    setBusy(kind);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(asProblem(error));
      setCode('');
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <>
      <Heading className="text-lg font-semibold">{say('Digite o código')}</Heading>
      <p className="mt-1.5 text-sm text-muted">
        {sent.sentTo === null ? (
          `${say('Se houver documentos para este CPF, enviamos {0} ao email em que você os recebeu.', codeDigits())} `
        ) : (
          <>
            <SentTo {...sent} />{' '}
          </>
        )}
        {say('O código vale por {0} minutos.', Math.max(1, Math.round(sent.expiresInSeconds / 60)))}
      </p>
      <form
        noValidate
        className="mt-5 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === ONE_TIME_CODE_LENGTH && busy === undefined)
            void attempt('code', () => onCode(code));
        }}
      >
        {!wrong && <ProblemCallout error={problem} />}
        <Field label={codeLabel()} error={wrong ? problem.title : undefined}>
          <CodeInput
            focusOnMount
            value={code}
            disabled={busy === 'code'}
            onValueChange={setCode}
            onComplete={(digits) => void attempt('code', () => onCode(digits))}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={busy === 'code'}
          disabled={code.length < ONE_TIME_CODE_LENGTH}
        >
          {busy === 'code' ? say('Conferindo…') : say('Continuar')}
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
        <Button variant="ghost" size="sm" flush="start" icon={<ArrowLeft />} onClick={onBack}>
          {say('Corrigir CPF')}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          flush="end"
          busy={busy === 'resend'}
          disabled={wait > 0}
          onClick={() => void attempt('resend', onResend)}
        >
          {wait > 0 ? say('Enviar outro código em {0} s', wait) : say('Enviar outro código')}
        </Button>
      </div>
      <p className="mt-3 text-[0.8125rem] text-subtle">{notArrivedWords(sent.channel)}</p>
    </>
  );
}
