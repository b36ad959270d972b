import { formatCpf, isValidCpf } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';

import { comboboxOf, useTypedSearch } from '@/components/list/typed-search.ts';
import { Combobox } from '@/components/ui/fields/combobox.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { masks } from '@/lib/input/masks.ts';

import type { CreatedPerson } from './person-dialog.tsx';
import { personQueries } from './queries.ts';
import { PERSONS_SEARCHED_BY } from './searched-by.ts';

const PersonDialog = lazyDialog(
  () => import('./person-dialog.tsx'),
  (code) => code.PersonDialog,
);

/** How many persons the search offers at a time. */
const OFFERED = 8;

/** Finds a person by what the register is searched by, or registers them on the spot. */
export function PersonPicker({
  label,
  reasonAgainst,
  error,
  onChoose,
  onRegister,
}: {
  label: string;
  /** Why this person cannot be chosen. */
  reasonAgainst?: (personId: string) => string | undefined;
  error?: string | undefined;
  onChoose: (person: CreatedPerson) => void;
  /** Takes the form of a new person over from the dialog, beginning with what was looked for. */
  onRegister?: (sought: { name?: string; cpf?: string }) => void;
}) {
  const [creating, setCreating] = useState(false);
  const typed = useTypedSearch();
  const query = useQuery(personQueries.list(typed.filter, OFFERED));
  const typedCpf = masks.cpf.clean(typed.text);
  const sought = isValidCpf(typedCpf)
    ? { cpf: typedCpf }
    : { name: /\d/.test(typed.text) ? '' : typed.text.trim() };

  function choose({ personId, name, cpf, email }: CreatedPerson): void {
    onChoose({ personId, name, cpf, email });
    typed.setText('');
  }

  return (
    <>
      <Combobox
        label={label}
        placeholder={PERSONS_SEARCHED_BY}
        {...comboboxOf(typed, 'Ninguém encontrado.', query)}
        error={error}
        options={(query.data?.items ?? []).map((person) => ({
          id: person.personId,
          label: person.name,
          detail: `${formatCpf(person.cpf)} · ${person.email}`,
          disabledReason: reasonAgainst?.(person.personId),
        }))}
        onChoose={(id) => {
          const person = query.data?.items.find((item) => item.personId === id);
          if (person !== undefined) choose(person);
        }}
        createLabel={typed.text.trim() === '' ? 'Cadastrar nova pessoa' : `Cadastrar “${typed.text.trim()}”`}
        onCreate={() => (onRegister === undefined ? setCreating(true) : onRegister(sought))}
      />
      {/* Its form must not stand inside another. */}
      {creating &&
        createPortal(
          <PersonDialog
            initial={sought}
            onClose={() => setCreating(false)}
            onCreated={(person) => {
              setCreating(false);
              choose(person);
            }}
          />,
          document.body,
        )}
    </>
  );
}
