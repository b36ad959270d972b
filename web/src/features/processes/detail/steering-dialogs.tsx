import { endOfDay } from '@lacre/contracts/end-of-day';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Avatar } from '@/components/ui/display/avatar.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { DateInput } from '@/components/ui/fields/date-input.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import type { CreatedPerson } from '@/entities/person/person-dialog.tsx';
import { PersonPicker } from '@/entities/person/person-picker.tsx';
import { processQueries, type ProcessDetail, type ProcessParticipant } from '@/entities/process/queries.ts';
import { REMINDER_LIMIT } from '@/entities/process/reminder-words.ts';
import { tagQueries } from '@/entities/tag/queries.ts';
import { TagPicker } from '@/entities/tag/tag-picker.tsx';
import { newIntent } from '@/lib/api/client.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { INVALID_DAY, isDay, today } from '@/lib/format/day.ts';
import { formatDateTime, formatList } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { ContactDialog } from './contact-dialog.tsx';

/** What the requester may do to a process on its way. */
export type Steering =
  | { act: 'remind'; participants: readonly Pick<ProcessParticipant, 'personId' | 'name'>[] }
  | { act: 'replace'; participant: ProcessParticipant }
  | { act: 'contact'; participant: ProcessParticipant }
  | { act: 'deadline' }
  | { act: 'tags' };

/** The dialog of what is to be done. */
export function SteeringDialog({
  process,
  steering,
  onClose,
}: {
  process: ProcessDetail;
  steering: Steering;
  onClose: () => void;
}) {
  switch (steering.act) {
    case 'remind':
      return <RemindDialog process={process} participants={steering.participants} onClose={onClose} />;
    case 'replace':
      return <ReplaceDialog process={process} participant={steering.participant} onClose={onClose} />;
    case 'contact':
      return <ContactDialog process={process} participant={steering.participant} onClose={onClose} />;
    case 'deadline':
      return <DeadlineDialog process={process} onClose={onClose} />;
    case 'tags':
      return <TagsEditor process={process} onClose={onClose} />;
  }
}

/** Reads the process and everything about it again, and says what was done. */
function useDone(onClose: () => void) {
  const queryClient = useQueryClient();
  return async (title: string, description?: string) => {
    await queryClient.invalidateQueries({ queryKey: processQueries.all });
    toast.success(title, { description });
    onClose();
  };
}

function RemindDialog({
  process: { processId },
  participants,
  onClose,
}: {
  process: ProcessDetail;
  participants: readonly Pick<ProcessParticipant, 'personId' | 'name'>[];
  onClose: () => void;
}) {
  const done = useDone(onClose);
  const names = formatList(participants.map(({ name }) => name));
  return (
    <ConfirmCommand
      title={participants.length === 1 ? 'Enviar lembrete?' : `Lembrar ${participants.length} pessoas?`}
      description={
        <>
          <strong className="font-medium wrap-anywhere text-ink">{names}</strong>{' '}
          {participants.length === 1 ? 'recebe' : 'recebem'} de novo o email com o link para assinar.{' '}
          {REMINDER_LIMIT}
        </>
      }
      confirmLabel="Enviar lembrete"
      send={(idempotencyKey) =>
        api.call('remindParticipants', {
          params: { processId },
          body: { personIds: participants.map(({ personId }) => personId) },
          idempotencyKey,
        })
      }
      onDone={() => done('Lembrete a caminho')}
      onClose={onClose}
    />
  );
}

function DeadlineDialog({ process, onClose }: { process: ProcessDetail; onClose: () => void }) {
  const done = useDone(onClose);
  const { processId, deadline } = process;
  const [day, setDay] = useState('');
  const [asked, setAsked] = useState(false);
  return (
    <ConfirmCommand
      title={deadline === null ? 'Dar um prazo' : 'Adiar o prazo'}
      description={
        deadline === null
          ? 'Passado o prazo, ninguém mais assina e o que estiver pendente é encerrado.'
          : `O prazo atual é ${formatDateTime(deadline)}. Ele só pode ser adiado.`
      }
      confirmLabel={deadline === null ? 'Dar prazo' : 'Adiar prazo'}
      said={day}
      ready={isDay(day)}
      onUnready={() => setAsked(true)}
      send={(idempotencyKey) =>
        api.call('extendDeadline', {
          params: { processId },
          body: { deadline: endOfDay(day) },
          // Another day is another request.
          idempotencyKey: `${idempotencyKey}:${day}`,
        })
      }
      onDone={() => done(deadline === null ? 'Prazo definido' : 'Prazo adiado')}
      onClose={onClose}
    >
      <Field
        label="Último dia para assinar"
        required
        help="Vale até 23h59, horário de Brasília."
        error={asked && !isDay(day) ? (day === '' ? 'Escolha o dia' : INVALID_DAY) : undefined}
      >
        <DateInput min={today()} value={day} onValueChange={setDay} />
      </Field>
    </ConfirmCommand>
  );
}

function ReplaceDialog({
  process,
  participant,
  onClose,
}: {
  process: ProcessDetail;
  participant: ProcessParticipant;
  onClose: () => void;
}) {
  const done = useDone(onClose);
  const [chosen, setChosen] = useState<CreatedPerson>();
  const [intent, setIntent] = useState(newIntent);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const { processId } = process;

  async function replace(): Promise<void> {
    if (chosen === undefined) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await api.call('replaceParticipant', {
        params: { processId, personId: participant.personId },
        body: { personId: chosen.personId },
        idempotencyKey: intent,
      });
      await done('Participante substituído', `${chosen.name} no lugar de ${participant.name}.`);
    } catch (error) {
      const failed = asProblem(error);
      if (!failed.retryable) setIntent(newIntent());
      setProblem(failed);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      locked={busy}
      unsaved={chosen !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Substituir ${participant.name}`}
      description="Quem entra recebe o convite, com a mesma participação, ordem e exigências. O link de quem sai deixa de valer."
      footer={
        <>
          <Button onClick={onClose}>Voltar</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={chosen === undefined}
            onClick={() => void replace()}
          >
            Substituir
          </Button>
        </>
      }
    >
      <div className="flex min-h-80 flex-col gap-4">
        <ProblemCallout error={problem} />
        {chosen === undefined ? (
          <PersonPicker
            label="Quem entra no lugar"
            reasonAgainst={(personId) =>
              process.participants.some((one) => one.personId === personId)
                ? 'Já participa deste processo'
                : undefined
            }
            onChoose={(person) => {
              setIntent(newIntent());
              setChosen(person);
            }}
          />
        ) : (
          <div className="flex items-center gap-3 rounded-xl border border-primary-line bg-primary-soft p-3">
            <Avatar name={chosen.name} size="sm" />
            <div className="min-w-0 flex-1 text-sm">
              <p className="font-medium wrap-anywhere">{chosen.name}</p>
              <Email className="block text-muted">{chosen.email}</Email>
            </div>
            <Button size="sm" onClick={() => setChosen(undefined)}>
              Trocar
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function TagsEditor({ process, onClose }: { process: ProcessDetail; onClose: () => void }) {
  const done = useDone(onClose);
  const queryClient = useQueryClient();
  const [tags, setTags] = useState(process.tags);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const ids = tags.map(({ tagId }) => tagId);
  const changed = ids.join() !== process.tags.map(({ tagId }) => tagId).join();

  async function save(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.call('setProcessTags', {
        params: { processId: process.processId },
        body: { tagIds: ids },
        idempotencyKey: newIntent(),
      });
      await queryClient.invalidateQueries({ queryKey: tagQueries.all });
      await done('Etiquetas salvas');
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      locked={busy}
      unsaved={changed}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Etiquetas do processo"
      description="Só a sua conta as vê; quem assina, não."
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" busy={busy} onClick={() => void (changed ? save() : onClose())}>
            Salvar
          </Button>
        </>
      }
    >
      <div className="flex min-h-72 flex-col gap-4">
        <ProblemCallout error={problem} />
        <TagPicker tags={tags} onChange={setTags} />
      </div>
    </Dialog>
  );
}
