import { isEmptyText } from '@lacre/contracts/emptiness';
import { MAX_REASON_LENGTH } from '@lacre/contracts/limits';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { cpfRules, emailRules } from '@/components/form/rules.ts';
import { Field } from '@/components/ui/fields/field.tsx';
import { Input } from '@/components/ui/fields/input.tsx';
import { MaskedInput } from '@/components/ui/fields/masked-input.tsx';
import { Textarea } from '@/components/ui/fields/textarea.tsx';
import { say, sayWord } from '@/i18n/say.ts';
import { NO_EMAIL } from '@/lib/input/email-address.ts';
import { personApi } from '@/lib/session/person-session.ts';

import { note, type Delegate } from './progress.ts';

const NOBODY: Delegate = { name: '', cpf: '', email: '', reason: '' };

/** What each field lacks. */
function faultsOf({ name, cpf, email }: Delegate) {
  const ofCpf = cpf === '' ? cpfRules.required : cpfRules.validate(cpf);
  const ofEmail = isEmptyText(email) ? NO_EMAIL : emailRules.validate(email);
  return {
    name: isEmptyText(name) ? say('Por favor, insira o nome') : undefined,
    cpf: ofCpf === true ? undefined : sayWord(ofCpf),
    email: ofEmail === true ? undefined : sayWord(ofEmail),
  };
}

/** Hands the signatures of a process on to a person who signs in their place; it cannot be undone. */
export default function DelegateDialog({
  processId,
  draft = NOBODY,
  onDraft,
  onDelegated,
  onClose,
}: {
  processId: string;
  /** Kept through a session that ends. */
  draft: Delegate | undefined;
  onDraft: (draft: Delegate) => void;
  onDelegated: () => Promise<void>;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState(false);
  const faults = faultsOf(draft);
  const shown = asked ? faults : { name: undefined, cpf: undefined, email: undefined };
  const change = (part: Partial<Delegate>) => onDraft({ ...draft, ...part });

  async function send(idempotencyKey: string): Promise<void> {
    const { name, cpf, email, reason } = draft;
    const body = {
      processId,
      cpf,
      name: name.trim(),
      email: email.trim(),
      ...(isEmptyText(reason) ? {} : { reason: reason.trim() }),
    };
    await personApi.call('delegateSignature', { body, idempotencyKey });
  }

  return (
    <ConfirmCommand
      title={say('Encaminhar a quem deve assinar')}
      description={say(
        'A pessoa recebe o convite por email e confirma quem é. O seu acesso termina, quem pediu a assinatura é avisado e o encaminhamento fica registrado. Não é possível desfazer.',
      )}
      confirmLabel={say('Encaminhar assinatura')}
      said={Object.values(draft).join('\n')}
      ready={Object.values(faults).every((fault) => fault === undefined)}
      onUnready={() => setAsked(true)}
      send={send}
      onDone={async () => {
        note(({ delegated }) => ({ delegated: { ...delegated, [processId]: draft.name.trim() } }));
        await onDelegated();
        onClose();
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={say('Nome completo')} required error={shown.name}>
          <Input
            autoComplete="off"
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label={say('CPF')} required error={shown.cpf}>
          <MaskedInput
            mask="cpf"
            placeholder="000.000.000-00"
            value={draft.cpf}
            onValueChange={(cpf) => change({ cpf })}
          />
        </Field>
        <Field
          label={say('Email')}
          required
          error={shown.email}
          help={say('Quem já é cadastrado recebe o convite no email do cadastro.')}
        >
          <Input
            type="email"
            inputMode="email"
            autoComplete="off"
            value={draft.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        </Field>
        <Field label={say('Motivo')} optional>
          <Textarea
            value={draft.reason}
            maxLength={MAX_REASON_LENGTH}
            placeholder={say('Ex.: quem assina pela empresa é a diretora')}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </Field>
      </div>
    </ConfirmCommand>
  );
}
