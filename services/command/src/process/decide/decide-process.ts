import { streams, type ProcessEvent } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../../decider/decision.ts';
import type { Abandon, Cancel, ProcessCommand, RecordSeal, RecordSealFailure } from './commands.ts';
import { decideReject, decideSign } from './decide-act.ts';
import { decideCreate } from './decide-create.ts';
import { decideExpire, decideExtendDeadline } from './decide-deadline.ts';
import { decideDelegate } from './decide-delegate.ts';
import { settling } from './decide-outcome.ts';
import { decideRecordReading } from './decide-reading.ts';
import { decideRemind, decideRemindBySchedule } from './decide-remind.ts';
import { decideReplaceContact } from './decide-replace-contact.ts';
import { decideReplace } from './decide-replace.ts';
import { decideSetTags } from './decide-tags.ts';
import { evolve, processOf, type ProcessState } from './state.ts';

function decide(command: ProcessCommand, state: ProcessState): Decision<ProcessEvent> {
  switch (command.type) {
    case 'create':
      return decideCreate(command, state);
    case 'sign':
      return decideSign(command, state);
    case 'reject':
      return decideReject(command, state);
    case 'recordReading':
      return decideRecordReading(command, state);
    case 'cancel':
      return decideCancel(command, state);
    case 'recordSeal':
      return decideRecordSeal(command, state);
    case 'recordSealFailure':
      return decideRecordSealFailure(command, state);
    case 'abandon':
      return decideAbandon(command, state);
    case 'extendDeadline':
      return decideExtendDeadline(command, state);
    case 'expire':
      return decideExpire(command, state);
    case 'remind':
      return decideRemind(command, state);
    case 'remindBySchedule':
      return decideRemindBySchedule(command, state);
    case 'replace':
      return decideReplace(command, state);
    case 'delegate':
      return decideDelegate(command, state);
    case 'replaceContact':
      return decideReplaceContact(command, state);
    case 'setTags':
      return decideSetTags(command, state);
  }
}

function decideCancel(command: Cancel, state: ProcessState): Decision<ProcessEvent> {
  const { tenantId, documentId, reason } = command;
  const process = processOf(state, tenantId);
  if (process === undefined) return reject('SIGNATURE_PROCESS_NOT_FOUND');
  if (documentId !== undefined && !process.documents.has(documentId)) return reject('DOCUMENT_NOT_FOUND');
  const canceled = [...process.documents.values()].filter(
    (document) =>
      document.status === 'pending' && (documentId ?? document.documentId) === document.documentId,
  );
  if (canceled.length === 0) return reject('DOCUMENT_NOT_PENDING');
  return settling(
    process,
    canceled.map((document) => ({
      type: 'DocumentCanceled',
      data: {
        processId: process.processId,
        tenantId,
        documentId: document.documentId,
        ...(reason === undefined ? {} : { reason }),
      },
    })),
  );
}

function decideRecordSeal({ tenantId, seal }: RecordSeal, state: ProcessState): Decision<ProcessEvent> {
  const process = processOf(state, tenantId);
  if (process === undefined) return reject('SIGNATURE_PROCESS_NOT_FOUND');
  const { documentId, sha256, sizeBytes, validationCode, sealedAt } = seal;
  const document = process.documents.get(documentId);
  if (document === undefined) return reject('DOCUMENT_NOT_FOUND');
  if (document.status === 'sealed')
    return document.seal.sha256 === sha256 ? accept() : reject('DOCUMENT_HASH_MISMATCH');
  if (document.status !== 'completed') return reject('DOCUMENT_NOT_PENDING');
  const { processId } = process;
  return settling(process, [
    {
      type: 'DocumentSealed',
      data: { processId, tenantId, documentId, sha256, sizeBytes, validationCode, sealedAt },
    },
  ]);
}

function decideRecordSealFailure(
  { tenantId, failure: { documentId, reason } }: RecordSealFailure,
  state: ProcessState,
): Decision<ProcessEvent> {
  const process = processOf(state, tenantId);
  if (process === undefined) return reject('SIGNATURE_PROCESS_NOT_FOUND');
  const document = process.documents.get(documentId);
  if (document === undefined) return reject('DOCUMENT_NOT_FOUND');
  if (document.status === 'failed') return accept();
  if (document.status !== 'completed') return reject('DOCUMENT_NOT_PENDING');
  const { processId } = process;
  return settling(process, [
    { type: 'DocumentSealFailed', data: { processId, tenantId, documentId, reason } },
  ]);
}

function decideAbandon({ processId, tenantId }: Abandon, state: ProcessState): Decision<ProcessEvent> {
  // A created process keeps its credits, and one that was abandoned stays so: nothing to do.
  if (state.status !== 'absent') return accept();
  return accept({ type: 'ProcessCreationAbandoned', data: { processId, tenantId } });
}

export const signatureProcess: Aggregate<ProcessCommand, ProcessState, ProcessEvent> = {
  stream: streams.process,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
