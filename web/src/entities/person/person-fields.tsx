import { isValidCpf } from '@lacre/contracts/brazil';
import { PERSON_FIELDS } from '@lacre/contracts/registers';
import { Link } from '@tanstack/react-router';
import { useWatch, type UseFormReturn } from 'react-hook-form';

import { RegisterFields, type FieldExtras } from '@/components/form/register-fields.tsx';
import { ValidMark } from '@/components/form/valid-mark.tsx';

import type { PersonFormValues } from './person-form-values.ts';

interface FieldsProps {
  form: UseFormReturn<PersonFormValues>;
  fixedCpf?: boolean;
}

/** What is said of the CPF while it is typed, and once it is refused. */
function useCpfExtras({ form, fixedCpf = false }: FieldsProps): FieldExtras {
  const cpf = useWatch({ control: form.control, name: 'cpf' });
  return {
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
}

/** Who they are and where invitations go: what a person cannot be without, and their cell phone. In six columns. */
export function EssentialFields(props: FieldsProps) {
  const cpf = useCpfExtras(props);
  return <RegisterFields form={props.form} table={PERSON_FIELDS} section="identity" extras={{ cpf }} />;
}

const { name, cpf, email, cellphoneNumber } = PERSON_FIELDS;
const INVITED_FIELDS = { name, cpf, email, cellphoneNumber };

/** What it takes to ask a person to sign, and no more. In six columns. */
export function InvitedFields({ form }: Pick<FieldsProps, 'form'>) {
  const ofCpf = useCpfExtras({ form });
  return <RegisterFields form={form} table={INVITED_FIELDS} section="identity" extras={{ cpf: ofCpf }} />;
}
