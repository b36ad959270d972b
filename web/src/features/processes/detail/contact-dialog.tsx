import { isEmptyText } from '@lacre/contracts/emptiness';
import { MAX_REASON_LENGTH } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { emailRules, optionalPhoneRules } from '@/components/form/rules.ts';
import { toast } from '@/components/ui/feedback/toast.ts';
import { Field } from '@/components/ui/fields/field.tsx';
import { Input } from '@/components/ui/fields/input.tsx';
import { MaskedInput } from '@/components/ui/fields/masked-input.tsx';
import { Textarea } from '@/components/ui/fields/textarea.tsx';
import { processQueries, type ProcessDetail, type ProcessParticipant } from '@/entities/process/queries.ts';
import { api } from '@/lib/session/session.ts';

const checked = (rule: (value: string) => string | true, value: string): string | undefined => {
  const answer = rule(value);
  return answer === true ? undefined : answer;
};

/** Gives a participant who has still to sign another contact in this process, with the reason. */
export function ContactDialog({
  process: { processId },
  participant,
  onClose,
}: {
  process: ProcessDetail;
  participant: ProcessParticipant;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState(participant.email);
  const [phone, setPhone] = useState(participant.cellphoneNumber ?? '');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const same = email.trim() === participant.email && phone === (participant.cellphoneNumber ?? '');
  const errors = {
    email:
      email.trim() === ''
        ? emailRules.required
        : (checked(emailRules.validate, email.trim()) ??
          (same ? 'Informe um contato diferente do atual' : undefined)),
    phone: checked(optionalPhoneRules.validate, phone),
    reason: isEmptyText(reason) ? 'Por favor, insira o motivo' : undefined,
  };
  const shown = asked ? errors : { email: undefined, phone: undefined, reason: undefined };
  return (
    <ConfirmCommand
      title={`Corrigir o contato de ${participant.name}`}
      description="Os códigos e as mensagens deste processo passam a ir para o novo contato. O contato anterior é avisado, e todos os participantes veem a troca e o motivo, que ficam também nas evidências. O cadastro da pessoa não muda."
      confirmLabel="Corrigir contato"
      said={same && reason === '' ? '' : [email, phone, reason].join(' ')}
      ready={Object.values(errors).every((error) => error === undefined)}
      onUnready={() => setAsked(true)}
      send={(idempotencyKey) =>
        api.call('replaceContact', {
          params: { processId, personId: participant.personId },
          body: {
            email: email.trim(),
            ...(phone === '' ? {} : { cellphoneNumber: phone }),
            reason: reason.trim(),
          },
          idempotencyKey,
        })
      }
      onDone={async () => {
        await queryClient.invalidateQueries({ queryKey: processQueries.all });
        toast.success('Contato corrigido', { description: 'O contato anterior será avisado.' });
        onClose();
      }}
      onClose={onClose}
    >
      <Field label="Email" required error={shown.email}>
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label="Celular" optional error={shown.phone} help="Para receber códigos por SMS.">
        <MaskedInput mask="phone" value={phone} onValueChange={setPhone} />
      </Field>
      <Field
        label="Motivo"
        required
        error={shown.reason}
        help="Fica registrado, e o contato anterior o recebe no aviso."
      >
        <Textarea
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmCommand>
  );
}
