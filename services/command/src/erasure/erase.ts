import type { ErasureReason } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';
import type { Logger } from 'pino';

import type { CommandContext } from '../decider/command-context.ts';
import { orThrow } from '../decider/or-throw.ts';
import type { OpenProcesses } from '../process/open-processes.ts';
import { finishErasure, type ErasureParts } from './finish-erasure.ts';
import { decideOn, type Subject } from './subject.ts';
import { waitingProcessesOf } from './waiting-processes.ts';

/**
 * Erases the data of a person, or of a user who was removed.
 *
 * Commit point: PersonErased or UserErased. Before it nothing happened. After it nothing of theirs is shown or written
 * any more, read models forget them, and what is left to do (see `finishErasure`) is open work in the log until it is
 * done: here, at once, or by the job `finish-erasure` after a crash.
 *
 * A process that asks a person at this very moment goes on with a participant of whom nothing is known: it waits to be
 * canceled, or for their replacement.
 *
 * @returns the position of the event. @throws Refusal
 */
export async function erase(
  service: ErasureParts & { log: Logger; openProcesses: OpenProcesses },
  context: CommandContext,
  subject: Subject,
  reason: ErasureReason,
): Promise<Position> {
  const waitingProcessIds = await waitingProcessesOf(service, subject);
  const command = { type: 'erase', tenantId: subject.tenantId, reason, waitingProcessIds } as const;
  const { position } = orThrow(await decideOn(service, subject, command, context));
  await finishErasure(service, subject).catch((error: unknown) =>
    service.log.error({ err: error, ...subject }, 'an erasure is left to its follow-up'),
  );
  return position;
}
