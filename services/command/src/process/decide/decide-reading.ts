import type { ProcessEvent } from '@lacre/contracts';

import { accept, reject, type Decision } from '../../decider/decision.ts';
import type { RecordReading } from './commands.ts';
import { dutyOf } from './decide-act.ts';
import { processOf, type ProcessState } from './state.ts';

/**
 * Records that a participant was shown a document, and that they have read it: each the first time alone, for what comes
 * after it proves no more.
 */
export function decideRecordReading(command: RecordReading, state: ProcessState): Decision<ProcessEvent> {
  const { tenantId, signatureId, documentSha256, read, totem, client, at } = command;
  const process = processOf(state, tenantId);
  if (process === undefined) return reject('SIGNER_NOT_FOUND');
  const own = process.signatures.get(signatureId);
  if (own?.personId === command.personId) {
    if (process.documents.get(own.documentId)?.sha256 !== documentSha256)
      return reject('DOCUMENT_HASH_MISMATCH');
    // A late report: the participant has signed or refused meanwhile, or the document has ended.
    if (own.status !== 'pending') return accept();
  }
  const duty = dutyOf(process, command, signatureId, 'SIGNATURE_NOT_PENDING');
  if ('accepted' in duty) return duty;
  const { signature, document } = duty;
  const { documentId, personId, part } = signature;
  const shown = {
    processId: process.processId,
    tenantId,
    signatureId,
    documentId,
    personId,
    part,
    documentSha256,
    ...(totem === undefined ? {} : { totem }),
    client,
  };
  const events: ProcessEvent[] = [];
  if (signature.openedAt === null) events.push({ type: 'DocumentOpened', data: { ...shown, openedAt: at } });
  if (read !== undefined && signature.readAt === null) {
    const pagesShown = Math.min(read.pagesShown, document.pages);
    // Of a document that was seen whole there is nothing to declare.
    const declared = read.declared && pagesShown < document.pages;
    events.push({
      type: 'DocumentRead',
      data: {
        ...shown,
        pagesShown,
        pages: document.pages,
        ...(declared ? { declared } : {}),
        readAt: at,
      },
    });
  }
  return accept(...events);
}
