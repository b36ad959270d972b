import { credits } from '../credits/decide-credits.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { finishProcessSet } from '../process/create/create-separate-processes.ts';
import { processSet } from '../process/decide/decide-process-set.ts';
import { contextOf, expectDone, setOf, type FollowUpHandler } from './follow-up.ts';

/**
 * Ends a set of processes that got no further than its reservation of credits.
 *
 * Commit point: ProcessSetAbandoned with "no stream". When ProcessSetPlanned is there first, nothing is to be done;
 * after it none of the processes can be created and all credits go back in one append. A crash between the two is found
 * by the repeat.
 */
export const abandonProcessSet: FollowUpHandler<{ handler: CommandHandler }> = async (
  { handler },
  followUp,
) => {
  const { tenantId } = followUp;
  const setId = setOf(followUp);
  const context = contextOf(followUp);
  expectDone(await handler.handle(processSet, setId, { type: 'abandon', setId, tenantId }, context));
  if ((await handler.load(processSet, setId)).status !== 'abandoned') return;
  expectDone(await handler.handle(credits, tenantId, { type: 'refundSet', tenantId, setId }, context));
};

/** Creates the processes of a plan that its request left out. */
export const createPlannedProcesses: FollowUpHandler<{ handler: CommandHandler }> = async (
  service,
  followUp,
) => {
  const setId = setOf(followUp);
  const context = contextOf(followUp);
  const state = await service.handler.load(processSet, setId);
  if (state.status !== 'planned') return;
  // In the requester's name: the job only finishes their request.
  const { userId, name } = state.plan.requester;
  await finishProcessSet(service, setId, { ...context, actor: { kind: 'user', id: userId, name } });
};
