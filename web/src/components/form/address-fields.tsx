import { ADDRESS_FIELDS } from '@lacre/contracts/registers';
import { useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { asProblem, isAbort } from '@/lib/api/problem.ts';
import { BRAZILIAN_STATES } from '@/lib/input/states.ts';
import { api } from '@/lib/session/session.ts';

import { FormSection } from './form-page.tsx';
import { RegisterFields } from './register-fields.tsx';
import type { RegisterValues } from './register-values.ts';

type AddressValues = RegisterValues<typeof ADDRESS_FIELDS>;

/** What a CEP says; the house number is the form's alone. */
const FROM_CEP = ['address', 'district', 'city', 'state', 'country'] as const;

/** An address, which its CEP fills in as soon as it is whole. */
export function AddressFields<Values extends AddressValues & FieldValues>({
  form: given,
}: {
  form: UseFormReturn<Values>;
}) {
  // These fields are the form's, whatever others it has.
  const form = given as unknown as UseFormReturn<AddressValues>;
  const lookUp = useCepLookUp(form);
  const stored = form.formState.defaultValues?.state ?? '';
  const known = stored === '' || BRAZILIAN_STATES.some((state) => state.value === stored);
  const states = known ? BRAZILIAN_STATES : [...BRAZILIAN_STATES, { value: stored, label: stored }];
  return (
    <FormSection title="Endereço" text="Com o CEP, preenchemos o que ele diz. Confira e complete.">
      <RegisterFields
        form={form}
        table={ADDRESS_FIELDS}
        section="address"
        extras={{
          zip: {
            onChange: lookUp.onChange,
            end: lookUp.busy ? <Spinner className="text-subtle" /> : undefined,
            help: lookUp.message === '' ? undefined : <output>{lookUp.message}</output>,
          },
          state: { options: states, placeholder: 'Escolha o estado' },
        }}
      />
    </FormSection>
  );
}

/** Asks for the CEP that was just completed; the last one typed is the one that counts. */
function useCepLookUp(form: UseFormReturn<AddressValues>) {
  const [state, setState] = useState<{ busy: boolean; message: string }>({ busy: false, message: '' });
  const asking = useRef<AbortController>(undefined);

  async function ask(cep: string): Promise<void> {
    asking.current?.abort();
    if (cep.length !== 8) {
      setState({ busy: false, message: '' });
      return;
    }
    const controller = new AbortController();
    asking.current = controller;
    setState({ busy: true, message: '' });
    try {
      const found = await api.call('lookUpCep', { params: { cep }, signal: controller.signal });
      for (const field of FROM_CEP) {
        const value = found[field];
        if (value !== undefined && value !== '')
          form.setValue(field, value, { shouldDirty: true, shouldValidate: true });
      }
      setState({ busy: false, message: 'Endereço preenchido pelo CEP.' });
    } catch (error) {
      if (!isAbort(error)) setState({ busy: false, message: asProblem(error).title });
    }
  }

  return {
    ...state,
    onChange: ({ target: { value } }: { target: { value: unknown } }) =>
      void ask(typeof value === 'string' ? value : ''),
  };
}
