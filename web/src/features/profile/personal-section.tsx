import { IMAGE_TYPES, MAX_LINE_LENGTH } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { Camera, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { MaskedField, TextField } from '@/components/form/fields.tsx';
import { optionalPhoneRules, required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Section } from '@/components/page/section.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { Field } from '@/components/ui/fields/field.tsx';
import { Input } from '@/components/ui/fields/input.tsx';
import { accountQueries } from '@/entities/user/account-query.ts';
import { UserAvatar } from '@/entities/user/user-avatar.tsx';
import { Problem } from '@/lib/api/problem.ts';
import { api, session, type CurrentUser } from '@/lib/session/session.ts';

import { PhotoDialog } from './photo-dialog.tsx';

/** Changes oneself, and lets the frame know. */
async function editSelf(
  uid: string,
  body: Omit<Parameters<typeof api.call<'editUser'>>[1]['body'], 'uploads'> & {
    uploads?: { name: 'avatar'; base64: string }[];
  },
  idempotencyKey?: string,
): Promise<void> {
  const { name, email, phoneNumber, photoURL } = await api.call('editUser', {
    params: { uid },
    body,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  session.learn({ name, email, phoneNumber, photoURL });
}

/** Photo, name, e-mail and phone. */
export function PersonalSection({ user }: { user: CurrentUser }) {
  return (
    <Section title="Seus dados">
      <Photo user={user} />
      <DetailsForm key={user.uid} user={user} />
    </Section>
  );
}

function Photo({ user }: { user: CurrentUser }) {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [problem, setProblem] = useState<Problem>();
  const [removing, setRemoving] = useState(false);

  async function choose(file: File | undefined): Promise<void> {
    setProblem(undefined);
    if (file === undefined) return;
    try {
      if (!IMAGE_TYPES.some((type) => type === file.type)) throw new TypeError(file.type);
      setPicture(await createImageBitmap(file));
    } catch {
      setProblem(
        new Problem('UPLOAD_NOT_ALLOWED_FILES', {
          status: 415,
          title: 'Não foi possível usar este arquivo.',
          detail: 'Escolha uma foto em JPG ou PNG.',
        }),
      );
    }
  }

  return (
    <div className="mb-6 border-b border-line pb-6">
      <div className="flex flex-wrap items-center gap-5">
        <UserAvatar user={user} size="lg" />
        <div className="flex min-w-0 flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept={IMAGE_TYPES.join(',')}
            aria-hidden="true"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              // The same file may be chosen again.
              event.target.value = '';
            }}
          />
          <Button icon={<Camera />} onClick={() => input.current?.click()}>
            {user.photoURL === null ? 'Enviar foto' : 'Trocar foto'}
          </Button>
          {user.photoURL !== null && (
            <Button variant="ghost" icon={<Trash2 />} onClick={() => setRemoving(true)}>
              Remover foto
            </Button>
          )}
          <p className="basis-full text-[0.8125rem] text-subtle">JPG ou PNG. Quem é da conta vê sua foto.</p>
        </div>
      </div>
      <ProblemCallout error={problem} className="mt-4" />
      {picture !== undefined && (
        <PhotoDialog
          picture={picture}
          onClose={() => setPicture(undefined)}
          onSave={async (base64) => {
            await editSelf(user.uid, {
              user: {},
              avatar: user.photoURL,
              uploads: [{ name: 'avatar', base64 }],
            });
            setPicture(undefined);
            toast.success('Foto atualizada');
          }}
        />
      )}
      {removing && (
        <ConfirmCommand
          title="Remover foto?"
          description="No lugar dela aparecem as iniciais do seu nome."
          confirmLabel="Remover foto"
          danger
          send={(idempotencyKey) => editSelf(user.uid, { user: {}, avatar: null }, idempotencyKey)}
          onDone={() => {
            toast.success('Foto removida');
            setRemoving(false);
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}

function DetailsForm({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient();
  const form = useForm({
    defaultValues: { name: user.name, phoneNumber: user.phoneNumber ?? '' },
    mode: 'onTouched',
  });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      await editSelf(
        user.uid,
        {
          user: {
            name: values.name.trim(),
            phoneNumber: values.phoneNumber,
          },
          avatar: user.photoURL,
        },
        idempotencyKey,
      );
      form.reset(values);
      await queryClient.invalidateQueries({ queryKey: accountQueries.all });
      toast.success('Dados salvos');
    },
    fieldOf: { PHONENUMBER_NOT_AVAILABLE: 'phoneNumber' },
    rename: (field) => field.replace(/^user\./, ''),
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5 sm:grid-cols-2">
      <ProblemCallout error={problem} className="sm:col-span-2" />
      <TextField
        form={form}
        name="name"
        label="Nome"
        className="sm:col-span-2"
        rules={required('o nome')}
        inputProps={{ autoComplete: 'name', maxLength: MAX_LINE_LENGTH }}
      />
      <Field label="Email" help="Para trocar, veja Contatos para entrar.">
        <Input type="email" value={user.email} readOnly autoComplete="email" />
      </Field>
      <MaskedField
        form={form}
        name="phoneNumber"
        mask="phone"
        label="Celular"
        optional
        rules={optionalPhoneRules}
      />
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" variant="primary" busy={busy} disabled={!form.formState.isDirty && !busy}>
          Salvar dados
        </Button>
      </div>
    </form>
  );
}
