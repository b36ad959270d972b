import { useEffect, useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { CodeInput } from '@/components/ui/fields/code-input.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { codeLabel } from '@/i18n/code-words.ts';
import { asProblem, type Problem, type ProblemCode } from '@/lib/api/problem.ts';

/** Refusals that say that this code will not do; another may. */
const WRONG_CODE: ReadonlySet<ProblemCode> = new Set([
  'CODE_INVALID',
  'SECOND_FACTOR_INVALID',
  'AUTH_DEVICE_VALIDATION_ERROR',
]);
/** Another code may be asked for after this long, seconds. */
const RESEND_AFTER_S = 30;
const CODE_LENGTH = 6;

/** Six figures that were sent or that an application shows. They are sent on as the last one is typed. */
export function CodeForm({
  label = codeLabel(),
  submitLabel = 'Continuar',
  focusOnMount = true,
  onCode,
  onResend,
}: {
  label?: string;
  submitLabel?: string;
  focusOnMount?: boolean;
  /** A rejection is shown: beside the field when the code is wrong. */
  onCode: (code: string) => Promise<void>;
  /** Sends another code, where codes are sent. */
  onResend?: () => Promise<void>;
}) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const wrong = problem !== undefined && WRONG_CODE.has(problem.code);

  async function attempt(act: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      const failed = asProblem(error);
      setProblem(failed);
      if (WRONG_CODE.has(failed.code)) setCode('');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === CODE_LENGTH) void attempt(() => onCode(code));
      }}
    >
      {!wrong && <ProblemCallout error={problem} />}
      <Field label={label} error={wrong ? problem.title : undefined}>
        <CodeInput
          focusOnMount={focusOnMount}
          value={code}
          onValueChange={setCode}
          onComplete={(digits) => void attempt(() => onCode(digits))}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={busy}
        disabled={code.length < CODE_LENGTH}
      >
        {busy ? 'Conferindo…' : submitLabel}
      </Button>
      {onResend !== undefined && <Resend onResend={() => attempt(onResend)} />}
    </form>
  );
}

function Resend({ onResend }: { onResend: () => Promise<void> }) {
  const [left, setLeft] = useState(RESEND_AFTER_S);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <p className="text-center text-sm text-muted">
      {left > 0 ? (
        `Não chegou? Peça outro em ${left} s.`
      ) : (
        <button
          type="button"
          className="font-medium text-primary-ink underline underline-offset-4"
          onClick={() => {
            setLeft(RESEND_AFTER_S);
            void onResend();
          }}
        >
          Enviar outro código
        </button>
      )}
    </p>
  );
}
