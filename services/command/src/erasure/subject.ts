import type { ErasureReason } from '@lacre/contracts';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import type { Handled } from '../decider/handled.ts';
import { person } from '../person/decide-person.ts';
import { user } from '../user/decide-user.ts';

/** Whose data is erased. */
export interface Subject {
  kind: 'person' | 'user';
  id: string;
  tenantId: string;
}

type ErasureCommand =
  | { type: 'erase'; tenantId: string; reason: ErasureReason; waitingProcessIds: readonly string[] }
  | { type: 'completeErasure'; tenantId: string };

/** Has the person, or the user, decide. */
export function decideOn(
  { handler }: { handler: CommandHandler },
  { kind, id }: Subject,
  command: ErasureCommand,
  context: CommandContext,
): Promise<Handled<unknown>> {
  return kind === 'person'
    ? handler.handle(person, id, command, context)
    : handler.handle(user, id, command, context);
}

export async function isErased(
  { handler }: { handler: CommandHandler },
  { kind, id }: Subject,
): Promise<boolean> {
  const { status } = kind === 'person' ? await handler.load(person, id) : await handler.load(user, id);
  return status === 'erased';
}
