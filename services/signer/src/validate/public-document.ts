import { maskName, type AnswerOf, type DataOf } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';

import { momentOf, participantsOf } from '../evidence/evidence-facts.ts';
import { readProcess, type ProcessEntry } from '../process/process-record.ts';
import { readEvidence, type EvidenceFile } from '../seal/seal-evidence.ts';
import { readPartialCopy, type PartialCopy } from '../seal/seal-partial-copy.ts';
import { readSealRecord } from '../seal/seal-record.ts';
import type { IssuedSeal } from './issued-seals.ts';

type PublicDocument = NonNullable<AnswerOf<'validateDocument'>['document']>;

/** What anyone who holds a sealed file may see of it: names and CPFs masked, no address, no e-mail. */
export async function publicDocument(store: EventStore, issued: IssuedSeal): Promise<PublicDocument> {
  const { processId, documentId } = issued;
  const [record, seal] = await Promise.all([readProcess(store, processId), sealOf(store, issued)]);
  const document = record?.document(documentId);
  if (!record || !document || !seal)
    throw new Error(`the log lacks what the seal of ${documentId} was made from`);
  const { created } = record;
  return {
    name: document.name,
    summary: created.summary,
    tenantName: created.tenantName,
    companyName: created.company.companyName,
    validationCode: seal.validationCode,
    originalSha256: document.sha256,
    sealedSha256: issued.sha256,
    sealedAt: seal.sealedAt,
    madeAs: issued.madeAs,
    missingSignatures: 'missing' in seal ? seal.missing : null,
    participants: participantsOf(record, documentId).map(({ name, cpf, part, status, at }) => ({
      name: maskName(name),
      cpf,
      part,
      status,
      signedAt: status === 'signed' ? at : null,
    })),
    timeline: record.entriesOf(documentId).flatMap((entry) => {
      const action = ACTIONS[entry.type];
      return action === undefined ? [] : [{ at: momentOf(entry), action, who: maskedActor(entry) }];
    }),
  };
}

/** What made the file: the document's seal, that of a partial copy, or that of the evidence pages. */
async function sealOf(
  store: EventStore,
  { documentId, madeAs, copyId }: IssuedSeal,
): Promise<DataOf<'SealProduced'> | PartialCopy | EvidenceFile | undefined> {
  if (madeAs === 'evidence') return readEvidence({ eventStore: store }, documentId);
  if (copyId === undefined) return (await readSealRecord(store, documentId)).produced;
  return (await readPartialCopy({ eventStore: store }, copyId))?.copy;
}

/** The codes of the process's timeline, so that clients word both alike. */
const ACTIONS: Partial<Record<ProcessEntry['type'], AnswerOf<'processTimeline'>['items'][number]['action']>> =
  {
    ProcessCreated: 'created',
    SignatureSigned: 'signed',
    SignatureRejected: 'rejected',
    DocumentCompleted: 'document-completed',
    DocumentSealed: 'document-sealed',
    ProcessFinished: 'process-finished',
  };

/** The platform's own acts have no name: which of its parts acted is nobody's business. */
function maskedActor({ metadata: { actor } }: ProcessEntry): string | null {
  return actor.kind === 'user' || actor.kind === 'person' ? maskName(actor.name) : null;
}
