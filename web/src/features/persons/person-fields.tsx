import { isValidCpf } from '@lacre/contracts/brazil';
import { Link } from '@tanstack/react-router';
import { useWatch, type UseFormReturn } from 'react-hook-form';

import { DateField } from '@/components/form/date-field.tsx';
import {
  MaskedField,
  OptionalPhoneField,
  OptionalTextField,
  SelectField,
  TextField,
} from '@/components/form/fields.tsx';
import {
  birthdayRules,
  FIRST_BIRTHDAY,
  cpfRules,
  emailListRules,
  emailRules,
  optionalPisRules,
  required,
} from '@/components/form/rules.ts';
import { ValidMark } from '@/components/form/valid-mark.tsx';
import { today } from '@/lib/day.ts';

import { GENDERS, MARITAL_STATUSES, type PersonFormValues } from './person-form-values.ts';

type Form = UseFormReturn<PersonFormValues>;

/** Who they are and where invitations go: what a person cannot be without, and their cell phone. In six columns. */
export function EssentialFields({ form, fixedCpf = false }: { form: Form; fixedCpf?: boolean }) {
  const cpf = useWatch({ control: form.control, name: 'cpf' });
  return (
    <>
      <MaskedField
        form={form}
        name="cpf"
        mask="cpf"
        label="CPF"
        className="sm:col-span-3"
        rules={cpfRules}
        inputProps={{ placeholder: '000.000.000-00', disabled: fixedCpf }}
        end={isValidCpf(cpf) && !fixedCpf ? <ValidMark label="CPF válido" /> : undefined}
        whenRefused={
          <Link
            to="/persons"
            search={{ search: cpf }}
            target="_blank"
            className="text-primary-ink underline underline-offset-4"
          >
            Ver quem já está cadastrado
          </Link>
        }
      />
      <DateField
        form={form}
        name="birthday"
        min={FIRST_BIRTHDAY}
        max={today()}
        label="Nascimento"
        optional
        className="sm:col-span-3"
        rules={birthdayRules}
      />
      <TextField
        form={form}
        name="name"
        label="Nome completo"
        className="sm:col-span-6"
        rules={required('o nome')}
        inputProps={{ maxLength: 200, autoComplete: 'off' }}
      />
      <TextField
        form={form}
        name="email"
        type="email"
        label="Email"
        className="sm:col-span-6"
        rules={emailRules}
        inputProps={{ autoComplete: 'off' }}
      />
      <OptionalPhoneField form={form} name="cellphoneNumber" label="Celular" />
    </>
  );
}

/** Other ways to reach them. */
export function ContactFields({ form }: { form: Form }) {
  return (
    <>
      <OptionalPhoneField form={form} name="phoneNumber" label="Telefone" />
      <TextField
        form={form}
        name="emails"
        label="Outros emails"
        optional
        className="sm:col-span-6"
        help="Separados por vírgula. Convites e códigos vão para o email principal."
        rules={emailListRules}
        inputProps={{ autoComplete: 'off', maxLength: 2600, inputMode: 'email', spellCheck: false }}
      />
    </>
  );
}

/** What contracts say of a person: civil state, papers, parents. */
export function CivilFields({ form }: { form: Form }) {
  const text = (
    name: 'nationality' | 'rg' | 'pis' | 'ctps' | 'fatherName' | 'motherName',
    label: string,
    className: string,
    maxLength: number,
  ) => (
    <OptionalTextField
      form={form}
      name={name}
      label={label}
      className={className}
      maxLength={maxLength}
      {...(name === 'pis' ? { rules: optionalPisRules } : {})}
    />
  );
  return (
    <>
      <SelectField
        form={form}
        name="gender"
        label="Gênero"
        optional
        className="sm:col-span-3"
        options={GENDERS}
        placeholder="Não informado"
      />
      <SelectField
        form={form}
        name="maritalStatus"
        label="Estado civil"
        optional
        className="sm:col-span-3"
        options={MARITAL_STATUSES}
        placeholder="Não informado"
      />
      {text('nationality', 'Nacionalidade', 'sm:col-span-3', 60)}
      {text('rg', 'RG', 'sm:col-span-3', 30)}
      {text('pis', 'PIS', 'sm:col-span-3', 30)}
      {text('ctps', 'CTPS', 'sm:col-span-3', 30)}
      {text('motherName', 'Nome da mãe', 'sm:col-span-6', 200)}
      {text('fatherName', 'Nome do pai', 'sm:col-span-6', 200)}
    </>
  );
}
