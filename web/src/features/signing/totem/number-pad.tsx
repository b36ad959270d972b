import { Delete } from 'lucide-react';

import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

const LOOK =
  'flex h-14 items-center justify-center rounded-2xl border border-line-strong bg-surface text-2xl font-semibold tabular shadow-card select-none hover:bg-hover active:bg-primary-soft sm:h-18 sm:text-3xl disabled:opacity-55 short:h-12';

/** Keys of a till's size, for a CPF or a code. The field beside it takes a keyboard as well. */
export function NumberPad({
  value,
  length,
  disabled = false,
  onValueChange,
}: {
  value: string;
  length: number;
  disabled?: boolean;
  onValueChange: (digits: string) => void;
}) {
  const key = (digit: string) => (
    <button
      key={digit}
      type="button"
      className={LOOK}
      disabled={disabled}
      onClick={() => onValueChange(`${value}${digit}`.slice(0, length))}
    >
      {digit}
    </button>
  );
  return (
    <fieldset
      aria-label={say('Teclado numérico')}
      className="m-0 grid w-full min-w-0 grid-cols-3 gap-2 border-0 p-0 sm:gap-3"
    >
      {/* Screen readers announce the count, not the numbers: others may stand by. */}
      <output className="sr-only">
        {value === '' ? '' : say('{0} de {1}', value.length, counted(length, 'número'))}
      </output>
      {KEYS.map(key)}
      <button
        type="button"
        className={`${LOOK} text-base! font-medium! text-muted sm:text-lg!`}
        disabled={disabled}
        onClick={() => onValueChange('')}
      >
        {say('Limpar')}
      </button>
      {key('0')}
      <button
        type="button"
        className={LOOK}
        disabled={disabled}
        aria-label={say('Apagar o último número')}
        onClick={() => onValueChange(value.slice(0, -1))}
      >
        <Delete aria-hidden="true" className="size-7" />
      </button>
    </fieldset>
  );
}
