import { PERSON_FIELDS, type SectionOf } from '@lacre/contracts/registers';
import { Fragment, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { AddressFields } from '@/components/form/address-fields.tsx';
import { FormSection, LongForm } from '@/components/form/form-page.tsx';
import { RegisterFields } from '@/components/form/register-fields.tsx';
import { useOthersChanges } from '@/components/form/use-others-changes.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { EssentialFields } from '@/entities/person/person-fields.tsx';
import { personFormValues, type PersonFormValues } from '@/entities/person/person-form-values.ts';
import { personQueries, type Person } from '@/entities/person/queries.ts';

const OF_CONTACT = {
  emails: { help: 'Separados por vírgula. Convites e códigos vão para o email principal.' },
};

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
  // Every part that a field may stand in.
  const parts: Record<SectionOf<typeof PERSON_FIELDS>, ReactNode> = {
    identity: (
      <FormSection
        title="Identificação"
        text="O CPF não muda. É para este email que vão os próximos convites; os processos em andamento mantêm o contato de quando foram criados, e ele é corrigido na página de cada processo."
      >
        <EssentialFields form={form} fixedCpf />
      </FormSection>
    ),
    contact: (
      <FormSection title="Contato" text="Outras formas de falar com a pessoa.">
        <RegisterFields form={form} table={PERSON_FIELDS} section="contact" extras={OF_CONTACT} />
      </FormSection>
    ),
    civil: (
      <FormSection
        title="Dados civis"
        text="Usados para preencher modelos de documentos; nenhum é obrigatório."
      >
        <RegisterFields form={form} table={PERSON_FIELDS} section="civil" />
      </FormSection>
    ),
    address: <AddressFields form={form} />,
  };
  return (
    <LongForm
      form={form}
      submission={submission}
      readOnly={readOnly}
      saveLabel="Salvar alterações"
      onCancel={onCancel}
    >
      {Object.entries(parts).map(([part, fields]) => (
        <Fragment key={part}>{fields}</Fragment>
      ))}
    </LongForm>
  );
}
