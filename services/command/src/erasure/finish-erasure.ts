import type { PersonalData } from '@lacre/personal-data';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { forgetBesideTheLog, type ForgetParts } from './forget.ts';
import { decideOn, isErased, type Subject } from './subject.ts';

export const FINISH_ERASURE = 'finish-erasure';

/** What an erasure is done with. */
export interface ErasureParts extends ForgetParts {
  readonly handler: CommandHandler;
  readonly personalData: PersonalData;
}

/**
 * Does what an erasure that the log knows of asks for: drops what is kept of the subject beside the log, destroys their
 * key, and says so. Each step may be repeated; a crash between two leaves the erasure open for the next attempt.
 *
 * Commit point: the end of the key (see `PersonalDataKeys.destroy`). From there on their data in the log is unreadable.
 *
 * @throws when the log knows of no such erasure: a key is never destroyed without the fact.
 */
export async function finishErasure(service: ErasureParts, subject: Subject): Promise<void> {
  const { id, tenantId } = subject;
  if (!(await isErased(service, subject))) throw new Error(`${subject.kind} ${id} is not to be erased`);
  await forgetBesideTheLog(service, subject);
  await service.personalData.keys.destroy(id);
  const context: CommandContext = {
    key: `${FINISH_ERASURE}:${id}`,
    correlationId: id,
    tenantId,
    actor: { kind: 'system', name: 'command' },
  };
  const handled = await decideOn(service, subject, { type: 'completeErasure', tenantId }, context);
  if (!handled.ok) throw new Error(`refused with ${handled.code}`);
}
