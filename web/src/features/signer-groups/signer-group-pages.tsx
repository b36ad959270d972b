import type { Part } from '@lacre/contracts';
import { MAX_LINE_LENGTH, MIN_GROUP_PERSONS } from '@lacre/contracts/limits';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { get, useForm, useWatch } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { FormSection, LongForm } from '@/components/form/form-page.tsx';
import { required } from '@/components/form/rules.ts';
import { useOthersChanges } from '@/components/form/use-others-changes.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ReusablePage } from '@/components/list/reusable-page.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { RadioCards } from '@/components/ui/fields/radio-cards.tsx';
import type { CreatedPerson } from '@/entities/person/person-dialog.tsx';
import { PersonListField, PersonNames } from '@/entities/person/person-list-field.tsx';
import { AtRequestToggle } from '@/entities/process/at-request-controls.tsx';
import { signerGroupQueries, type SignerGroup } from '@/entities/signer-group/queries.ts';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';
import { plural } from '@/lib/format/format.ts';
import { useNavigateHere } from '@/lib/hooks/use-navigate-here.ts';
import { api } from '@/lib/session/session.ts';

import { MemberRequest, type Requesting } from './member-request.tsx';

const WORDS = {
  remove: 'Remover grupo',
  asked: 'Remover este grupo?',
  fate: (name: ReactNode) => (
    <>{name} deixa de existir. As pessoas continuam cadastradas e os processos ficam como estão.</>
  ),
  removed: 'Grupo removido',
  readOnly: 'Você pode usar este grupo, mas não alterá-lo. Fale com seu supervisor.',
};

const LIST = { label: 'Grupos', to: '/signer-groups' } as const;

interface GroupValues {
  name: string;
  part: Part;
  members: CreatedPerson[];
  /** By the member's id, in whose name they sign; null while that person is not chosen. */
  requesting: Requesting;
}

const bodyOf = ({ name, part, members, requesting }: GroupValues) => ({
  name: name.trim(),
  members: members.map(({ personId }) => {
    const person = part === 'attestant' ? undefined : requesting[personId];
    return { personId, part, ...(person != null && { atRequestOf: { personId: person.personId } }) };
  }),
});

/** Making a group. */
export function NewSignerGroupPage() {
  const navigate = useNavigateHere();
  return (
    <>
      <PageHeader title="Novo grupo" breadcrumb={[LIST]} />
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
  const query = signerGroupQueries.detail(signerGroupId);
  const { data: group } = useSuspenseQuery(query);
  const missing = group.missing.length;
  return (
    <ReusablePage
      name={group.name}
      words={WORDS}
      list={LIST}
      beginning={missing === 0 ? { group: signerGroupId } : undefined}
      remove={(idempotencyKey) =>
        api.call('removeSignerGroup', { params: { signerGroupId }, idempotencyKey })
      }
      queryKeys={{ detail: query.queryKey, all: signerGroupQueries.all }}
    >
      {(readOnly) => (
        <>
          {missing > 0 && (
            <Callout tone="warning" className="mb-4" title="Há pessoas que saíram do cadastro">
              {plural(missing, 'pessoa foi removida', 'pessoas foram removidas')} e não{' '}
              {missing === 1 ? 'aparece' : 'aparecem'} abaixo. Salve o grupo sem{' '}
              {missing === 1 ? 'ela' : 'elas'} para poder usá-lo de novo.
            </Callout>
          )}
          <GroupForm
            key={signerGroupId}
            group={group}
            readOnly={readOnly}
            onSave={async (values, idempotencyKey) => {
              await api.call('editSignerGroup', {
                params: { signerGroupId },
                body: bodyOf(values),
                idempotencyKey,
              });
              toast.success('Alterações salvas');
            }}
            onLeave={() => void navigate({ to: LIST.to })}
          />
        </>
      )}
    </ReusablePage>
  );
}

/** Why it cannot be kept in whose name members sign, if it cannot. */
function unsaidRequest({
  part,
  members,
  requesting,
}: Pick<GroupValues, 'part' | 'members' | 'requesting'>): string | undefined {
  if (part === 'attestant') return undefined;
  const unsaid = members.find(({ personId }) => requesting[personId] === null);
  return unsaid && `Diga a rogo de quem ${unsaid.name} assina`;
}

const valuesOf = (group?: SignerGroup): GroupValues => ({
  name: group?.name ?? '',
  part: group?.part ?? 'signer',
  members: group?.members.map(({ part: _part, atRequestOf: _other, ...person }) => person) ?? [],
  requesting: Object.fromEntries(
    group?.members.flatMap(({ personId, atRequestOf }) =>
      atRequestOf === undefined ? [] : [[personId, atRequestOf]],
    ) ?? [],
  ),
});

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
    defaultValues: valuesOf(group),
    mode: 'onTouched',
  });
  const check = useOthersChanges(
    form,
    group,
    valuesOf,
    signerGroupQueries.detail(group?.signerGroupId ?? ''),
  );
  const submission = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      await check();
      await onSave(values, idempotencyKey);
      await queryClient.invalidateQueries({ queryKey: signerGroupQueries.all });
      form.reset(values);
      if (group === undefined) onLeave();
    },
    fieldOf: {
      SINGLE_ITEM_GROUP: 'members',
      DIFFERENT_GROUP_TYPE: 'members',
      AT_REQUEST_NOT_ALLOWED: 'members',
    },
    rename: (field) => (field.startsWith('members') ? 'members' : undefined),
  });
  const [part, members, requesting] = useWatch({
    control: form.control,
    name: ['part', 'members', 'requesting'],
  });
  const error = get(form.formState.errors, 'members') as { message?: string } | undefined;
  form.register('members', {
    validate: (people, values) =>
      people.length < MIN_GROUP_PERSONS ? 'Inclua ao menos duas pessoas' : (unsaidRequest(values) ?? true),
  });
  const setRequesting = (next: Requesting) => {
    form.setValue('requesting', next, { shouldDirty: true });
    if (unsaidRequest({ part, members, requesting: next }) === undefined) form.clearErrors('members');
  };
  const [asksRequest, setAsksRequest] = useState(false);
  const mayRequest = part !== 'attestant';
  const hasRequest = mayRequest && members.some(({ personId }) => requesting[personId] !== undefined);
  return (
    <LongForm
      form={form}
      submission={submission}
      readOnly={readOnly}
      saveLabel={group === undefined ? 'Criar grupo' : 'Salvar alterações'}
      onCancel={onLeave}
    >
      <FormSection title="Grupo" text="O nome com que você o encontra ao criar um processo.">
        <TextField
          form={form}
          name="name"
          label="Nome do grupo"
          className="sm:col-span-6"
          rules={required('o nome do grupo')}
          inputProps={{ maxLength: MAX_LINE_LENGTH, autoComplete: 'off', placeholder: 'Ex.: Diretoria' }}
        />
        <div className="sm:col-span-6">
          <RadioCards
            legend="Como participam"
            name="group-part"
            className="md:grid-cols-3"
            value={part}
            onValueChange={(value) => form.setValue('part', value, { shouldDirty: true })}
            options={PARTS.map((value) => ({
              value,
              label: partWords[value].label,
              description: partWords[value].description,
            }))}
          />
        </div>
      </FormSection>
      <FormSection title="Pessoas" text="Ao menos duas. Todas entram no processo com a mesma participação.">
        <div className="sm:col-span-6">
          {readOnly ? (
            <PersonNames
              people={members}
              renderBehind={({ personId }) => {
                const person = requesting[personId];
                return person == null ? null : <span className="text-muted">, a rogo de {person.name}</span>;
              }}
            />
          ) : (
            <PersonListField
              label="Pessoas do grupo"
              pickerLabel="Incluir pessoa no grupo"
              people={members}
              error={error?.message}
              onChange={(people) => {
                form.setValue('members', people, { shouldDirty: true });
                if (people.length >= MIN_GROUP_PERSONS) form.clearErrors('members');
              }}
              renderBeneath={
                mayRequest && (asksRequest || hasRequest)
                  ? (member) => (
                      <MemberRequest
                        member={member}
                        members={members}
                        requesting={requesting}
                        onChange={setRequesting}
                      />
                    )
                  : undefined
              }
            />
          )}
          {!readOnly && mayRequest && !hasRequest && members.length > 0 && (
            <div className="mt-2">
              <AtRequestToggle open={asksRequest} onToggle={setAsksRequest} />
            </div>
          )}
        </div>
      </FormSection>
    </LongForm>
  );
}
