import { isValidCnpj } from '@lacre/contracts/brazil';
import { useMutation } from '@tanstack/react-query';
import { WandSparkles } from 'lucide-react';
import { useWatch, type UseFormReturn } from 'react-hook-form';

import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { asProblem } from '@/lib/api/problem.ts';
import { plural } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { fromRegister, type CompanyFormValues } from './company-form-values.ts';

/** In the register's words for a company that stands. */
const STANDING = 'ATIVA';

/** Fills the form's empty fields with what the public register says of the CNPJ; a failure lets people type. */
export function RegisterLookUp({ form }: { form: UseFormReturn<CompanyFormValues> }) {
  const cnpj = useWatch({ control: form.control, name: 'cnpj' });
  const lookUp = useMutation({
    mutationFn: async () => {
      const registration = await api.call('lookUpCnpj', { params: { cnpj } });
      const found = fromRegister(form.getValues(), registration);
      for (const [field, value] of Object.entries(found))
        form.setValue(field as keyof CompanyFormValues, value, {
          shouldDirty: true,
          shouldValidate: true,
        });
      return { filled: Object.keys(found).length, status: registration.registryStatus };
    },
  });
  return (
    <div className="flex flex-col gap-3 sm:col-span-6">
      <div>
        <Button
          size="sm"
          variant="soft"
          icon={<WandSparkles />}
          busy={lookUp.isPending}
          disabled={!isValidCnpj(cnpj)}
          onClick={() => lookUp.mutate()}
        >
          Preencher pelo CNPJ
        </Button>
      </div>
      {lookUp.isError && (
        <Callout tone="warning" live title={asProblem(lookUp.error).title}>
          {asProblem(lookUp.error).detail}
        </Callout>
      )}
      {lookUp.data !== undefined && (
        <Callout
          tone={lookUp.data.status === undefined || lookUp.data.status === STANDING ? 'success' : 'warning'}
          live
        >
          {lookUp.data.filled === 0
            ? 'O cadastro público não traz nada além do que já está preenchido.'
            : `Preenchemos ${plural(lookUp.data.filled, 'campo')} com o cadastro público. Confira antes de salvar.`}
          {lookUp.data.status !== undefined &&
            lookUp.data.status !== STANDING &&
            ` A situação desta empresa nele é “${lookUp.data.status.toLocaleLowerCase('pt-BR')}”.`}
        </Callout>
      )}
    </div>
  );
}
