import { MAX_LINE_LENGTH, MAX_URL_LENGTH } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/form-dialog.tsx';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { RadioCards } from '@/components/ui/fields/radio-cards.tsx';
import { RecentAct } from '@/entities/session/recent-act.tsx';
import { useRecently } from '@/entities/session/recently.tsx';
import { isWebhookEvent, webhookEventGroups } from '@/i18n/webhook-events.ts';
import { formatList } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { webhookQueries, type Webhook } from './queries.ts';

type EventTypes = NonNullable<Parameters<typeof api.call<'createWebhook'>>[1]['body']['eventTypes']>;

interface Props {
  webhook?: Webhook;
  onClose: () => void;
  /** @param created of a new one alone: the secret is shown once */
  onSaved: (created: { webhookId: string; secret: string } | undefined) => void;
}

/** Registers an address, or changes one, which needs a sign-in of a moment ago. */
export function WebhookDialog(props: Props) {
  return (
    <RecentAct>
      <WebhookForm {...props} />
    </RecentAct>
  );
}

function WebhookForm({ webhook, onClose, onSaved }: Props) {
  const queryClient = useQueryClient();
  const recently = useRecently();
  const [choosing, setChoosing] = useState(webhook !== undefined && webhook.eventTypes.length > 0);
  const former = (webhook?.eventTypes ?? []).filter((type) => !isWebhookEvent(type));
  const form = useForm({
    defaultValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      eventTypes: (webhook?.eventTypes ?? []).filter(isWebhookEvent),
    },
    mode: 'onTouched',
  });
  const submission = useSubmit(form, {
    send: async ({ url, description, eventTypes }, idempotencyKey) => {
      const body = {
        url: url.trim(),
        description: description.trim(),
        eventTypes: (choosing ? eventTypes : []) as EventTypes,
      };
      await recently(async () => {
        if (webhook === undefined) {
          const created = await api.call('createWebhook', { idempotencyKey, body });
          await queryClient.invalidateQueries({ queryKey: webhookQueries.all });
          onSaved(created);
          return;
        }
        await api.call('editWebhook', { params: { webhookId: webhook.webhookId }, idempotencyKey, body });
        await queryClient.invalidateQueries({ queryKey: webhookQueries.all });
        toast.success('Webhook salvo');
        onSaved(undefined);
      });
    },
  });
  return (
    <FormDialog
      form={form}
      submission={submission}
      title={webhook === undefined ? 'Novo webhook' : 'Editar webhook'}
      className="sm:max-w-2xl!"
      saveLabel={webhook === undefined ? 'Criar webhook' : 'Salvar'}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="url"
        label="Endereço"
        help="Um endereço https do seu sistema."
        rules={{
          required: 'Informe o endereço',
          validate: (text: string) => URL.canParse(text.trim()) || 'Endereço inválido',
        }}
        inputProps={{
          inputMode: 'url',
          maxLength: MAX_URL_LENGTH,
          placeholder: 'https://',
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellCheck: false,
        }}
      />
      <TextField
        form={form}
        name="description"
        label="Descrição"
        optional
        inputProps={{ maxLength: MAX_LINE_LENGTH, autoComplete: 'off' }}
      />
      <RadioCards
        legend="O que enviar"
        name="which-events"
        value={choosing ? 'some' : 'all'}
        options={[
          { value: 'all', label: 'Tudo', description: 'Também os eventos que surgirem depois.' },
          { value: 'some', label: 'Só o que eu escolher', description: 'Os tipos marcados abaixo.' },
        ]}
        onValueChange={(value) => setChoosing(value === 'some')}
      />
      {choosing && former.length > 0 && (
        <Callout tone="warning" title="Há tipos que não são mais enviados">
          <p>
            Eles saem deste webhook quando você salvar:{' '}
            <span className="wrap-anywhere">{formatList(former)}</span>.
          </p>
        </Callout>
      )}
      {choosing && (
        <Controller
          control={form.control}
          name="eventTypes"
          rules={{
            validate: (types) => types.length > 0 || 'Escolha ao menos um tipo',
          }}
          render={({ field, fieldState }) => (
            <EventTypesField
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </FormDialog>
  );
}

function EventTypesField({
  value,
  onChange,
  error,
}: {
  value: readonly string[];
  onChange: (types: string[]) => void;
  error: string | undefined;
}) {
  return (
    <div className="flex flex-col gap-5">
      {error !== undefined && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {error}
        </p>
      )}
      {webhookEventGroups.map(({ label, events }) => {
        const types = Object.keys(events);
        const every = types.every((type) => value.includes(type));
        const others = value.filter((type) => !types.includes(type));
        return (
          <fieldset key={label} className="min-w-0">
            <legend className="flex w-full items-baseline justify-between gap-3 border-b border-line pb-1.5 text-sm font-semibold">
              {label}
            </legend>
            <Checkbox
              className="mt-2"
              label={
                <span className="text-muted">Todos os eventos de {label.toLocaleLowerCase('pt-BR')}</span>
              }
              checked={every}
              onChange={() => onChange(every ? others : [...others, ...types])}
            />
            <div className="grid gap-x-6 sm:grid-cols-2">
              {Object.entries(events).map(([type, text]) => (
                <Checkbox
                  key={type}
                  label={text}
                  description={<code className="font-mono text-xs break-all">{type}</code>}
                  checked={value.includes(type)}
                  onChange={(event) =>
                    onChange(event.target.checked ? [...value, type] : value.filter((one) => one !== type))
                  }
                />
              ))}
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}
