import { MAX_DEVICE_NAME_LENGTH } from '@lacre/contracts/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/form-dialog.tsx';
import { required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Section, SectionRow } from '@/components/page/section.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { canUsePasskeys } from '@/entities/session/can-use-passkeys.ts';
import { fetchPasskeys } from '@/entities/session/fetch-passkeys.ts';
import { signInOptionsQuery } from '@/entities/session/queries.ts';
import { useRecently } from '@/entities/session/recently.tsx';
import { accountQueries, type Account } from '@/entities/user/account-query.ts';
import { formatDate } from '@/lib/format/format.ts';
import { formatRelative } from '@/lib/format/relative.ts';
import { deviceName } from '@/lib/format/user-agent.ts';
import { api } from '@/lib/session/session.ts';

type Passkey = Account['passkeys'][number];

/** Keys of one's devices, which stand for password and second factor together. */
export function PasskeySection({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { data: options } = useQuery(signInOptionsQuery);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  if (options?.passkey !== true && passkeys.length === 0) return null;
  const able = options?.passkey === true && canUsePasskeys();
  return (
    <Section
      title="Chaves de acesso"
      text="Entre com a digital, o rosto ou o PIN do aparelho, sem digitar senha."
      action={
        able && (
          <Button icon={<Plus />} onClick={() => setAdding(true)}>
            Nova chave
          </Button>
        )
      }
    >
      {passkeys.length === 0 ? (
        <p className="text-sm text-subtle">
          {able ? 'Nenhuma chave ainda.' : 'Este navegador não guarda chaves de acesso.'}
        </p>
      ) : (
        <ul>
          {passkeys.map((passkey) => (
            <SectionRow
              key={passkey.passkeyId}
              icon={<KeyRound />}
              title={
                <>
                  {passkey.name} {passkey.synced && <Badge>Sincronizada</Badge>}
                </>
              }
              detail={`Criada em ${formatDate(passkey.createdAt)} · ${
                passkey.lastUsedAt === null ? 'nunca usada' : `usada ${formatRelative(passkey.lastUsedAt)}`
              }`}
              action={
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remover ${passkey.name}`}
                  icon={<Trash2 />}
                  onClick={() => setRemoving(passkey)}
                />
              }
            />
          ))}
        </ul>
      )}
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
      {removing !== undefined && <RemovePasskey passkey={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  );
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const recently = useRecently();
  const form = useForm({ defaultValues: { name: deviceName(navigator.userAgent) } });
  const submission = useSubmit(form, {
    send: async ({ name }) => {
      await recently(async () => {
        const [begun, { makePasskey }] = await Promise.all([api.call('startPasskey'), fetchPasskeys()]);
        const credential = await makePasskey(begun.options);
        await api.call('finishPasskey', {
          body: { challenge: begun.challenge, credential, name: name.trim() },
        });
      });
      await queryClient.invalidateQueries({ queryKey: accountQueries.all });
      toast.success('Chave de acesso criada', { description: 'Na próxima vez, entre com ela.' });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      submission={submission}
      title="Nova chave de acesso"
      description="O aparelho vai pedir sua digital, seu rosto ou seu PIN."
      className="sm:max-w-md!"
      saveLabel="Criar chave"
      busyLabel="Confirme no aparelho…"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Nome da chave"
        help="Para você reconhecê-la depois."
        rules={required('um nome')}
        inputProps={{ maxLength: MAX_DEVICE_NAME_LENGTH, autoComplete: 'off' }}
      />
    </FormDialog>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const recently = useRecently();
  return (
    <ConfirmCommand
      title={`Remover “${passkey.name}”?`}
      description="Ela deixa de entrar nesta conta. Apague-a também do aparelho, para não ser oferecida à toa."
      confirmLabel="Remover chave"
      danger
      send={(idempotencyKey) =>
        recently(async () => {
          await api.call('removePasskey', { params: { passkeyId: passkey.passkeyId }, idempotencyKey });
        })
      }
      onDone={async () => {
        await queryClient.invalidateQueries({ queryKey: accountQueries.all });
        toast.success('Chave de acesso removida');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
