import { CircleAlert } from 'lucide-react';
import { createContext, useContext, useId, useMemo, type ReactNode } from 'react';

import { say } from '@/i18n/say.ts';
import { cn } from '@/lib/style/cn.ts';

interface FieldIds {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** The attributes that tie a control to its label, help and error. */
export function useFieldControl(): {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
} {
  const field = useContext(FieldContext);
  if (field === null) return {};
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
}

export interface FieldProps {
  label: ReactNode;
  /** What to type, said before it goes wrong. */
  help?: ReactNode;
  /** What went wrong; announced as it appears. */
  error?: string | undefined;
  required?: boolean;
  /** Most fields are required, so it is the others that say so. */
  optional?: boolean;
  /** Beside the label, at the far end: "esqueci a senha", a counter. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** Label, control, help and error, wired together for assistive technology. */
export function Field({
  label,
  help,
  error,
  required = false,
  optional,
  aside,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const described = [error ? errorId : undefined, help ? helpId : undefined].filter(Boolean).join(' ');
  const ids = useMemo(
    () => ({ id, describedBy: described === '' ? undefined : described, invalid: Boolean(error), required }),
    [id, described, error, required],
  );
  return (
    <FieldContext value={ids}>
      <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
        <div className="flex items-baseline justify-between gap-3">
          <label id={`${id}-label`} htmlFor={id} className="text-sm font-medium text-ink">
            {label}
            {optional && <span className="font-normal text-subtle"> {say('(opcional)')}</span>}
          </label>
          {aside !== undefined && <div className="text-[0.8125rem]">{aside}</div>}
        </div>
        {children}
        <p
          id={errorId}
          aria-live="polite"
          className={cn('gap-1.5 text-[0.8125rem] text-danger', error ? 'flex' : 'hidden')}
        >
          <CircleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
          <span>{error}</span>
        </p>
        {help !== undefined && (
          <p id={helpId} className="text-[0.8125rem] text-subtle">
            {help}
          </p>
        )}
      </div>
    </FieldContext>
  );
}
