import type { ProcessEvent } from '@lacre/contracts';

import { accept, reject, type Decision } from '../../decider/decision.ts';
import type { Expire, ExtendDeadline } from './commands.ts';
import { neededSignatures, settling } from './decide-outcome.ts';
import { nextReminder } from './reminder-schedule.ts';
import { isOverdue, pendingDocuments, processOf, type ProcessState } from './state.ts';

/** The deadline moves to a later moment, while something is pending and it has not passed. */
export function decideExtendDeadline(command: ExtendDeadline, state: ProcessState): Decision<ProcessEvent> {
  const { tenantId, deadline, at } = command;
  const process = processOf(state, tenantId);
  if (process === undefined) return reject('SIGNATURE_PROCESS_NOT_FOUND');
  if (process.expired || isOverdue(process, at)) return reject('DEADLINE_PASSED');
  if (pendingDocuments(process).length === 0) return reject('DOCUMENT_NOT_PENDING');
  const earliest = Math.max(Date.parse(at), Date.parse(process.deadline ?? at));
  if (Date.parse(deadline) <= earliest) return reject('DEADLINE_INVALID');
  const { processId, reminders, nextReminderAt } = process;
  const resumed =
    reminders === undefined || nextReminderAt !== undefined
      ? undefined
      : nextReminder(reminders, { due: at, now: at, deadline });
  return accept({
    type: 'DeadlineExtended',
    data: {
      processId,
      tenantId,
      deadline,
      ...(resumed === undefined ? {} : { nextReminderAt: resumed }),
    },
  });
}

/** Whatever is pending when the deadline has passed is rejected by it. Before that moment there is nothing to do. */
export function decideExpire({ tenantId, at }: Expire, state: ProcessState): Decision<ProcessEvent> {
  const process = processOf(state, tenantId);
  if (process === undefined) return reject('SIGNATURE_PROCESS_NOT_FOUND');
  const pending = pendingDocuments(process);
  if (process.deadline === undefined || !isOverdue(process, at) || pending.length === 0) return accept();
  const { processId, deadline, askedGroup } = process;
  const asked = new Set(
    neededSignatures(process)
      .filter(({ group }) => group <= askedGroup)
      .map(({ personId }) => personId),
  );
  const personIds = process.participants.map(({ personId }) => personId).filter((id) => asked.has(id));
  return settling(process, [
    { type: 'ProcessExpired', data: { processId, tenantId, deadline, personIds } },
    ...pending.map(({ documentId }): ProcessEvent => ({
      type: 'DocumentRejected',
      data: { processId, tenantId, documentId, cause: 'deadline-passed' },
    })),
  ]);
}
