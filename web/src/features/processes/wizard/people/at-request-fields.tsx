import { IMPEDIMENTS, IMPEDIMENT_WORDS } from '@lacre/contracts/at-request';
import { formatCpf } from '@lacre/contracts/brazil';
import { X } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { PersonPicker } from '@/entities/person/person-picker.tsx';
import type { DraftRequest } from '@/features/processes/wizard/draft/at-request.ts';
import { capitalised } from '@/lib/format/relative.ts';

/** In whose name a participant signs, and why that person does not. */
export function AtRequestFields({
  of,
  request: { person, impediment },
  reasonAgainst,
  onChange,
}: {
  /** Name of who signs. */
  of: string;
  request: DraftRequest;
  reasonAgainst: (personId: string) => string | undefined;
  onChange: (next: DraftRequest) => void;
}) {
  return (
    <fieldset
      aria-label={`A rogo de quem ${of} assina`}
      className="mt-2 flex flex-col gap-3 rounded-xl border border-line bg-sunken p-3"
    >
      <p className="text-[0.8125rem] text-muted">
        Quem não pode assinar não recebe convite nem código: {of} assina em seu nome. O documento é lido em
        voz alta à pessoa, diante de duas testemunhas, que também participam do processo (Código Civil, art.
        595). Nome, CPF e motivo ficam na página de assinaturas.
      </p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-1.5 text-sm">
          <p className="font-medium text-ink">Quem não pode assinar</p>
          {person === null ? (
            <PersonPicker
              label="Quem não pode assinar"
              reasonAgainst={reasonAgainst}
              onChoose={({ personId, name, cpf }) =>
                onChange({ person: { personId, name, cpf }, impediment })
              }
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
                onClick={() => onChange({ person: null, impediment })}
              />
            </div>
          )}
        </div>
        <Field label="Por que não assina">
          <Select
            value={impediment ?? ''}
            placeholder="Escolha o motivo"
            options={IMPEDIMENTS.map((one) => ({ value: one, label: capitalised(IMPEDIMENT_WORDS[one]) }))}
            onChange={({ target }) =>
              onChange({ person, impediment: IMPEDIMENTS.find((one) => one === target.value) ?? null })
            }
          />
        </Field>
      </div>
    </fieldset>
  );
}
