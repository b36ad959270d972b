import { streams, type DataOf } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

import type { CommandHandler } from '../decider/command-handler.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import { contextOf, documentOf, expectDone, type FollowUpHandler } from './follow-up.ts';

/** Takes the seal that the signer service produced into the process: DocumentSealed, and the process's end with it. */
export const recordSeal: FollowUpHandler<{ handler: CommandHandler; domainLog: DomainLog }> = async (
  service,
  followUp,
) => {
  const seal = await sealOf(service.domainLog, documentOf(followUp));
  if (seal === undefined) throw new Error('the document has no seal yet');
  const { tenantId, processId } = followUp;
  if (seal.tenantId !== tenantId || seal.processId !== processId)
    throw new Error('the seal is of another process');
  const command = { type: 'recordSeal', tenantId, seal } as const;
  expectDone(await service.handler.handle(signatureProcess, processId, command, contextOf(followUp)));
};

async function sealOf(domainLog: DomainLog, documentId: string): Promise<DataOf<'SealProduced'> | undefined> {
  for await (const { type, data } of domainLog.readStream(streams.seal(documentId)))
    if (type === 'SealProduced') return data;
  return undefined;
}
