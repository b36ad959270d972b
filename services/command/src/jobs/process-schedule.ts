import type { CommandHandler } from '../decider/command-handler.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import { processOf } from '../process/decide/state.ts';
import { contextOf, expectDone, type FollowUpHandler } from './follow-up.ts';

/**
 * The deadline of a process has come, as far as the queue knows: whether it really has, its stream says, since the
 * deadline may have been extended meanwhile.
 */
export const expireProcess: FollowUpHandler<{ handler: CommandHandler; now: () => Date }> = async (
  { handler, now },
  followUp,
) => {
  const { tenantId, processId } = followUp;
  const expire = { type: 'expire', tenantId, at: now().toISOString() } as const;
  expectDone(await handler.handle(signatureProcess, processId, expire, contextOf(followUp)));
};

/** A reminder of the schedule is due, as far as the queue knows. Each due moment is an intent of its own. */
export const remindParticipants: FollowUpHandler<{ handler: CommandHandler; now: () => Date }> = async (
  { handler, now },
  followUp,
) => {
  const { tenantId, processId } = followUp;
  const due = processOf(await handler.load(signatureProcess, processId), tenantId)?.nextReminderAt;
  if (due === undefined) return;
  const remind = { type: 'remindBySchedule', tenantId, at: now().toISOString() } as const;
  const context = contextOf(followUp);
  expectDone(
    await handler.handle(signatureProcess, processId, remind, { ...context, key: `${context.key}:${due}` }),
  );
};
