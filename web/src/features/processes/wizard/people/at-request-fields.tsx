import { IMPEDIMENTS, IMPEDIMENT_WORDS } from '@lacre/contracts/at-request';

import { Field } from '@/components/ui/fields/field.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { RequestingPersonField } from '@/entities/person/requesting-person-field.tsx';
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
        <RequestingPersonField
          person={person}
          reasonAgainst={reasonAgainst}
          onChange={(next) => onChange({ person: next, impediment })}
        />
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
