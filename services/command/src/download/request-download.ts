import type { UserPrincipal } from '@lacre/access';
import { Refusal } from '@lacre/http';
import type { Attempts } from '@lacre/identity';

import type { RunningCommand } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import { processOf, type DocumentState, type ExistingProcess } from '../process/decide/state.ts';
import { download } from './decide-download.ts';

interface Asked {
  processIds: readonly string[];
  description?: string | undefined;
  requester: UserPrincipal;
}

/** Asks for a zip of what is sealed in the processes at this moment. Commit point: DownloadRequested. @throws Refusal */
export async function requestDownload(
  service: { handler: CommandHandler; attempts: Attempts },
  { context, newId }: RunningCommand,
  { processIds, description, requester }: Asked,
) {
  const { tenantId } = context;
  const processes = await Promise.all(
    [...new Set(processIds)].map((processId) => chosenProcess(service, tenantId, processId, processIds)),
  );
  await service.attempts.count('downloadPerUser', requester.sub);
  const downloadId = newId('download');
  const { state, position } = orThrow(
    await service.handler.handle(
      download,
      downloadId,
      {
        type: 'request',
        downloadId,
        tenantId,
        requestedBy: { userId: requester.sub, name: requester.name },
        description: description ?? descriptionOf(processes),
        processes: processes.map((chosen) => ({
          processId: chosen.processId,
          companyId: chosen.company.companyId,
          documents: sealedDocumentsOf(chosen),
        })),
      },
      context,
    ),
  );
  if (state.status === 'absent') throw new Error('a requested download is not there');
  return { position, downloadId, fileCount: state.fileCount, sizeBytes: state.sizeBytes };
}

/** @throws Refusal SIGNATURE_PROCESS_NOT_FOUND, also for another tenant's */
async function chosenProcess(
  { handler }: { handler: CommandHandler },
  tenantId: string,
  processId: string,
  asked: readonly string[],
): Promise<ExistingProcess> {
  const found = processOf(await handler.load(signatureProcess, processId), tenantId);
  if (found !== undefined) return found;
  const field = `processIds.${asked.indexOf(processId)}`;
  throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND', {
    fieldErrors: [{ field, message: 'Processo não encontrado' }],
  });
}

type SealedDocument = Extract<DocumentState, { status: 'sealed' }>;

const sealedDocumentsOf = ({ documents }: ExistingProcess) =>
  [...documents.values()]
    .filter((document): document is SealedDocument => document.status === 'sealed')
    .map(({ documentId, seal }) => ({ documentId, sizeBytes: seal.sizeBytes }));

function descriptionOf(processes: readonly ExistingProcess[]): string {
  const [only] = processes;
  return processes.length === 1 && only !== undefined
    ? only.summary
    : `Documentos de ${processes.length} processos`;
}
