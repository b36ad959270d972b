import { isEmptyText } from '@lacre/contracts/emptiness';
import { MAX_REASON_LENGTH } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Textarea } from '@/components/ui/fields/textarea.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { processQueries, type ProcessSummary } from '@/entities/process/queries.ts';
import { REMINDER_LIMIT } from '@/entities/process/reminder-words.ts';
import { tagQueries, type Tag } from '@/entities/tag/queries.ts';
import { TagPicker } from '@/entities/tag/tag-picker.tsx';
import { creditsQuery } from '@/entities/tenant/credits-query.ts';
import { formatList, plural } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { splitFor, type BulkAct } from './acts.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { useBulkRun } from './use-bulk-run.ts';

interface Words {
  title: string;
  text: string;
  confirm: (processes: string) => string;
}

const words: Readonly<Record<BulkAct, Words>> = {
  remind: {
    title: 'Lembrar quem falta',
    text: `Quem falta assinar recebe de novo o email com o link. ${REMINDER_LIMIT}`,
    confirm: (processes) => `Lembrar em ${processes}`,
  },
  cancel: {
    title: 'Cancelar processos',
    text: 'Os documentos pendentes serão cancelados e os participantes, avisados. Não é possível desfazer.',
    confirm: (processes) => `Cancelar ${processes}`,
  },
  tag: {
    title: 'Incluir etiquetas',
    text: 'As etiquetas que os processos já têm ficam. Só a sua conta as vê; quem assina, não.',
    confirm: (processes) => `Etiquetar ${processes}`,
  },
};

/** The process with these tags beside those that it has by now. */
async function addTags(processId: string, tags: readonly Tag[], idempotencyKey: string): Promise<unknown> {
  const { tags: own } = await api.call('getProcess', { params: { processId } });
  const tagIds = [...new Set([...own, ...tags].map(({ tagId }) => tagId))];
  return api.call('setProcessTags', { params: { processId }, body: { tagIds }, idempotencyKey });
}

/**
 * Does one thing to several processes: says first which of them take it and why others do not, then goes through them, and
 * keeps what failed to be tried again.
 */
export function BulkDialog({
  act,
  processes,
  onClose,
}: {
  act: BulkAct;
  processes: readonly ProcessSummary[];
  /** @param done what it was done to */
  onClose: (done: readonly string[]) => void;
}) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [tags, setTags] = useState<Tag[]>([]);
  const { outcomes, running, run, stop } = useBulkRun((processId, idempotencyKey) => {
    const params = { processId };
    switch (act) {
      case 'remind':
        return api.call('remindParticipants', { params, body: {}, idempotencyKey });
      case 'cancel': {
        const body = isEmptyText(reason) ? {} : { reason: reason.trim() };
        return api.call('cancelProcess', { params, body, idempotencyKey });
      }
      case 'tag':
        return addTags(processId, tags, idempotencyKey);
    }
  });
  const { taken, left } = splitFor(act, processes, tags);
  const started = outcomes.size > 0;
  const undone = taken.filter(({ processId }) => outcomes.get(processId) !== 'done');
  const ready = taken.length > 0 && (act !== 'tag' || tags.length > 0);
  const send = async (): Promise<void> => {
    await run(undone.map(({ processId }) => processId));
    await Promise.all(
      [processQueries.all, tagQueries.all, creditsQuery.queryKey].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
  const close = (): void =>
    onClose([...outcomes].filter(([, outcome]) => outcome === 'done').map(([processId]) => processId));
  return (
    <Dialog
      open
      locked={running}
      unsaved={!started && (reason !== '' || tags.length > 0)}
      onOpenChange={(open) => (open ? undefined : close())}
      title={words[act].title}
      description={started ? undefined : words[act].text}
      footer={
        running ? (
          <Button onClick={stop}>Parar</Button>
        ) : (
          <>
            <Button onClick={close}>{started ? 'Voltar à lista' : 'Voltar'}</Button>
            {undone.length > 0 && (
              <Button
                variant={act === 'cancel' ? 'danger' : 'primary'}
                disabled={!ready}
                onClick={() => void send()}
              >
                {started
                  ? `Tentar de novo (${undone.length})`
                  : words[act].confirm(plural(taken.length, 'processo'))}
              </Button>
            )}
          </>
        )
      }
    >
      {started ? (
        <BulkProgress processes={taken} outcomes={outcomes} running={running} />
      ) : (
        <div className="flex flex-col gap-4">
          <Reach taken={taken.length} left={left} />
          {act === 'cancel' && taken.length > 0 && (
            <Field label="Motivo" optional help="Fica registrado na linha do tempo de cada processo.">
              <Textarea
                value={reason}
                maxLength={MAX_REASON_LENGTH}
                onChange={({ target }) => setReason(target.value)}
              />
            </Field>
          )}
          {act === 'tag' && (
            <div className="min-h-72">
              <TagPicker tags={tags} onChange={setTags} />
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Names that are written out. */
const NAMED = 5;

/** How many take it, and which do not and why. */
function Reach({ taken, left }: { taken: number; left: ReadonlyMap<string, readonly ProcessSummary[]> }) {
  const total = taken + [...left.values()].reduce((sum, { length }) => sum + length, 0);
  if (left.size === 0) return null;
  return (
    <div className="rounded-xl bg-sunken p-4 text-sm">
      <p className="font-medium">
        {taken === 0
          ? 'Nenhum dos processos escolhidos aceita esta ação.'
          : `Vale para ${taken} de ${plural(total, 'processo')}.`}
      </p>
      <ul className="mt-2 flex flex-col gap-1 text-muted">
        {[...left].map(([why, processes]) => (
          <li key={why} className="wrap-anywhere">
            {namesOf(processes)}: {why}.
          </li>
        ))}
      </ul>
    </div>
  );
}

function namesOf(processes: readonly ProcessSummary[]): string {
  const names = processes.slice(0, NAMED).map(({ summary }) => summary);
  const more = processes.length - names.length;
  return formatList(more > 0 ? [...names, `mais ${more}`] : names);
}
