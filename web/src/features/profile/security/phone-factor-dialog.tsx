import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { CodeForm } from '@/components/form/code-form.tsx';
import { MaskedField } from '@/components/form/fields.tsx';
import { phoneRules } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { useRecently } from '@/entities/session/recently.tsx';
import { masks } from '@/lib/input/masks.ts';
import { api } from '@/lib/session/session.ts';

interface Sent {
  factorId: string;
  phoneNumber: string;
}

/** Makes a phone a second factor: a code is sent to it, and typed here. */
export function PhoneFactorDialog({
  initial,
  onClose,
  onFinished,
}: {
  initial: string;
  onClose: () => void;
  onFinished: (recoveryCodes: readonly string[] | null) => Promise<void>;
}) {
  const recently = useRecently();
  const [sent, setSent] = useState<Sent>();
  const form = useForm({ defaultValues: { phoneNumber: initial }, mode: 'onTouched' });
  const send = (phoneNumber: string) =>
    recently(async () => {
      const { factorId } = await api.call('startPhoneFactor', { body: { phoneNumber } });
      setSent({ factorId, phoneNumber });
    });
  const { submit, problem, busy } = useSubmit(form, { send: ({ phoneNumber }) => send(phoneNumber) });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Celular como segundo fator"
      description={
        sent === undefined
          ? 'Ao entrar, enviamos um código por SMS a este número.'
          : `Enviamos um SMS com o código para ${masks.phone.format(sent.phoneNumber).replace(' ', '\u00a0')}.`
      }
      className="sm:max-w-md!"
    >
      {sent === undefined ? (
        <form onSubmit={submit} noValidate className="flex flex-col gap-5">
          <ProblemCallout error={problem} />
          <MaskedField
            form={form}
            name="phoneNumber"
            mask="phone"
            label="Celular com DDD"
            rules={phoneRules}
          />
          <Button type="submit" variant="primary" size="lg" block busy={busy}>
            {busy ? 'Enviando…' : 'Enviar código'}
          </Button>
        </form>
      ) : (
        <CodeForm
          submitLabel="Concluir"
          onResend={() => send(sent.phoneNumber)}
          onCode={async (code) => {
            const { factorId } = sent;
            const { recoveryCodes } = await api.call('finalizeFactor', {
              params: { factorId },
              body: { code },
            });
            await onFinished(recoveryCodes);
          }}
        />
      )}
    </Dialog>
  );
}
