import { maskName, processDescriptionOf, type AnswerOf, type DataOf } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

import { momentOf, participantsOf } from '../evidence/evidence-facts.ts';
import { isOutcome, ProcessRecord, readProcess, type ProcessEntry } from '../process/process-record.ts';
import {
  readEvidence,
  readPartialCopy,
  type EvidenceFile,
  type PartialCopy,
} from '../seal/at-once/read-made.ts';
import { readSealRecord } from '../seal/seal-record.ts';
import type { IssuedSeal } from './issued-seals.ts';

type PublicDocument = NonNullable<AnswerOf<'validateDocument'>['document']>;

/** What the holder of a sealed file may see of it: names and CPFs masked, no address, no e-mail. */
export async function publicDocument(log: DomainLog, issued: IssuedSeal): Promise<PublicDocument> {
  const { processId, documentId } = issued;
  const [record, seal] = await Promise.all([readProcess(log, processId), sealOf(log, issued)]);
  const document = record?.document(documentId);
  if (!record || !document || !seal)
    throw new Error(`the log lacks what the seal of ${documentId} was made from`);
  const { created } = record;
  const shown = 'missing' in seal ? whenCopied(record, seal) : record;
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
    currentStatus: record.statusOf(documentId),
    participants: participantsOf(shown, documentId).map(
      ({ name, cpf, part, atRequestOf, status, at, claim }) => ({
        name: maskName(name),
        cpf,
        part,
        atRequestOf: atRequestOf && { name: maskName(atRequestOf.name), cpf: atRequestOf.cpf },
        status,
        signedAt: status === 'signed' ? at : null,
        claim,
      }),
    ),
    timeline: shown.entriesOf(documentId).flatMap((entry) => {
      // By the names of the process's timeline, so that clients word both alike.
      const place = processDescriptionOf(entry.type)?.timeline;
      if (place?.public !== true) return [];
      return [{ at: momentOf(entry), action: place.action, who: maskedActor(entry) }];
    }),
  };
}

/** The process as it stood when the copy was made: what came later is not what the copy says. */
function whenCopied(record: ProcessRecord, { processRevision, sealedAt }: PartialCopy): ProcessRecord {
  // The first copies name no revision; moments of sealing are in whole seconds.
  const isLater = ({ revision, metadata }: ProcessEntry): boolean =>
    processRevision === undefined
      ? Date.parse(metadata.occurredAt) >= Date.parse(sealedAt) + 1000
      : revision > processRevision;
  return new ProcessRecord(record.entries.filter((entry) => !isLater(entry)));
}

/** What made the file: the document's seal, that of a partial copy, or that of the evidence pages. */
async function sealOf(
  log: DomainLog,
  { documentId, madeAs, copyId }: IssuedSeal,
): Promise<DataOf<'SealProduced'> | PartialCopy | EvidenceFile | undefined> {
  if (madeAs === 'evidence') return readEvidence({ log }, documentId);
  if (copyId === undefined) return (await readSealRecord(log, documentId)).produced;
  return readPartialCopy({ log }, copyId);
}

/** The platform's own acts have no name: which of its parts acted is internal. */
function maskedActor(entry: ProcessEntry): string | null {
  const { actor } = entry.metadata;
  if (isOutcome(entry)) return null;
  return actor.kind === 'user' || actor.kind === 'person' ? maskName(actor.name) : null;
}
