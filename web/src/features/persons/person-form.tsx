import { useForm } from 'react-hook-form';

import { AddressFields } from '@/components/form/address-fields.tsx';
import { FormSection, LongForm } from '@/components/form/form-page.tsx';
import { useOthersChanges } from '@/components/form/use-others-changes.ts';
import { useSubmit } from '@/components/form/use-submit.ts';

import { CivilFields, ContactFields, EssentialFields } from './person-fields.tsx';
import { personFormValues, type PersonFormValues } from './person-form-values.ts';
import { personQueries, type Person } from './queries.ts';

/** The whole form of a person who is registered: their CPF stays. */
export function PersonForm({
  person,
  readOnly = false,
  onSave,
  onCancel,
}: {
  person: Person;
  readOnly?: boolean;
  /** Resolves once stored. */
  onSave: (values: PersonFormValues, idempotencyKey: string) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm<PersonFormValues>({ defaultValues: personFormValues(person), mode: 'onTouched' });
  const check = useOthersChanges(form, person, personFormValues, personQueries.detail(person.personId));
  const submission = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      await check();
      await onSave(values, idempotencyKey);
      form.reset(values);
    },
    rename: (field) => (field.startsWith('emails') ? 'emails' : undefined),
  });
  return (
    <LongForm
      form={form}
      submission={submission}
      readOnly={readOnly}
      saveLabel="Salvar alterações"
      onCancel={onCancel}
    >
      <FormSection
        title="Identificação"
        text="O CPF não muda. É para este email que vão os próximos convites; os processos em andamento mantêm o contato de quando foram criados, e ele é corrigido na página de cada processo."
      >
        <EssentialFields form={form} fixedCpf />
      </FormSection>
      <FormSection title="Contato" text="Outras formas de falar com a pessoa.">
        <ContactFields form={form} />
      </FormSection>
      <FormSection
        title="Dados civis"
        text="Usados para preencher modelos de documentos; nenhum é obrigatório."
      >
        <CivilFields form={form} />
      </FormSection>
      <AddressFields form={form} />
    </LongForm>
  );
}
