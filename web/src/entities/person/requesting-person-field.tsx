import { formatCpf } from '@lacre/contracts/brazil';
import { X } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';

import { PersonPicker } from './person-picker.tsx';

export interface NamedPerson {
  personId: string;
  name: string;
  cpf: string;
}

/** The person in whose name another signs, since they cannot; null while none is chosen. */
export function RequestingPersonField({
  person,
  reasonAgainst,
  onChange,
}: {
  person: NamedPerson | null;
  reasonAgainst: (personId: string) => string | undefined;
  onChange: (person: NamedPerson | null) => void;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <p className="font-medium text-ink">Quem não pode assinar</p>
      {person === null ? (
        <PersonPicker
          label="Quem não pode assinar"
          reasonAgainst={reasonAgainst}
          onChoose={({ personId, name, cpf }) => onChange({ personId, name, cpf })}
        />
      ) : (
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <p className="wrap-anywhere">{person.name}</p>
            <p className="text-[0.8125rem] text-muted tabular">{formatCpf(person.cpf)}</p>
          </div>
          <Button
            variant="ghost"
            size="iconSm"
            aria-label={`Trocar ${person.name}`}
            icon={<X />}
            onClick={() => onChange(null)}
          />
        </div>
      )}
    </div>
  );
}
