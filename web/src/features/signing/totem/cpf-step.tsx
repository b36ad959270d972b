import { useEffect, useRef, useState } from 'react';

import { cpfRules } from '@/components/form/rules.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { MaskedInput } from '@/components/ui/fields/masked-input.tsx';
import { say, sayWord } from '@/i18n/say.ts';

import { NumberPad } from './number-pad.tsx';
import { StepFrame } from './step-frame.tsx';
import { useAttempt } from './use-attempt.ts';

const LENGTH = 11;

/** Who stands there, by what they say; nothing is proven yet. */
export function CpfStep({
  initial,
  online,
  onSubmit,
}: {
  initial: string;
  online: boolean;
  onSubmit: (cpf: string) => Promise<void>;
}) {
  const [cpf, setCpf] = useState(initial);
  const [refusal, setRefusal] = useState<string>();
  const { busy, problem, run } = useAttempt(online);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function type(digits: string): void {
    setCpf(digits);
    setRefusal(undefined);
  }

  function submit(): void {
    const checked = cpf === '' ? cpfRules.required : cpfRules.validate(cpf);
    setRefusal(checked === true ? undefined : checked);
    if (checked === true) run(() => onSubmit(cpf));
    else field.current?.focus();
  }

  return (
    <StepFrame
      title={say('Qual é o seu CPF?')}
      text={say('Com ele encontramos os seus documentos. Em seguida, um código confirma que é você.')}
      keys={<NumberPad value={cpf} length={LENGTH} disabled={busy} onValueChange={type} />}
    >
      <form
        noValidate
        className="flex flex-col gap-5 short:gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) submit();
        }}
      >
        <ProblemCallout error={problem} />
        <Field label={say('Seu CPF')} error={refusal === undefined ? undefined : sayWord(refusal)}>
          <MaskedInput
            mask="cpf"
            inputMode="none"
            placeholder="000.000.000-00"
            className="h-16! text-center text-2xl! font-semibold tracking-wide tabular sm:text-3xl! short:h-12!"
            value={cpf}
            onValueChange={type}
            inputRef={(element) => {
              field.current = element;
            }}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={busy}
          className="h-14 text-lg short:h-12"
        >
          {busy ? say('Enviando código…') : say('Continuar')}
        </Button>
      </form>
    </StepFrame>
  );
}
