import { credits } from '../credits/decide-credits.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import { contextOf, expectDone, type FollowUpHandler } from './follow-up.ts';

/**
 * Ends the creation of a process that got no further than its reservation of credits.
 *
 * Commit point: ProcessCreationAbandoned with "no stream". When ProcessCreated is there first, nothing is to be done;
 * after it, the process can never be created and the credits go back. A crash between the two is found by the repeat.
 */
export const abandonProcess: FollowUpHandler<{ handler: CommandHandler }> = async ({ handler }, followUp) => {
  const { tenantId, processId } = followUp;
  const context = contextOf(followUp);
  const abandon = { type: 'abandon', processId, tenantId } as const;
  expectDone(await handler.handle(signatureProcess, processId, abandon, context));
  if ((await handler.load(signatureProcess, processId)).status !== 'abandoned') return;
  const refund = { type: 'refundWhole', tenantId, processId } as const;
  expectDone(await handler.handle(credits, tenantId, refund, context));
};
