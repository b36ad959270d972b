import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { CodeInput } from '@/components/ui/fields/code-input.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import type { SentCode } from '@/features/signing/identify/code-step-memory.ts';
import { useCountdown } from '@/features/signing/identify/use-countdown.ts';
import { codeDigits, codeLabel } from '@/i18n/code-words.ts';
import { sayAround } from '@/i18n/say-around.ts';
import { say } from '@/i18n/say.ts';
import { masks } from '@/lib/input/masks.ts';

import { NumberPad } from './number-pad.tsx';
import { StepFrame } from './step-frame.tsx';
import { useAttempt } from './use-attempt.ts';

const LENGTH = 6;

/** Who stands there, by the code that only they were sent. */
export function CodeStep({
  sent,
  online,
  onBack,
  onResend,
  onCode,
}: {
  sent: SentCode;
  online: boolean;
  onBack: () => void;
  onResend: () => Promise<void>;
  onCode: (code: string) => Promise<void>;
}) {
  const [code, setCode] = useState('');
  const coming = useAttempt(online);
  const asking = useAttempt(online);
  const wait = useCountdown(sent.resendAt);
  const wrong = coming.problem?.code === 'AUTH_DEVICE_VALIDATION_ERROR' && code === '';

  function give(digits: string): void {
    coming.run(async () => {
      try {
        await onCode(digits);
      } catch (error) {
        setCode('');
        throw error;
      }
    });
  }
  function type(digits: string): void {
    setCode(digits);
    if (digits.length === LENGTH && digits !== code) give(digits);
  }

  return (
    <StepFrame
      title={say('Digite o código')}
      text={sayAround(
        'Se houver documentos para o CPF {0}, enviamos {1} ao seu email. Abra-o no seu celular.',
        <strong className="font-medium whitespace-nowrap text-ink">{masks.cpf.format(sent.cpf)}</strong>,
        codeDigits(),
      )}
      keys={<NumberPad value={code} length={LENGTH} disabled={coming.busy} onValueChange={type} />}
    >
      <form
        noValidate
        className="flex flex-col gap-5 short:gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.length === LENGTH && !coming.busy) give(code);
        }}
      >
        {!wrong && <ProblemCallout error={coming.problem ?? asking.problem} />}
        <Field label={codeLabel()} error={wrong ? coming.problem?.title : undefined}>
          <CodeInput
            focusOnMount
            inputMode="none"
            className="max-w-none!"
            value={code}
            disabled={coming.busy}
            onValueChange={setCode}
            onComplete={give}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          className="h-14 text-lg short:h-12"
          busy={coming.busy}
          disabled={code.length < LENGTH}
        >
          {coming.busy ? say('Conferindo…') : say('Continuar')}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button size="lg" variant="ghost" flush="start" onClick={onBack}>
            {say('Corrigir CPF')}
          </Button>
          <Button
            size="lg"
            variant="ghost"
            flush="end"
            busy={asking.busy}
            disabled={wait > 0}
            onClick={() => asking.run(onResend)}
          >
            {wait > 0 ? say('Enviar outro em {0} s', wait) : say('Enviar outro código')}
          </Button>
        </div>
      </form>
    </StepFrame>
  );
}
