import { Eye, EyeOff, Search, X } from 'lucide-react';
import { useImperativeHandle, useRef, useState, type ComponentProps, type ReactNode } from 'react';

import { cn } from '@/lib/style/cn.ts';

import { useFieldControl } from './field.tsx';

/** 16 px on phones, or iOS zooms into the field. */
export const inputClasses = 'control h-11 w-full min-w-0 px-3.5 text-base md:h-10 md:text-sm';

/** A text field; inside a `Field` it takes its label, help and error from there. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} className={cn(inputClasses, className)} {...rest} />;
}

/** A text field with something at its start or end. */
function InputGroup({
  start,
  end,
  className,
  ...rest
}: ComponentProps<'input'> & { start?: ReactNode; end?: ReactNode }) {
  return (
    <div className="relative">
      {start !== undefined && (
        <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-subtle [&_svg]:size-4">
          {start}
        </span>
      )}
      <Input
        className={cn(start !== undefined && 'pl-10', end !== undefined && 'pr-11', className)}
        {...rest}
      />
      {end !== undefined && <span className="absolute inset-y-0 right-1 flex items-center">{end}</span>}
    </div>
  );
}

/** A password, with a button that shows it. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  return (
    <InputGroup
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <button
          type="button"
          aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
          aria-pressed={shown}
          className="flex size-9 items-center justify-center rounded-lg text-subtle hover:bg-hover hover:text-ink"
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        </button>
      }
    />
  );
}

/** A search field: has a name of its own, and a button that empties it. */
export function SearchInput({
  label,
  value,
  onValueChange,
  className,
  ref,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}) {
  const own = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => own.current!);
  return (
    <div className={cn('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-subtle"
      />
      <input
        ref={own}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className={cn(inputClasses, 'pr-10 pl-10')}
        {...rest}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Limpar busca"
          className="absolute top-1/2 right-1.5 flex size-8 -translate-y-1/2 items-center justify-center rounded-lg text-subtle hover:bg-hover hover:text-ink"
          onClick={() => {
            onValueChange('');
            own.current?.focus();
          }}
        >
          <X className="size-4" />
        </button>
      )}
    </div>
  );
}
