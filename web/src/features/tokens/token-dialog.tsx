import { MAX_LINE_LENGTH, MAX_TOKEN_DAYS, MIN_TOKEN_DESCRIPTION_LENGTH } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { SelectField, TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/form-dialog.tsx';
import { required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { SecretOnce } from '@/components/page/secret-once.tsx';
import { RecentAct } from '@/entities/session/recent-act.tsx';
import { useRecently } from '@/entities/session/recently.tsx';
import { formatDate } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { tokenQueries } from './queries.ts';
import { SCOPE_NAMES, ScopeFields } from './scope-fields.tsx';

const OTHER = 'other';
const LIVES = [
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
  { value: '365', label: '1 ano' },
  { value: OTHER, label: 'Outra quantidade de dias' },
  { value: '', label: 'Indeterminada' },
];

interface Created {
  token: string;
  expiresAt: string | null;
}

/** Creates a token; what it is, is shown this once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<Created>();
  if (created === undefined)
    return (
      <RecentAct>
        <TokenForm onClose={onClose} onCreated={setCreated} />
      </RecentAct>
    );
  return (
    <SecretOnce
      title="Token criado"
      label="Token"
      secret={created.token}
      copyLabel="Copiar token"
      onClose={onClose}
    >
      Envie-o no cabeçalho <code className="font-mono text-[0.8125rem]">Authorization: Bearer</code>.{' '}
      {created.expiresAt === null ? 'Vale até ser revogado.' : `Vale até ${formatDate(created.expiresAt)}.`}
    </SecretOnce>
  );
}

function TokenForm({ onClose, onCreated }: { onClose: () => void; onCreated: (created: Created) => void }) {
  const queryClient = useQueryClient();
  const recently = useRecently();
  const form = useForm({
    defaultValues: {
      description: '',
      scopes: { read: true, processes: false, registers: false, account: false },
      networks: '',
      life: '365',
      days: '',
    },
    mode: 'onTouched',
  });
  const life = useWatch({ control: form.control, name: 'life' });
  const chosen = useWatch({ control: form.control, name: 'scopes' });
  const submission = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const days = values.life === OTHER ? values.days : values.life;
      const body = {
        description: values.description.trim(),
        scopes: SCOPE_NAMES.filter((name) => values.scopes[name]),
        networks: values.networks.split(/[\s,;]+/).filter((text) => text !== ''),
        days: days === '' ? null : Number(days),
      };
      await recently(async () => {
        const created = await api.call('createToken', { idempotencyKey, body });
        await queryClient.invalidateQueries({ queryKey: tokenQueries.all });
        onCreated(created);
      });
    },
    fieldOf: { EMPTY_DESCRIPTION: 'description' },
    rename: (field) => (field.startsWith('networks.') ? 'networks' : undefined),
  });
  return (
    <FormDialog
      form={form}
      submission={submission}
      title="Novo token"
      description="Ele age em seu nome e aparece uma vez só."
      saveLabel="Criar token"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="description"
        label="Descrição"
        help="Onde ele vai ser usado, para você reconhecê-lo depois."
        rules={{
          ...required('a descrição'),
          minLength: { value: MIN_TOKEN_DESCRIPTION_LENGTH, message: 'Descrição muito curta' },
        }}
        inputProps={{ maxLength: MAX_LINE_LENGTH, autoComplete: 'off' }}
      />
      <ScopeFields register={(scope) => form.register(`scopes.${scope}`)} chosen={chosen} />
      <TextField
        form={form}
        name="networks"
        label="Redes de origem"
        optional
        help="De onde o token é aceito, como 203.0.113.0/24 ou 2001:db8::/32. Vazio: de qualquer lugar."
        inputProps={{ maxLength: 1000, autoComplete: 'off', spellCheck: false }}
      />
      <SelectField form={form} name="life" label="Validade" options={LIVES} />
      {life === OTHER && (
        <TextField
          form={form}
          name="days"
          label="Dias"
          rules={{
            required: 'Por favor, insira os dias',
            validate: (text: string) =>
              (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_TOKEN_DAYS) ||
              `Informe de 1 a ${MAX_TOKEN_DAYS} dias`,
          }}
          inputProps={{ inputMode: 'numeric', maxLength: String(MAX_TOKEN_DAYS).length, autoComplete: 'off' }}
        />
      )}
      {life === '' && (
        <p className="text-[0.8125rem] text-subtle">
          Sem data de validade, lembre-se de revogar o token quando não precisar mais dele.
        </p>
      )}
    </FormDialog>
  );
}
