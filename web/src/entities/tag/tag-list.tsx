import { MAX_TAG_LENGTH } from '@lacre/contracts/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, TagIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/form-dialog.tsx';
import { required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { SectionRow } from '@/components/page/section.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { processQueries } from '@/entities/process/queries.ts';
import { tenantFailures } from '@/i18n/tenant-failures.ts';
import { plural } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { tagQueries, type ListedTag } from './queries.ts';

/** Asks again for the tags, and for the processes that show their names. */
function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: processQueries.all });
    await queryClient.invalidateQueries({ queryKey: tagQueries.all });
  };
}

/** The account's tags; renamed and removed by those who run the account. */
export function TagList({ mayEdit }: { mayEdit: boolean }) {
  const query = useQuery(tagQueries.list());
  const refresh = useRefresh();
  const [renaming, setRenaming] = useState<ListedTag>();
  const [removing, setRemoving] = useState<ListedTag>();
  const tags = query.data?.items ?? [];
  return (
    <>
      {query.isPending && <SkeletonRows rows={3} />}
      {query.isError && (
        <ProblemCallout
          error={query.error}
          failed={tenantFailures.tags}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data !== undefined && tags.length === 0 && (
        <EmptyState
          icon={<TagIcon />}
          title="Nenhuma etiqueta ainda"
          action={<NewTagButton />}
          className="py-8!"
        >
          Crie etiquetas como “Locação” ou “Urgente” e marque os processos com elas.
        </EmptyState>
      )}
      {tags.length > 0 && (
        <ul aria-label="Etiquetas da conta">
          {tags.map((tag) => (
            <SectionRow
              key={tag.tagId}
              icon={<TagIcon />}
              title={tag.name}
              detail={tag.processes === 0 ? 'Em nenhum processo' : `Em ${plural(tag.processes, 'processo')}`}
              action={
                mayEdit && (
                  <>
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={`Renomear ${tag.name}`}
                      icon={<Pencil />}
                      onClick={() => setRenaming(tag)}
                    />
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={`Remover ${tag.name}`}
                      icon={<Trash2 />}
                      onClick={() => setRemoving(tag)}
                    />
                  </>
                )
              }
            />
          ))}
        </ul>
      )}
      {renaming !== undefined && <TagDialog tag={renaming} onClose={() => setRenaming(undefined)} />}
      {removing !== undefined && (
        <ConfirmCommand
          title={`Remover “${removing.name}”?`}
          description={
            removing.processes === 0
              ? 'Nenhum processo a usa.'
              : `Ela sai de ${plural(removing.processes, 'processo')}; os processos continuam como estão.`
          }
          confirmLabel="Remover etiqueta"
          danger
          send={(idempotencyKey) =>
            api.call('removeTag', { params: { tagId: removing.tagId }, idempotencyKey })
          }
          onDone={async () => {
            await refresh();
            toast.success('Etiqueta removida', { description: removing.name });
            setRemoving(undefined);
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

/** Users who create processes may create tags for them. */
export function NewTagButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Plus />} onClick={() => setOpen(true)}>
        Nova etiqueta
      </Button>
      {open && <TagDialog tag={undefined} onClose={() => setOpen(false)} />}
    </>
  );
}

function TagDialog({ tag, onClose }: { tag: ListedTag | undefined; onClose: () => void }) {
  const refresh = useRefresh();
  const form = useForm({ defaultValues: { name: tag?.name ?? '' }, mode: 'onTouched' });
  const submission = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const body = { name: values.name.trim() };
      if (tag === undefined) await api.call('createTag', { idempotencyKey, body });
      else await api.call('renameTag', { idempotencyKey, params: { tagId: tag.tagId }, body });
      await refresh();
      toast.success(tag === undefined ? 'Etiqueta criada' : 'Etiqueta renomeada', { description: body.name });
      onClose();
    },
    fieldOf: { SAVE_TAG_ERROR: 'name', TAG_EMPTY: 'name' },
  });
  return (
    <FormDialog
      form={form}
      submission={submission}
      title={tag === undefined ? 'Nova etiqueta' : 'Renomear etiqueta'}
      className="sm:max-w-md!"
      saveLabel={tag === undefined ? 'Criar etiqueta' : 'Salvar'}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Etiqueta"
        rules={required('a etiqueta')}
        inputProps={{ maxLength: MAX_TAG_LENGTH, autoComplete: 'off' }}
      />
    </FormDialog>
  );
}
