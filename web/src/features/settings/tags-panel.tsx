import type { AnswerOf } from '@lacre/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Tag as TagIcon, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { Section, SectionRow } from '@/components/app/section.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { SkeletonRows } from '@/components/ui/skeleton.tsx';
import { toast } from '@/components/ui/toast.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { api } from '@/lib/api/session.ts';
import { plural } from '@/lib/format.ts';

type Tag = AnswerOf<'listTags'>['items'][number];

/** Tags of the tenant. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) => api.call('listTags', { signal }),
});

/** The tenant's tags: made, renamed and removed. */
export function TagsPanel() {
  const query = useQuery(tagsQuery);
  const [editing, setEditing] = useState<Tag | 'new'>();
  const [removing, setRemoving] = useState<Tag>();
  const newTag = (
    <Button icon={<Plus />} onClick={() => setEditing('new')}>
      Nova etiqueta
    </Button>
  );
  const tags = query.data?.items ?? [];
  return (
    <Section
      title="Etiquetas"
      text="Palavras suas para encontrar e filtrar processos."
      action={tags.length > 0 && newTag}
    >
      {query.isPending && <SkeletonRows rows={3} />}
      {query.isError && (
        <ProblemCallout
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data !== undefined && tags.length === 0 && (
        <EmptyState icon={<TagIcon />} title="Nenhuma etiqueta ainda" action={newTag} className="py-8!">
          Crie etiquetas como “Locação” ou “Urgente” e marque os processos com elas.
        </EmptyState>
      )}
      <ul>
        {tags.map((tag) => (
          <SectionRow
            key={tag.tagId}
            icon={<TagIcon />}
            title={tag.name}
            detail={tag.processes === 0 ? 'Em nenhum processo' : `Em ${plural(tag.processes, 'processo')}`}
            action={
              <>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Renomear ${tag.name}`}
                  icon={<Pencil />}
                  onClick={() => setEditing(tag)}
                />
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remover ${tag.name}`}
                  icon={<Trash2 />}
                  onClick={() => setRemoving(tag)}
                />
              </>
            }
          />
        ))}
      </ul>
      {editing !== undefined && (
        <TagDialog tag={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
      {removing !== undefined && <RemoveTag tag={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  );
}

function TagDialog({ tag, onClose }: { tag: Tag | undefined; onClose: () => void }) {
  const formId = useId();
  const queryClient = useQueryClient();
  const form = useForm({ defaultValues: { name: tag?.name ?? '' }, mode: 'onTouched' });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const body = { name: values.name.trim() };
      if (tag === undefined) await api.call('createTag', { idempotencyKey, body });
      else await api.call('renameTag', { idempotencyKey, params: { tagId: tag.tagId }, body });
      await queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey });
      toast.success(tag === undefined ? 'Etiqueta criada' : 'Etiqueta renomeada', { description: body.name });
      onClose();
    },
    fieldOf: { SAVE_TAG_ERROR: 'name', TAG_EMPTY: 'name' },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={busy}
      unsaved={form.formState.isDirty}
      title={tag === undefined ? 'Nova etiqueta' : 'Renomear etiqueta'}
      className="sm:max-w-md!"
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {tag === undefined ? 'Criar etiqueta' : 'Salvar'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <ProblemCallout error={problem} />
        <TextField
          form={form}
          name="name"
          label="Etiqueta"
          rules={required('a etiqueta')}
          inputProps={{ maxLength: 40, autoComplete: 'off' }}
        />
      </form>
    </Dialog>
  );
}

function RemoveTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await api.call('removeTag', { params: { tagId: tag.tagId } });
      await queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey });
      toast.success('Etiqueta removida', { description: tag.name });
    } catch (error) {
      toast.error(asProblem(error).title);
    } finally {
      onClose();
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remover “${tag.name}”?`}
      description={
        tag.processes === 0
          ? 'Nenhum processo a usa.'
          : `Ela sai de ${plural(tag.processes, 'processo')}; os processos continuam como estão.`
      }
      confirmLabel="Remover etiqueta"
      danger
      busy={busy}
      onConfirm={() => void remove()}
    />
  );
}
