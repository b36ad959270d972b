import type { Position } from '@lacre/event-store';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import type { OpenProcesses } from '../process/open-processes.ts';
import { person } from './decide-person.ts';

/**
 * Removes a person whose signature no process waits for. Commit point: PersonRemoved; the next claim of their CPF finds
 * it there and takes the CPF over. A process that asks them at this very moment goes on: it carries what it needs of
 * them.
 *
 * @returns the position of the event. @throws Refusal
 */
export async function removePerson(
  service: { handler: CommandHandler; openProcesses: OpenProcesses },
  context: CommandContext,
  personId: string,
): Promise<Position> {
  const { tenantId } = context;
  const earlier = await service.handler.repeated(person, personId, context);
  if (earlier !== undefined) return orThrow(earlier).position;
  const pendingProcessIds = await service.openProcesses.ofPerson(tenantId, personId);
  const remove = { type: 'remove', tenantId, pendingProcessIds } as const;
  return orThrow(await service.handler.handle(person, personId, remove, context)).position;
}
