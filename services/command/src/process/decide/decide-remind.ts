import { MIN_REMINDER_MINUTES, type ProcessEvent } from '@lacre/contracts';

import { accept, reject, type Decision, type Rejection } from '../../decider/decision.ts';
import type { Remind, RemindBySchedule } from './commands.ts';
import { neededSignatures } from './decide-outcome.ts';
import { nextReminder } from './reminder-schedule.ts';
import { isOverdue, processOf, type ExistingProcess, type ProcessState } from './state.ts';

const HAND_INTERVAL_MS = MIN_REMINDER_MINUTES * 60_000;
/** The schedule skips participants mailed about the process this recently. */
const SCHEDULE_INTERVAL_MS = 12 * 3_600_000;

/** A reminder to participants whose turn it is: all of them, or the ones that are named. */
export function decideRemind(command: Remind, state: ProcessState): Decision<ProcessEvent> {
  const { tenantId, at } = command;
  const process = processOf(state, tenantId);
  if (process === undefined) return reject('SIGNATURE_PROCESS_NOT_FOUND');
  if (process.expired || isOverdue(process, at)) return reject('DEADLINE_PASSED');
  const due = process.status === 'waiting' ? dueOf(process) : [];
  const refused = command.personIds
    ?.map((id) => objectionTo(process, due, id))
    .find((one) => one !== undefined);
  if (refused !== undefined) return refused;
  if (due.length === 0) return reject('SIGNATURE_NOT_PENDING');
  const isFree = (personId: string) => !wasReminded(process, personId, at, HAND_INTERVAL_MS);
  const personIds = (command.personIds === undefined ? due : [...new Set(command.personIds)]).filter(isFree);
  // Named people are reminded all or none; without names, those who were not reminded recently.
  if (personIds.length === 0 || personIds.length < new Set(command.personIds ?? personIds).size)
    return tooSoon(process, command, due);
  const { processId } = process;
  return accept({
    type: 'ParticipantsReminded',
    data: { processId, tenantId, by: 'hand', personIds, remindedAt: at },
  });
}

/** Until all who are named may be reminded again; without names, until the first of those who are due may. */
function tooSoon(process: ExistingProcess, { personIds, at }: Remind, due: readonly string[]): Rejection {
  const left = (personIds ?? due).flatMap((personId) => {
    const last = process.remindedAt.get(personId);
    return last === undefined ? [] : [Date.parse(last) + HAND_INTERVAL_MS - Date.parse(at)];
  });
  const leftMs = personIds === undefined ? Math.min(...left) : Math.max(...left);
  return {
    ...reject(
      'TOO_MANY_REQUESTS',
      `Cada pessoa pode ser lembrada uma vez a cada ${MIN_REMINDER_MINUTES} minutos.`,
    ),
    retryAfterSeconds: Math.ceil(leftMs / 1000),
  };
}

/** The schedule's reminder, when one is due; the event says when the next one is. */
export function decideRemindBySchedule(
  command: RemindBySchedule,
  state: ProcessState,
): Decision<ProcessEvent> {
  const { tenantId, at } = command;
  const process = processOf(state, tenantId);
  if (process === undefined) return reject('SIGNATURE_PROCESS_NOT_FOUND');
  const { processId, status, reminders, nextReminderAt, deadline } = process;
  if (status !== 'waiting' || reminders === undefined || nextReminderAt === undefined) return accept();
  if (Date.parse(at) < Date.parse(nextReminderAt) || isOverdue(process, at)) return accept();
  const due = dueOf(process);
  // No turn is open: the seals are on their way, and the process's end closes the schedule.
  if (due.length === 0) return accept();
  const next = nextReminder(reminders, { due: nextReminderAt, now: at, deadline });
  return accept({
    type: 'ParticipantsReminded',
    data: {
      processId,
      tenantId,
      by: 'schedule',
      personIds: due.filter((personId) => !wasReminded(process, personId, at, SCHEDULE_INTERVAL_MS)),
      remindedAt: at,
      ...(next === undefined ? {} : { nextReminderAt: next }),
    },
  });
}

/** Whose turn it is, in the order of the process. */
function dueOf(process: ExistingProcess): string[] {
  const asked = neededSignatures(process).filter(({ group }) => group <= process.askedGroup);
  const due = new Set(asked.map(({ personId }) => personId));
  return process.participants.map(({ personId }) => personId).filter((id) => due.has(id));
}

function objectionTo(
  process: ExistingProcess,
  due: readonly string[],
  personId: string,
): Rejection | undefined {
  if (due.includes(personId)) return undefined;
  if (!process.participants.some((one) => one.personId === personId)) return reject('SIGNER_NOT_FOUND');
  const isLater = neededSignatures(process).some((one) => one.personId === personId);
  return isLater
    ? reject('NOT_YOUR_TURN', 'Ainda não chegou a vez desta pessoa: ela não foi convidada a assinar.')
    : reject('SIGNATURE_NOT_PENDING');
}

function wasReminded(process: ExistingProcess, personId: string, at: string, withinMs: number): boolean {
  const last = process.remindedAt.get(personId);
  return last !== undefined && Date.parse(at) - Date.parse(last) < withinMs;
}
