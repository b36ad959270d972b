import { reaches, reachesContact, type Principal } from '@lacre/access';
import type { ProcessDocument } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';

import { readProcess, type ProcessRecord } from '../process/process-record.ts';

/**
 * The document, when the caller may read it: a user who reaches the process's company, or a person asked to sign it
 * at a contact that their session has proven. Decided from
 * the process's own stream; any other process looks like none.
 *
 * @throws Refusal SIGNATURE_PROCESS_NOT_FOUND, DOCUMENT_NOT_FOUND, AUTH_PERSON_NO_AUTHORIZATION
 */
export async function readableDocument(
  log: DomainLog,
  principal: Principal,
  { processId, documentId }: { processId: string; documentId: string },
): Promise<{ record: ProcessRecord; document: ProcessDocument }> {
  const record = await readProcess(log, processId);
  if (!record || record.created.tenantId !== principal.tenantId)
    throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
  if (principal.kind === 'user' && !reaches(principal.companies, record.created.company.companyId))
    throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
  const takesPart =
    principal.kind === 'user' ||
    record.state.participants.some((one) => one.personId === principal.sub && reachesContact(principal, one));
  if (!takesPart) throw new Refusal('AUTH_PERSON_NO_AUTHORIZATION');
  const document = record.document(documentId);
  if (!document) throw new Refusal('DOCUMENT_NOT_FOUND');
  if (principal.kind === 'person' && !record.asks(principal.sub, documentId)) {
    throw new Refusal('AUTH_PERSON_NO_AUTHORIZATION');
  }
  return { record, document };
}
