import { isValidCnpj } from '@lacre/contracts/brazil';
import { COMPANY_FIELDS, type SectionOf } from '@lacre/contracts/registers';
import { Fragment, type ReactNode } from 'react';
import { get, useForm, useWatch, type UseFormReturn } from 'react-hook-form';

import { AddressFields } from '@/components/form/address-fields.tsx';
import { CheckboxField } from '@/components/form/fields.tsx';
import { FormSection, LongForm } from '@/components/form/form-page.tsx';
import { RegisterFields } from '@/components/form/register-fields.tsx';
import { useOthersChanges } from '@/components/form/use-others-changes.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ValidMark } from '@/components/form/valid-mark.tsx';
import { CompanyPicker } from '@/entities/company/company-picker.tsx';
import { KnownCompanyLink } from '@/entities/company/known-company-link.tsx';
import { companyQueries, type Company } from '@/entities/company/queries.ts';
import { PersonListField, PersonNames } from '@/entities/person/person-list-field.tsx';

import { companyFormValues, type CompanyFormValues } from './company-form-values.ts';
import { RegisterLookUp } from './register-look-up.tsx';

type Form = UseFormReturn<CompanyFormValues>;

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

  // Every part that a field may stand in, and what has no field in the table.
  const parts: Record<SectionOf<typeof COMPANY_FIELDS> | 'signatories' | 'standing', ReactNode> = {
    identity: <Identification form={form} fixedCnpj={company !== undefined} />,
    kind: <Kind form={form} companyId={company?.companyId} readOnly={readOnly} />,
    signatories: <Signatories form={form} readOnly={readOnly} />,
    registrations: (
      <FormSection title="Inscrições" text="Dados fiscais da empresa; nenhum é obrigatório.">
        <RegisterFields form={form} table={COMPANY_FIELDS} section="registrations" />
      </FormSection>
    ),
    contact: (
      <FormSection title="Contato" text="Para falar com a empresa sobre os processos.">
        <RegisterFields form={form} table={COMPANY_FIELDS} section="contact" />
      </FormSection>
    ),
    address: <AddressFields form={form} />,
    standing: company === undefined && (
      <FormSection title="Situação" text="Empresas inativas não aparecem ao criar processos.">
        <div className="sm:col-span-6">
          <CheckboxField form={form} name="active" label="Empresa ativa" />
        </div>
      </FormSection>
    ),
  };

  return (
    <LongForm
      form={form}
      submission={submission}
      readOnly={readOnly}
      saveLabel={company === undefined ? 'Cadastrar empresa' : 'Salvar alterações'}
      onCancel={onCancel}
    >
      {Object.entries(parts).map(([part, fields]) => (
        <Fragment key={part}>{fields}</Fragment>
      ))}
    </LongForm>
  );
}

function Identification({ form, fixedCnpj }: { form: Form; fixedCnpj: boolean }) {
  const valid = isValidCnpj(useWatch({ control: form.control, name: 'cnpj' }));
  return (
    <FormSection title="Identificação" text="O CNPJ pode ter letras, e não muda depois do cadastro.">
      <RegisterFields
        form={form}
        table={COMPANY_FIELDS}
        section="identity"
        extras={{
          cnpj: {
            disabled: fixedCnpj,
            end: valid && !fixedCnpj ? <ValidMark label="CNPJ válido" /> : undefined,
            whenRefused: <KnownCompanyLink form={form} />,
          },
          externalId: { after: fixedCnpj ? undefined : <RegisterLookUp form={form} /> },
        }}
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
      <RegisterFields form={form} table={COMPANY_FIELDS} section="kind" />
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
