import type { CreatedPerson } from '@/entities/person/person-dialog.tsx';
import { RequestingPersonField, type NamedPerson } from '@/entities/person/requesting-person-field.tsx';
import { AtRequestBox } from '@/entities/process/at-request-controls.tsx';

/** In whose name members sign, by the member's id; null while that person is not chosen. */
export type Requesting = Readonly<Record<string, NamedPerson | null>>;

/** Whether a member signs at the request of a person who cannot, and of whom. */
export function MemberRequest({
  member: { personId, name },
  members,
  requesting,
  onChange,
}: {
  member: CreatedPerson;
  members: readonly CreatedPerson[];
  requesting: Requesting;
  onChange: (requesting: Requesting) => void;
}) {
  const { [personId]: person, ...others } = requesting;
  return (
    <>
      <AtRequestBox
        name={name}
        checked={person !== undefined}
        onChange={(checked) => onChange(checked ? { ...others, [personId]: null } : others)}
      />
      {person !== undefined && (
        <fieldset
          aria-label={`A rogo de quem ${name} assina`}
          className="mt-2 flex flex-col gap-3 rounded-xl border border-line bg-sunken p-3"
        >
          <p className="text-[0.8125rem] text-muted">
            {name} assina em nome dessa pessoa, diante de duas testemunhas que também participam do processo.
            Por que ela não assina é dito a cada processo: o grupo não guarda esse dado.
          </p>
          <RequestingPersonField
            person={person}
            reasonAgainst={(id) => {
              if (members.some((one) => one.personId === id)) return 'Já está no grupo';
              return Object.values(others).some((one) => one?.personId === id)
                ? 'Outra pessoa do grupo já assina a seu rogo'
                : undefined;
            }}
            onChange={(next) => onChange({ ...others, [personId]: next })}
          />
        </fieldset>
      )}
    </>
  );
}
