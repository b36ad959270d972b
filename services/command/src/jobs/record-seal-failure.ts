import { streams, type DataOf } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

import type { CommandHandler } from '../decider/command-handler.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import { contextOf, documentOf, expectDone, type FollowUpHandler } from './follow-up.ts';

/** Takes the signer service's finding that a document can never be sealed into the process, which may end with it. */
export const recordSealFailure: FollowUpHandler<{ handler: CommandHandler; domainLog: DomainLog }> = async (
  service,
  followUp,
) => {
  const failure = await failureOf(service.domainLog, documentOf(followUp));
  if (failure === undefined) throw new Error('the seal has not failed');
  const { tenantId, processId } = followUp;
  if (failure.tenantId !== tenantId || failure.processId !== processId)
    throw new Error('the seal is of another process');
  const command = { type: 'recordSealFailure', tenantId, failure } as const;
  expectDone(await service.handler.handle(signatureProcess, processId, command, contextOf(followUp)));
};

async function failureOf(
  domainLog: DomainLog,
  documentId: string,
): Promise<DataOf<'SealFailed'> | undefined> {
  for await (const { type, data } of domainLog.readStream(streams.seal(documentId)))
    if (type === 'SealFailed') return data;
  return undefined;
}
