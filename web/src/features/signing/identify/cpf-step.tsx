import { useEffect, useRef, useState } from 'react';

import { cpfRules } from '@/components/form/rules.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { MaskedInput } from '@/components/ui/fields/masked-input.tsx';
import { say, sayWord } from '@/i18n/say.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { cn } from '@/lib/style/cn.ts';

import { isLikelyKnown } from './known-device.ts';

const HEADING = 'text-lg font-semibold';
const CPF_LENGTH = 11;
const isWholeCpf = (digits: string) => digits.length === CPF_LENGTH && cpfRules.validate(digits) === true;

/** The CPF of the person; on a device that is likely to be known, its last digit goes on by itself. */
export function CpfStep({
  heading: Heading,
  initial,
  interrupted,
  onSubmit,
}: {
  heading: 'h1' | 'h2';
  initial: string;
  /** They had begun, and their session is over. */
  interrupted: boolean;
  onSubmit: (cpf: string) => Promise<void>;
}) {
  const [cpf, setCpf] = useState(initial);
  const [refusal, setRefusal] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const [isKnown] = useState(isLikelyKnown);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isKnown) field.current?.focus();
  }, [isKnown]);

  async function submit(digits = cpf): Promise<void> {
    const checked = digits === '' ? cpfRules.required : cpfRules.validate(digits);
    setProblem(undefined);
    setRefusal(checked === true ? undefined : sayWord(checked));
    if (checked !== true) {
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await onSubmit(digits);
    } catch (error) {
      const failed = asProblem(error);
      if (failed.code === 'AUTH_PERSON_NOT_FOUND') setRefusal(failed.title);
      else setProblem(failed);
      setBusy(false);
    }
  }

  function type(digits: string): void {
    setCpf(digits);
    // A code is sent by a press alone; here none is expected to be needed.
    if (isKnown && !busy && digits.length > cpf.length && isWholeCpf(digits)) void submit(digits);
  }

  return (
    <>
      <Heading className={HEADING}>{say('Confirme quem você é')}</Heading>
      {interrupted && (
        <Callout tone="info" title={say('Sua sessão terminou')} className="mt-5">
          {say('O que você já leu, respondeu e escreveu continua aqui. É só confirmar de novo quem você é.')}
        </Callout>
      )}
      <p className={cn('text-sm text-muted', interrupted ? 'mt-5' : 'mt-1.5')}>
        {isKnown
          ? say('Neste dispositivo basta o seu CPF: ao completar os números, seus documentos se abrem.')
          : say(
              'Para ler e assinar, informe seu CPF: enviaremos um código ao email em que você recebeu o convite.',
            )}
      </p>
      <form
        noValidate
        className="mt-5 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <ProblemCallout error={problem} />
        <Field label={say('Seu CPF')} error={refusal} required>
          <MaskedInput
            mask="cpf"
            placeholder="000.000.000-00"
            value={cpf}
            onValueChange={type}
            inputRef={(element) => {
              field.current = element;
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={busy}>
          {busy
            ? isKnown
              ? say('Abrindo…')
              : say('Enviando código…')
            : isKnown
              ? say('Continuar')
              : say('Receber código')}
        </Button>
      </form>
      <p className="mt-4 text-[0.8125rem] text-subtle">
        {say('O código é só seu: não o encaminhe a ninguém. Sem ele, este link não assina nada.')}
      </p>
    </>
  );
}
