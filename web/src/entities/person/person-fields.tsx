import { isValidCpf } from '@lacre/contracts/brazil';
import { PERSON_FIELDS } from '@lacre/contracts/registers';
import { Link } from '@tanstack/react-router';
import { useWatch, type UseFormReturn } from 'react-hook-form';

import { RegisterFields } from '@/components/form/register-fields.tsx';
import { ValidMark } from '@/components/form/valid-mark.tsx';

import type { PersonFormValues } from './person-form-values.ts';

/** Who they are and where invitations go: what a person cannot be without, and their cell phone. In six columns. */
export function EssentialFields({
  form,
  fixedCpf = false,
}: {
  form: UseFormReturn<PersonFormValues>;
  fixedCpf?: boolean;
}) {
  const cpf = useWatch({ control: form.control, name: 'cpf' });
  const ofCpf = {
    disabled: fixedCpf,
    end: isValidCpf(cpf) && !fixedCpf ? <ValidMark label="CPF válido" /> : undefined,
    whenRefused: (
      <Link
        to="/persons"
        search={{ search: cpf }}
        target="_blank"
        className="text-primary-ink underline underline-offset-4"
      >
        Ver quem já está cadastrado
      </Link>
    ),
  };
  return <RegisterFields form={form} table={PERSON_FIELDS} section="identity" extras={{ cpf: ofCpf }} />;
}
