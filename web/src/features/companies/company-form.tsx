import { isValidCnpj } from '@lacre/contracts/brazil';
import type { ReactNode } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';

import { LeaveGuard } from '@/components/app/leave-guard.tsx';
import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { CheckboxField, MaskedField, SelectField, TextField } from '@/components/form/fields.tsx';
import {
  cnpjRules,
  optionalEmailRules,
  optionalPhoneRules,
  optionalZipRules,
  required,
} from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ValidMark } from '@/components/form/valid-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import { BRAZILIAN_STATES } from '@/lib/states.ts';

import { companyFormValues, type CompanyFormValues } from './company-form-values.ts';
import { KnownCompanyLink } from './known-company-link.tsx';
import type { Company } from './queries.ts';

type Form = UseFormReturn<CompanyFormValues>;

/** The form of a company: new, or existing (then its CNPJ stays). */
export function CompanyForm({
  company,
  onSave,
  onCancel,
}: {
  company?: Company;
  /** Resolves once stored; what it does next is its own affair. */
  onSave: (values: CompanyFormValues, idempotencyKey: string) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm<CompanyFormValues>({ defaultValues: companyFormValues(company), mode: 'onTouched' });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      await onSave(values, idempotencyKey);
      form.reset(values);
    },
    fieldOf: { CNPJ_ALREADY_EXISTS: 'cnpj' },
  });

  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard when={form.formState.isDirty && !form.formState.isSubmitting} />
      <div className="divide-y divide-line card">
        <Identification form={form} fixedCnpj={company !== undefined} />
        <Registrations form={form} />
        <Contact form={form} />
        <Address form={form} />
        <Section title="Situação" text="Empresas inativas não aparecem ao criar processos.">
          <div className="sm:col-span-6">
            <CheckboxField form={form} name="active" label="Empresa ativa" />
          </div>
        </Section>
      </div>
      <ProblemCallout error={problem} className="mt-4" />
      <div className="sticky bottom-16 isolate z-10 mt-6 flex justify-end gap-2 py-4 before:absolute before:-inset-x-[100vw] before:inset-y-0 before:-z-10 before:border-t before:border-line before:bg-page/90 before:backdrop-blur-md md:bottom-0 short:relative short:bottom-0">
        <Button onClick={onCancel}>Cancelar</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {company === undefined ? 'Cadastrar empresa' : 'Salvar alterações'}
        </Button>
      </div>
    </form>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-6 p-5 sm:p-6 lg:grid-cols-[240px_1fr] lg:gap-10">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-sm text-muted">{text}</p>
      </div>
      <div className="grid gap-5 sm:grid-cols-6">{children}</div>
    </section>
  );
}

function Identification({ form, fixedCnpj }: { form: Form; fixedCnpj: boolean }) {
  const valid = isValidCnpj(useWatch({ control: form.control, name: 'cnpj' }));
  return (
    <Section title="Identificação" text="O CNPJ pode ter letras, e não muda depois do cadastro.">
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
      <TextField
        form={form}
        name="externalId"
        label="Código externo"
        optional
        className="sm:col-span-3"
        inputProps={{ maxLength: 100 }}
      />
      <TextField
        form={form}
        name="companyName"
        label="Razão social"
        className="sm:col-span-6"
        rules={required('a razão social')}
        inputProps={{ maxLength: 200, autoComplete: 'off' }}
      />
      <TextField
        form={form}
        name="tradingName"
        label="Nome fantasia"
        optional
        className="sm:col-span-6"
        inputProps={{ maxLength: 200, autoComplete: 'off' }}
      />
    </Section>
  );
}

function Registrations({ form }: { form: Form }) {
  return (
    <Section title="Inscrições" text="Dados fiscais da empresa; nenhum é obrigatório.">
      <TextField
        form={form}
        name="cnae"
        label="CNAE"
        optional
        className="sm:col-span-3"
        inputProps={{ maxLength: 20 }}
      />
      <TextField
        form={form}
        name="ie"
        label="Inscrição estadual"
        optional
        className="sm:col-span-3"
        inputProps={{ maxLength: 30 }}
      />
      <TextField
        form={form}
        name="im"
        label="Inscrição municipal"
        optional
        className="sm:col-span-3"
        inputProps={{ maxLength: 30 }}
      />
      <TextField
        form={form}
        name="iest"
        label="Inscrição estadual ST"
        optional
        className="sm:col-span-3"
        inputProps={{ maxLength: 30 }}
      />
    </Section>
  );
}

function Contact({ form }: { form: Form }) {
  return (
    <Section title="Contato" text="Para falar com a empresa sobre os processos.">
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
      <MaskedField
        form={form}
        name="phoneNumber"
        mask="phone"
        label="Telefone"
        optional
        className="sm:col-span-3"
        rules={optionalPhoneRules}
        inputProps={{ autoComplete: 'off' }}
      />
      <MaskedField
        form={form}
        name="cellphoneNumber"
        mask="phone"
        label="Celular"
        optional
        className="sm:col-span-3"
        rules={optionalPhoneRules}
        inputProps={{ autoComplete: 'off' }}
      />
    </Section>
  );
}

function Address({ form }: { form: Form }) {
  const stored = form.formState.defaultValues?.state ?? '';
  const known = stored === '' || BRAZILIAN_STATES.some((state) => state.value === stored);
  const states = known ? BRAZILIAN_STATES : [...BRAZILIAN_STATES, { value: stored, label: stored }];
  return (
    <Section title="Endereço" text="Preencha o que souber.">
      <MaskedField
        form={form}
        name="zip"
        mask="cep"
        label="CEP"
        optional
        className="sm:col-span-2"
        rules={optionalZipRules}
      />
      <TextField
        form={form}
        name="address"
        label="Endereço"
        optional
        className="sm:col-span-4"
        inputProps={{ maxLength: 200 }}
      />
      <TextField
        form={form}
        name="number"
        label="Número"
        optional
        className="sm:col-span-2"
        inputProps={{ maxLength: 20 }}
      />
      <TextField
        form={form}
        name="addressDetails"
        label="Complemento"
        optional
        className="sm:col-span-4"
        inputProps={{ maxLength: 200 }}
      />
      <TextField
        form={form}
        name="district"
        label="Bairro"
        optional
        className="sm:col-span-3"
        inputProps={{ maxLength: 200 }}
      />
      <TextField
        form={form}
        name="city"
        label="Cidade"
        optional
        className="sm:col-span-3"
        inputProps={{ maxLength: 200 }}
      />
      <SelectField
        form={form}
        name="state"
        label="Estado"
        optional
        className="sm:col-span-3"
        options={states}
        placeholder="Escolha o estado"
      />
      <TextField
        form={form}
        name="country"
        label="País"
        optional
        className="sm:col-span-3"
        inputProps={{ maxLength: 60 }}
      />
    </Section>
  );
}
