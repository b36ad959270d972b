import { credits } from '../credits/decide-credits.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import { processOf } from '../process/decide/state.ts';
import { contextOf, documentOf, expectDone, type FollowUp, type FollowUpHandler } from './follow-up.ts';

/** The credit of a sealed document is consumed. */
export const consumeCredit: FollowUpHandler<{ handler: CommandHandler }> = (service, followUp) =>
  settle(service, followUp, 'consume', ['sealed']);

/** The credit of a canceled or rejected document goes back. */
export const refundCredit: FollowUpHandler<{ handler: CommandHandler }> = (service, followUp) =>
  settle(service, followUp, 'refund', ['canceled', 'rejected', 'failed']);

async function settle(
  { handler }: { handler: CommandHandler },
  followUp: FollowUp,
  type: 'consume' | 'refund',
  statuses: readonly string[],
): Promise<void> {
  const { tenantId, processId } = followUp;
  const documentId = documentOf(followUp);
  const document = processOf(await handler.load(signatureProcess, processId), tenantId)?.documents.get(
    documentId,
  );
  if (document === undefined || !statuses.includes(document.status))
    throw new Error(`the document is ${document?.status ?? 'unknown'}: its credit is not to ${type}`);
  const command = { type, tenantId, processId, documentId };
  expectDone(await handler.handle(credits, tenantId, command, contextOf(followUp)));
}
