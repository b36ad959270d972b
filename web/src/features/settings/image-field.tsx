import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { asProblem } from '@/lib/api/problem.ts';

import { readImageFile } from './image-file.ts';

/** An image of the tenant: as it is, changed, or taken away when the form is saved. */
export function ImageField({
  label,
  help,
  value,
  onChange,
  children,
}: {
  label: string;
  help: string;
  /** What is shown now; null for none. */
  value: string | null;
  onChange: (dataUrl: string | null) => void;
  /** The image as it will look. */
  children: ReactNode;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();

  async function choose(file: File | undefined): Promise<void> {
    setFault(undefined);
    if (file === undefined) return;
    try {
      onChange(await readImageFile(file));
    } catch (error) {
      setFault(asProblem(error).title);
    }
  }

  return (
    <section aria-labelledby={`${id}-label`} className="flex min-w-0 flex-col gap-2">
      <p id={`${id}-label`} className="text-sm font-medium">
        {label} <span className="font-normal text-subtle">(opcional)</span>
      </p>
      <div className="flex min-h-28 items-center justify-center overflow-hidden rounded-xl border border-line bg-sunken p-3">
        {value === null ? <span className="text-sm text-subtle">Nenhuma imagem</span> : children}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        aria-hidden="true"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<ImageUp />}
          aria-label={`${value === null ? 'Enviar imagem' : 'Trocar'}: ${label.toLocaleLowerCase('pt-BR')}`}
          onClick={() => input.current?.click()}
        >
          {value === null ? 'Enviar imagem' : 'Trocar'}
        </Button>
        {value !== null && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 />}
            aria-label={`Remover ${label.toLocaleLowerCase('pt-BR')}`}
            onClick={() => {
              setFault(undefined);
              onChange(null);
            }}
          >
            Remover
          </Button>
        )}
      </div>
      <p role="alert" className="text-[0.8125rem] text-danger empty:hidden">
        {fault}
      </p>
      <p className="text-[0.8125rem] text-subtle">{help}</p>
    </section>
  );
}
