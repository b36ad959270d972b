import { VALIDATION_CODE_LENGTH } from '@lacre/contracts/limits';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Input } from '@/components/ui/fields/input.tsx';
import { say } from '@/i18n/say.ts';
import { Problem } from '@/lib/api/problem.ts';

const isUnknown = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'DOCUMENT_VALIDATION_DATA_NOT_FOUND';

/** As printed: capitals in groups of four. */
function asPrinted(typed: string): string {
  const bare = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, VALIDATION_CODE_LENGTH);
  return bare.replaceAll(/(.{4})(?=.)/g, '$1-');
}

export const isWholeCode = (code: string): boolean =>
  code.replaceAll('-', '').length === VALIDATION_CODE_LENGTH;

/** Asks for a document by the code that is printed on it. */
export function CodeForm({
  initial = '',
  busy,
  error,
  onAsk,
}: {
  initial?: string | undefined;
  busy: boolean;
  /** Why the last code asked for led to nothing. */
  error: unknown;
  onAsk: (code: string) => void;
}) {
  const [code, setCode] = useState(asPrinted(initial));
  const [incomplete, setIncomplete] = useState(false);

  function submit(event: React.SubmitEvent): void {
    event.preventDefault();
    setIncomplete(!isWholeCode(code));
    if (isWholeCode(code)) onAsk(code);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 card p-5 sm:p-6">
      <h2 className="font-semibold">{say('Só tem o documento impresso?')}</h2>
      {isUnknown(error) ? (
        <Callout tone="danger" title={say('Nenhum documento tem este código')}>
          {say('Confira se digitou como está impresso.')}
        </Callout>
      ) : (
        <ProblemCallout error={error} />
      )}
      <Field
        label={say('Código de validação')}
        help={say('Está na página de assinaturas, ao lado do QR code.')}
        error={incomplete ? say('O código tem {0} letras e números', VALIDATION_CODE_LENGTH) : undefined}
      >
        <Input
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono tracking-wider"
          placeholder="0000-0000-0000-0000"
          onChange={(event) => {
            setIncomplete(false);
            setCode(asPrinted(event.target.value));
          }}
        />
      </Field>
      <Button type="submit" busy={busy} className="self-start">
        {say('Conferir código')}
      </Button>
    </form>
  );
}
