import { isValidCnpj } from '@lacre/contracts/brazil';
import { get, useForm, useWatch, type UseFormReturn } from 'react-hook-form';

import { AddressFields } from '@/components/form/address-fields.tsx';
import {
  CheckboxField,
  MaskedField,
  OptionalPhoneField,
  OptionalTextField,
  SelectField,
  TextField,
} from '@/components/form/fields.tsx';
import { FormSection, LongForm } from '@/components/form/form-page.tsx';
import { cnpjRules, optionalEmailRules, required } from '@/components/form/rules.ts';
import { useOthersChanges } from '@/components/form/use-others-changes.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ValidMark } from '@/components/form/valid-mark.tsx';
import { PersonListField, PersonNames } from '@/features/persons/person-list-field.tsx';

import { companyFormValues, type CompanyFormValues } from './company-form-values.ts';
import { CompanyPicker } from './company-picker.tsx';
import { KnownCompanyLink } from './known-company-link.tsx';
import { companyQueries, type Company } from './queries.ts';
import { RegisterLookUp } from './register-look-up.tsx';

type Form = UseFormReturn<CompanyFormValues>;

const TYPES = [
  { value: 'parent', label: 'Matriz' },
  { value: 'branch', label: 'Filial' },
];

/** What the request calls otherwise than the form. */
const renamed = (field: string): string | undefined => {
  if (field === 'parentCompanyId') return 'parentCompany';
  return field.startsWith('defaultSignatoryIds') ? 'defaultSignatories' : undefined;
};

/** The form of a company: new, or existing (then its CNPJ stays). */
export function CompanyForm({
  company,
  readOnly = false,
  onSave,
  onCancel,
}: {
  company?: Company;
  /** It is looked at only: nothing can be typed, and nothing is there to be pressed. */
  readOnly?: boolean;
  /** Resolves once stored; what it does next is its own affair. */
  onSave: (values: CompanyFormValues, idempotencyKey: string) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm<CompanyFormValues>({ defaultValues: companyFormValues(company), mode: 'onTouched' });
  const check = useOthersChanges(
    form,
    company,
    companyFormValues,
    companyQueries.detail(company?.companyId ?? ''),
  );
  const submission = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      await check();
      await onSave(values, idempotencyKey);
      form.reset(values);
    },
    fieldOf: { CNPJ_ALREADY_EXISTS: 'cnpj', COMPANY_PARENT_CYCLE: 'parentCompany' },
    rename: renamed,
  });

  return (
    <LongForm
      form={form}
      submission={submission}
      readOnly={readOnly}
      saveLabel={company === undefined ? 'Cadastrar empresa' : 'Salvar alterações'}
      onCancel={onCancel}
    >
      <Identification form={form} fixedCnpj={company !== undefined} />
      <Kind form={form} companyId={company?.companyId} readOnly={readOnly} />
      <Signatories form={form} readOnly={readOnly} />
      <Registrations form={form} />
      <Contact form={form} />
      <AddressFields form={form} />
      {company === undefined && (
        <FormSection title="Situação" text="Empresas inativas não aparecem ao criar processos.">
          <div className="sm:col-span-6">
            <CheckboxField form={form} name="active" label="Empresa ativa" />
          </div>
        </FormSection>
      )}
    </LongForm>
  );
}

function Identification({ form, fixedCnpj }: { form: Form; fixedCnpj: boolean }) {
  const valid = isValidCnpj(useWatch({ control: form.control, name: 'cnpj' }));
  return (
    <FormSection title="Identificação" text="O CNPJ pode ter letras, e não muda depois do cadastro.">
      <MaskedField
        form={form}
        name="cnpj"
        mask="cnpj"
        label="CNPJ"
        className="sm:col-span-3"
        rules={cnpjRules}
        inputProps={{ disabled: fixedCnpj, placeholder: '00.000.000/0000-00' }}
        end={valid && !fixedCnpj ? <ValidMark label="CNPJ válido" /> : undefined}
        whenRefused={<KnownCompanyLink form={form} />}
      />
      <OptionalTextField
        form={form}
        name="externalId"
        label="Código externo"
        className="sm:col-span-3"
        maxLength={100}
      />
      {!fixedCnpj && <RegisterLookUp form={form} />}
      <TextField
        form={form}
        name="companyName"
        label="Razão social"
        className="sm:col-span-6"
        rules={required('a razão social')}
        inputProps={{ maxLength: 200, autoComplete: 'off' }}
      />
      <OptionalTextField
        form={form}
        name="tradingName"
        label="Nome fantasia"
        className="sm:col-span-6"
        maxLength={200}
      />
    </FormSection>
  );
}

/** Head office or branch, and whose. */
function Kind({
  form,
  companyId,
  readOnly,
}: {
  form: Form;
  companyId: string | undefined;
  readOnly: boolean;
}) {
  const [type, parentCompany] = useWatch({ control: form.control, name: ['type', 'parentCompany'] });
  const error = get(form.formState.errors, 'parentCompany') as { message?: string } | undefined;
  return (
    <FormSection
      title="Matriz ou filial"
      text="Uma filial pode indicar a matriz, quando ela também está cadastrada."
    >
      <SelectField
        form={form}
        name="type"
        label="Tipo"
        optional
        className="sm:col-span-3"
        options={TYPES}
        placeholder="Não informado"
      />
      {type === 'branch' && (
        <div className="flex flex-col gap-1.5 sm:col-span-6">
          <p className="text-sm font-medium">
            Matriz <span className="font-normal text-subtle">(opcional)</span>
          </p>
          {readOnly && parentCompany === null ? (
            <p className="text-sm text-muted">Não informada.</p>
          ) : (
            <CompanyPicker
              label="Buscar matriz"
              chosen={parentCompany}
              changeLabel="Trocar matriz"
              error={error?.message}
              reasonAgainst={(id) => (id === companyId ? 'É esta mesma empresa' : undefined)}
              onChoose={(chosen) => {
                form.clearErrors('parentCompany');
                form.setValue('parentCompany', chosen, { shouldDirty: true });
              }}
            />
          )}
        </div>
      )}
    </FormSection>
  );
}

function Signatories({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const people = useWatch({ control: form.control, name: 'defaultSignatories' });
  const error = get(form.formState.errors, 'defaultSignatories') as { message?: string } | undefined;
  return (
    <FormSection
      title="Representantes"
      text="Quem costuma assinar pela empresa. Já entram nos processos dela, e podem ser trocados em cada um."
    >
      <div className="sm:col-span-6">
        {readOnly ? (
          <PersonNames people={people} />
        ) : (
          <PersonListField
            label="Representantes padrão"
            pickerLabel="Incluir representante"
            ordered
            people={people}
            error={error?.message}
            onChange={(next) => {
              form.clearErrors('defaultSignatories');
              form.setValue('defaultSignatories', next, { shouldDirty: true });
            }}
          />
        )}
      </div>
    </FormSection>
  );
}

function Registrations({ form }: { form: Form }) {
  const fields = [
    ['cnae', 'CNAE', 20],
    ['ie', 'Inscrição estadual', 30],
    ['im', 'Inscrição municipal', 30],
    ['iest', 'Inscrição estadual ST', 30],
  ] as const;
  return (
    <FormSection title="Inscrições" text="Dados fiscais da empresa; nenhum é obrigatório.">
      {fields.map(([name, label, maxLength]) => (
        <OptionalTextField
          key={name}
          form={form}
          name={name}
          label={label}
          className="sm:col-span-3"
          maxLength={maxLength}
        />
      ))}
    </FormSection>
  );
}

function Contact({ form }: { form: Form }) {
  return (
    <FormSection title="Contato" text="Para falar com a empresa sobre os processos.">
      <TextField
        form={form}
        name="email"
        type="email"
        label="Email"
        optional
        className="sm:col-span-6"
        rules={optionalEmailRules}
        inputProps={{ autoComplete: 'off' }}
      />
      <OptionalPhoneField form={form} name="phoneNumber" label="Telefone" />
      <OptionalPhoneField form={form} name="cellphoneNumber" label="Celular" />
    </FormSection>
  );
}
