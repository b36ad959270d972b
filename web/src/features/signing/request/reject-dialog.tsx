import { isEmptyText } from '@lacre/contracts/emptiness';
import { MAX_REASON_LENGTH } from '@lacre/contracts/limits';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Textarea } from '@/components/ui/fields/textarea.tsx';
import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';
import { personApi } from '@/lib/session/person-session.ts';

import { actOf } from './next-step.ts';
import { note, useProgress } from './progress.ts';
import type { SigningDocument } from './queries.ts';

/** Refuses to sign, with the reason; it cannot be undone. */
export default function RejectDialog({
  documents,
  onClose,
  onRejected,
}: {
  documents: readonly SigningDocument[];
  onClose: () => void;
  onRejected: () => Promise<void>;
}) {
  // Kept until it is sent: a session that ends in the middle of a sentence takes nothing with it.
  const act = actOf(documents);
  const reason = useProgress().reasons[act] ?? '';
  const setReason = (text: string) => note(({ reasons }) => ({ reasons: { ...reasons, [act]: text } }));
  const [asked, setAsked] = useState(false);
  const missing = isEmptyText(reason);
  return (
    <ConfirmCommand
      title={
        documents.length === 1
          ? say('Recusar este documento?')
          : say('Recusar {0}?', counted(documents.length, 'documento'))
      }
      description={say('Quem pediu a assinatura será avisado e verá o motivo. Não é possível desfazer.')}
      confirmLabel={say('Recusar assinatura')}
      danger
      said={reason}
      ready={!missing}
      onUnready={() => setAsked(true)}
      send={(idempotencyKey) =>
        personApi.call('reject', {
          body: { signatureIds: documents.map((document) => document.signatureId), reason: reason.trim() },
          idempotencyKey,
        })
      }
      onDone={async () => {
        setReason('');
        await onRejected();
        onClose();
      }}
      onClose={onClose}
    >
      <Field
        label={say('Motivo')}
        required
        error={asked && missing ? say('Por favor, insira o motivo') : undefined}
      >
        <Textarea
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          placeholder={say('Ex.: o valor da cláusula 3 está diferente do combinado')}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmCommand>
  );
}
