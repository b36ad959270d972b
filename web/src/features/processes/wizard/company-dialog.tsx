import { stripCnpj } from '@lacre/contracts/brazil';
import { MAX_LINE_LENGTH } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { MaskedField, TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/form-dialog.tsx';
import { cnpjRules, required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import type { ChosenCompany } from '@/entities/company/company-picker.tsx';
import { KnownCompanyLink } from '@/entities/company/known-company-link.tsx';
import { companyQueries } from '@/entities/company/queries.ts';
import { api } from '@/lib/session/session.ts';

/** The least that a company needs; the rest is filled in later, at its own page. */
export default function CompanyDialog({
  initial,
  onClose,
  onCreated,
}: {
  initial: string;
  onClose: () => void;
  onCreated: (company: ChosenCompany) => void;
}) {
  const queryClient = useQueryClient();
  const typedCnpj = stripCnpj(initial);
  const form = useForm({
    defaultValues: { cnpj: typedCnpj ?? '', companyName: typedCnpj === null ? initial.trim() : '' },
    mode: 'onTouched',
  });
  const submission = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const body = { cnpj: values.cnpj, companyName: values.companyName.trim() };
      const { companyId } = await api.call('createCompany', { body, idempotencyKey });
      await queryClient.invalidateQueries({ queryKey: companyQueries.all });
      onCreated({ ...body, companyId });
    },
    fieldOf: { CNPJ_ALREADY_EXISTS: 'cnpj' },
  });
  return (
    <FormDialog
      form={form}
      submission={submission}
      title="Nova empresa"
      description="Você completa endereço e contatos depois, na página da empresa."
      saveLabel="Cadastrar empresa"
      onClose={onClose}
    >
      <MaskedField
        form={form}
        name="cnpj"
        mask="cnpj"
        label="CNPJ"
        rules={cnpjRules}
        whenRefused={<KnownCompanyLink form={form} />}
      />
      <TextField
        form={form}
        name="companyName"
        label="Razão social"
        rules={required('a razão social')}
        inputProps={{ maxLength: MAX_LINE_LENGTH, autoComplete: 'off' }}
      />
    </FormDialog>
  );
}
