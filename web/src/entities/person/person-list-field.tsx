import { formatCpf } from '@lacre/contracts/brazil';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Avatar } from '@/components/ui/display/avatar.tsx';

import type { CreatedPerson } from './person-dialog.tsx';
import { PersonPicker } from './person-picker.tsx';

/** Several persons, each once, in an order that may matter. */
export function PersonListField({
  label,
  pickerLabel,
  people,
  onChange,
  ordered = false,
  error,
  renderBeneath,
}: {
  /** What the list is called. */
  label: string;
  pickerLabel: string;
  people: readonly CreatedPerson[];
  onChange: (people: CreatedPerson[]) => void;
  ordered?: boolean;
  error?: string | undefined;
  /** What else is said of each. */
  renderBeneath?: ((person: CreatedPerson) => ReactNode) | undefined;
}) {
  const list = useRef<HTMLUListElement>(null);

  /** The button pressed goes with its row: the focus moves to the next one's, or to the search. */
  function remove(index: number): void {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]');
    const next =
      buttons?.[index + 1] ??
      buttons?.[index - 1] ??
      list.current?.parentElement?.querySelector<HTMLElement>('[role=combobox]');
    onChange(people.filter((_, at) => at !== index));
    next?.focus();
  }

  function move(index: number, step: 1 | -1): void {
    const moved = [...people];
    const [person] = moved.splice(index, 1);
    if (person !== undefined) moved.splice(index + step, 0, person);
    onChange(moved);
  }

  return (
    <div className="flex flex-col gap-3">
      {people.length > 0 && (
        <ul ref={list} aria-label={label} className="divide-y divide-line rounded-xl border border-line">
          {people.map((person, index) => (
            <li key={person.personId} className="flex flex-wrap items-center gap-x-3 p-3">
              <span className="max-sm:hidden">
                <Avatar name={person.name} size="sm" />
              </span>
              <div className="min-w-0 flex-1 text-sm">
                <p className="font-medium wrap-anywhere">{person.name}</p>
                <p className="text-[0.8125rem] wrap-anywhere text-muted">
                  <span className="tabular">{formatCpf(person.cpf)}</span> {person.email}
                </p>
              </div>
              {ordered && index > 0 && (
                <Button
                  variant="ghost"
                  size="iconSm"
                  aria-label={`Subir ${person.name}`}
                  icon={<ArrowUp />}
                  onClick={() => move(index, -1)}
                />
              )}
              {ordered && index < people.length - 1 && (
                <Button
                  variant="ghost"
                  size="iconSm"
                  aria-label={`Descer ${person.name}`}
                  icon={<ArrowDown />}
                  onClick={() => move(index, 1)}
                />
              )}
              <Button
                variant="ghost"
                size="iconSm"
                aria-label={`Remover ${person.name}`}
                data-remove=""
                icon={<X />}
                onClick={() => remove(index)}
              />
              {renderBeneath !== undefined && (
                <div className="basis-full sm:pl-13">{renderBeneath(person)}</div>
              )}
            </li>
          ))}
        </ul>
      )}
      <PersonPicker
        label={pickerLabel}
        error={error}
        reasonAgainst={(personId) =>
          people.some((person) => person.personId === personId) ? 'Já está na lista' : undefined
        }
        onChoose={(person) => onChange([...people, person])}
      />
    </div>
  );
}

/** The names of several persons, where nothing can be changed. */
export function PersonNames({
  people,
  renderBehind,
}: {
  people: readonly CreatedPerson[];
  /** What else is said of each. */
  renderBehind?: (person: CreatedPerson) => ReactNode;
}) {
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {people.length === 0 && <li className="text-muted">Nenhum.</li>}
      {people.map((person) => (
        <li key={person.personId}>
          {person.name}
          {renderBehind?.(person)}
        </li>
      ))}
    </ul>
  );
}
