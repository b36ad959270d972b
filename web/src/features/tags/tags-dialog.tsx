import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, TagIcon, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';

import { ConfirmCommand } from '@/components/app/confirm-command.tsx';
import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { SkeletonRows } from '@/components/ui/skeleton.tsx';
import { toast } from '@/components/ui/toast.ts';
import { api } from '@/lib/api/session.ts';
import { plural } from '@/lib/format.ts';

import { tagQueries, type ListedTag } from './queries.ts';

/** The account's tags: made here by everybody, renamed and removed by those who run the account. */
export function TagsDialog({
  mayEdit,
  onClose,
  onChanged,
}: {
  mayEdit: boolean;
  onClose: () => void;
  /** Names that processes carry have changed. */
  onChanged: () => void;
}) {
  const query = useQuery(tagQueries.list());
  const [renaming, setRenaming] = useState<string>();
  const [removing, setRemoving] = useState<ListedTag>();
  const queryClient = useQueryClient();
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: tagQueries.all });
    onChanged();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Etiquetas"
      description="Para organizar e encontrar processos. Quem assina não as vê."
    >
      <div className="flex flex-col gap-5">
        <NameForm label="Nova etiqueta" submitLabel="Criar" onStored={refresh} />
        {query.isPending && <SkeletonRows rows={3} />}
        {query.isError && <ProblemCallout error={query.error} onRetry={() => void query.refetch()} />}
        {query.data?.items.length === 0 && (
          <EmptyState icon={<TagIcon />} title="Nenhuma etiqueta ainda" className="py-8!">
            Crie a primeira e use-a nos processos.
          </EmptyState>
        )}
        {query.data !== undefined && query.data.items.length > 0 && (
          <ul aria-label="Etiquetas da conta" className="divide-y divide-line rounded-xl border border-line">
            {query.data.items.map((tag) => (
              <li key={tag.tagId} className="flex items-center gap-2 p-2 pl-3.5">
                {renaming === tag.tagId ? (
                  <div className="min-w-0 flex-1 py-1">
                    <NameForm
                      label={`Novo nome de ${tag.name}`}
                      submitLabel="Salvar"
                      tag={tag}
                      onStored={async () => {
                        await refresh();
                        setRenaming(undefined);
                      }}
                      onCancel={() => setRenaming(undefined)}
                    />
                  </div>
                ) : (
                  <>
                    <div className="min-w-0 flex-1 text-sm">
                      <p className="font-medium wrap-anywhere">{tag.name}</p>
                      <p className="text-[0.8125rem] text-muted">{plural(tag.processes, 'processo')}</p>
                    </div>
                    {mayEdit && (
                      <>
                        <Button
                          variant="ghost"
                          size="iconSm"
                          aria-label={`Renomear ${tag.name}`}
                          icon={<Pencil />}
                          onClick={() => setRenaming(tag.tagId)}
                        />
                        <Button
                          variant="ghost"
                          size="iconSm"
                          aria-label={`Remover ${tag.name}`}
                          icon={<Trash2 />}
                          onClick={() => setRemoving(tag)}
                        />
                      </>
                    )}
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {removing !== undefined && (
        <ConfirmCommand
          title="Remover esta etiqueta?"
          description={
            <>
              <strong className="font-medium text-ink">{removing.name}</strong> sai de{' '}
              {plural(removing.processes, 'processo')}. Os processos ficam como estão.
            </>
          }
          confirmLabel="Remover etiqueta"
          danger
          send={(idempotencyKey) =>
            api.call('removeTag', { params: { tagId: removing.tagId }, idempotencyKey })
          }
          onDone={async () => {
            await refresh();
            setRemoving(undefined);
            toast.success('Etiqueta removida');
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Dialog>
  );
}

function NameForm({
  label,
  submitLabel,
  tag,
  onStored,
  onCancel,
}: {
  label: string;
  submitLabel: string;
  /** To be renamed; a new one without it. */
  tag?: ListedTag;
  onStored: () => Promise<void>;
  onCancel?: () => void;
}) {
  const id = useId();
  const form = useForm({ defaultValues: { name: tag?.name ?? '' } });
  const { submit, problem, busy } = useSubmit(form, {
    send: async ({ name }, idempotencyKey) => {
      const body = { name: name.trim() };
      if (tag === undefined) await api.call('createTag', { body, idempotencyKey });
      else await api.call('renameTag', { params: { tagId: tag.tagId }, body, idempotencyKey });
      await onStored();
      form.reset({ name: '' });
    },
    fieldOf: { SAVE_TAG_ERROR: 'name', TAG_EMPTY: 'name' },
  });
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-2">
      <TextField
        form={form}
        name="name"
        label={label}
        rules={required('a etiqueta')}
        inputProps={{ maxLength: 40, autoComplete: 'off' }}
      />
      <ProblemCallout error={problem} />
      <div className="flex justify-end gap-2">
        {onCancel !== undefined && (
          <Button size="sm" onClick={onCancel}>
            Cancelar
          </Button>
        )}
        <Button
          size="sm"
          type="submit"
          variant={tag === undefined ? 'soft' : 'primary'}
          icon={tag === undefined ? <Plus /> : undefined}
          busy={busy}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
