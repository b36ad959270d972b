import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { CodeForm } from '@/components/form/code-form.tsx';
import { MaskedField } from '@/components/form/fields.tsx';
import { phoneRules } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { masks } from '@/lib/input/masks.ts';
import { anonymousApi } from '@/lib/session/session.ts';

import type { SignIn } from './use-sign-in.ts';

/** Comes in by a code sent to the phone that the user confirmed in their profile. */
export default function PhoneStep({
  come,
  onBack,
  initialPhone = '',
}: {
  come: SignIn['come'];
  onBack: () => void;
  initialPhone?: string;
}) {
  const [phoneNumber, setPhoneNumber] = useState<string>();
  const form = useForm({ defaultValues: { phoneNumber: initialPhone }, mode: 'onTouched' });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values) => {
      await anonymousApi.call('requestPhoneCode', { body: values });
      setPhoneNumber(values.phoneNumber);
    },
  });
  if (phoneNumber !== undefined) {
    return (
      <div className="flex flex-col gap-5">
        <p className="text-muted">
          Se o telefone <strong className="text-ink tabular">{masks.phone.format(phoneNumber)}</strong>{' '}
          estiver confirmado em um perfil, ele recebe em instantes um SMS com o código.
        </p>
        <CodeForm
          submitLabel="Entrar"
          onCode={(code) =>
            come(() => anonymousApi.call('openPhoneSession', { body: { phoneNumber, code } }))
          }
          onResend={async () => {
            await anonymousApi.call('requestPhoneCode', { body: { phoneNumber } });
          }}
        />
        <Button variant="ghost" block onClick={() => setPhoneNumber(undefined)}>
          Usar outro telefone
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <ProblemCallout error={problem} />
      <MaskedField
        form={form}
        name="phoneNumber"
        mask="phone"
        label="Celular com DDD"
        rules={phoneRules}
        inputProps={{ placeholder: '(00) 00000-0000' }}
      />
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        {busy ? 'Enviando…' : 'Receber código por SMS'}
      </Button>
      <Button variant="ghost" block onClick={onBack}>
        Voltar
      </Button>
    </form>
  );
}
