import type { Part } from '@lacre/contracts';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { get, useForm, useWatch } from 'react-hook-form';

import { ConfirmCommand } from '@/components/app/confirm-command.tsx';
import { LeaveGuard } from '@/components/app/leave-guard.tsx';
import { PageHeader } from '@/components/app/page-header.tsx';
import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { FormFooter, FormSection } from '@/components/form/form-page.tsx';
import { required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Button } from '@/components/ui/button.tsx';
import { Callout } from '@/components/ui/callout.tsx';
import { RadioCards } from '@/components/ui/radio-cards.tsx';
import { toast } from '@/components/ui/toast.ts';
import type { CreatedPerson } from '@/features/persons/person-dialog.tsx';
import { PersonListField } from '@/features/persons/person-list-field.tsx';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';
import { api } from '@/lib/api/session.ts';
import { plural } from '@/lib/format.ts';
import { useIsSteward } from '@/lib/use-session.ts';

import { signerGroupQueries, type SignerGroup } from './queries.ts';

const BREADCRUMB = [{ label: 'Grupos de signatários', to: '/signer-groups' }] as const;

interface GroupValues {
  name: string;
  part: Part;
  members: CreatedPerson[];
}

const bodyOf = ({ name, part, members }: GroupValues) => ({
  name: name.trim(),
  members: members.map(({ personId }) => ({ personId, part })),
});

/** Making a group. */
export function NewSignerGroupPage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Novo grupo" breadcrumb={BREADCRUMB} />
      <div className="pt-6">
        <GroupForm
          onSave={async (values, idempotencyKey) => {
            await api.call('createSignerGroup', { body: bodyOf(values), idempotencyKey });
            toast.success('Grupo criado');
          }}
          onLeave={() => void navigate({ to: '/signer-groups' })}
        />
      </div>
    </>
  );
}

/** One group, seen, edited, used, removed. */
export function SignerGroupPage({ signerGroupId }: { signerGroupId: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: group } = useSuspenseQuery(signerGroupQueries.detail(signerGroupId));
  const mayEdit = useIsSteward();
  const [removing, setRemoving] = useState(false);
  const leave = () => void navigate({ to: '/signer-groups' });
  return (
    <>
      <PageHeader
        title={group.name}
        breadcrumb={BREADCRUMB}
        extra={
          <>
            {mayEdit && (
              <Button
                variant="dangerGhost"
                size="sm"
                icon={<Trash2 />}
                aria-label="Remover grupo"
                onClick={() => setRemoving(true)}
              >
                <span className="max-sm:sr-only">Remover</span>
              </Button>
            )}
            {group.missing.length === 0 && (
              <Button asChild variant="primary" size="sm">
                <Link to="/processes/new" search={{ group: signerGroupId }}>
                  <Send />
                  Usar
                </Link>
              </Button>
            )}
          </>
        }
      />
      <div className="pt-6">
        {!mayEdit && (
          <Callout tone="info" className="mb-4">
            Você pode usar este grupo, mas não alterá-lo. Fale com seu supervisor.
          </Callout>
        )}
        {group.missing.length > 0 && (
          <Callout tone="warning" className="mb-4" title="Há pessoas que saíram do cadastro">
            {plural(group.missing.length, 'pessoa foi removida', 'pessoas foram removidas')} e não{' '}
            {group.missing.length === 1 ? 'aparece' : 'aparecem'} abaixo. Salve o grupo sem{' '}
            {group.missing.length === 1 ? 'ela' : 'elas'} para poder usá-lo de novo.
          </Callout>
        )}
        <GroupForm
          key={signerGroupId}
          group={group}
          readOnly={!mayEdit}
          onSave={async (values, idempotencyKey) => {
            await api.call('editSignerGroup', {
              params: { signerGroupId },
              body: bodyOf(values),
              idempotencyKey,
            });
            toast.success('Alterações salvas');
          }}
          onLeave={leave}
        />
      </div>
      {removing && (
        <ConfirmCommand
          title="Remover este grupo?"
          description={
            <>
              <strong className="font-medium wrap-anywhere text-ink">{group.name}</strong> deixa de existir.
              As pessoas continuam cadastradas e os processos ficam como estão.
            </>
          }
          confirmLabel="Remover grupo"
          danger
          send={(idempotencyKey) =>
            api.call('removeSignerGroup', { params: { signerGroupId }, idempotencyKey })
          }
          onDone={async () => {
            toast.success('Grupo removido');
            setRemoving(false);
            leave();
            queryClient.removeQueries({ queryKey: signerGroupQueries.detail(signerGroupId).queryKey });
            await queryClient.invalidateQueries({ queryKey: signerGroupQueries.all });
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

function GroupForm({
  group,
  readOnly = false,
  onSave,
  onLeave,
}: {
  group?: SignerGroup;
  readOnly?: boolean;
  onSave: (values: GroupValues, idempotencyKey: string) => Promise<void>;
  onLeave: () => void;
}) {
  const queryClient = useQueryClient();
  const form = useForm<GroupValues>({
    defaultValues: {
      name: group?.name ?? '',
      part: group?.part ?? 'signer',
      members: group?.members.map(({ part: _part, ...person }) => person) ?? [],
    },
    mode: 'onTouched',
  });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      await onSave(values, idempotencyKey);
      await queryClient.invalidateQueries({ queryKey: signerGroupQueries.all });
      form.reset(values);
      if (group === undefined) onLeave();
    },
    fieldOf: { SINGLE_ITEM_GROUP: 'members', DIFFERENT_GROUP_TYPE: 'members' },
    rename: (field) => (field.startsWith('members') ? 'members' : undefined),
  });
  const [part, members] = useWatch({ control: form.control, name: ['part', 'members'] });
  const error = get(form.formState.errors, 'members') as { message?: string } | undefined;
  form.register('members', {
    validate: (people) => people.length >= 2 || 'Inclua ao menos duas pessoas',
  });
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard when={form.formState.isDirty && !form.formState.isSubmitting} />
      <fieldset disabled={readOnly} className="min-w-0 divide-y divide-line card">
        <FormSection title="Grupo" text="O nome com que você o encontra ao criar um processo.">
          <TextField
            form={form}
            name="name"
            label="Nome do grupo"
            className="sm:col-span-6"
            rules={required('o nome do grupo')}
            inputProps={{ maxLength: 200, autoComplete: 'off', placeholder: 'Ex.: Diretoria' }}
          />
          <div className="sm:col-span-6">
            <RadioCards
              legend="Como participam"
              name="group-part"
              value={part}
              onValueChange={(value) => form.setValue('part', value, { shouldDirty: true })}
              options={PARTS.map((value) => ({
                value,
                label: partWords[value].label,
                description: partWords[value].description,
              }))}
              className="lg:grid-cols-3"
            />
          </div>
        </FormSection>
        <FormSection title="Pessoas" text="Ao menos duas. Todas entram no processo com a mesma participação.">
          <div className="sm:col-span-6">
            {readOnly ? (
              <ul className="flex flex-col gap-1 text-sm">
                {members.map(({ personId, name }) => (
                  <li key={personId}>{name}</li>
                ))}
              </ul>
            ) : (
              <PersonListField
                label="Pessoas do grupo"
                pickerLabel="Incluir pessoa no grupo"
                people={members}
                error={error?.message}
                onChange={(people) => {
                  form.setValue('members', people, { shouldDirty: true });
                  if (people.length >= 2) form.clearErrors('members');
                }}
              />
            )}
          </div>
        </FormSection>
      </fieldset>
      <ProblemCallout error={problem} className="mt-4" />
      {!readOnly && (
        <FormFooter
          saveLabel={group === undefined ? 'Criar grupo' : 'Salvar alterações'}
          busy={busy}
          onCancel={onLeave}
        />
      )}
    </form>
  );
}
