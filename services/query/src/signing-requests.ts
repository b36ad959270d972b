import type { AnswerOf } from '@lacre/contracts';

import { partsOf, type ProcessParts } from './process-views.ts';
import type { Reader } from './read-models.ts';
import type { ParticipantTable, ProcessTable } from './read-schema.ts';

type SigningRequest = AnswerOf<'listSignatures'>['items'][number];

/** What one person has been asked to sign, newest first. */
export async function signingRequestsOf(db: Reader, personId: string): Promise<SigningRequest[]> {
  const own = db
    .selectFrom('read.process_participant')
    .select('process_id')
    .where('person_id', '=', personId);
  const rows = await db
    .selectFrom('read.process')
    .selectAll()
    .where('process_id', 'in', own)
    .orderBy('created_at', 'desc')
    .orderBy('process_id')
    .execute();
  const parts = await partsOf(
    db,
    rows.map((row) => row.process_id),
  );
  return rows.flatMap((row) => requestOf(row, parts, personId));
}

function requestOf(row: ProcessTable, parts: ProcessParts, personId: string): SigningRequest[] {
  const participants = parts.participants.get(row.process_id) ?? [];
  const self = participants.find((one) => one.person_id === personId);
  if (self === undefined) return [];
  return [
    {
      processId: row.process_id,
      summary: row.summary,
      status: row.status,
      tenantName: row.tenant_name,
      requesterName: row.requester.name,
      companyName: row.company.companyName,
      part: self.part,
      requirements: self.requirements,
      documents: documentsFor(row, parts, personId),
      waitingFor: pendingOthers(row, parts, participants, personId),
    },
  ];
}

function documentsFor(row: ProcessTable, parts: ProcessParts, personId: string): SigningRequest['documents'] {
  const documents = parts.documents.get(row.process_id) ?? [];
  return documents.flatMap((document) =>
    document.signatures
      .filter((signature) => signature.personId === personId)
      .map((signature) => ({
        signatureId: signature.signatureId,
        documentId: document.document_id,
        name: document.name,
        pages: document.pages,
        sizeBytes: document.size_bytes,
        sha256: document.sha256,
        signatureStatus: signature.status,
        documentStatus: document.status,
        signedAt: signature.signedAt,
      })),
  );
}

function pendingOthers(
  row: ProcessTable,
  parts: ProcessParts,
  participants: readonly ParticipantTable[],
  personId: string,
): string[] {
  const signatures = (parts.documents.get(row.process_id) ?? []).flatMap((document) => document.signatures);
  const pending = new Set(signatures.filter(({ status }) => status === 'pending').map((one) => one.personId));
  return participants
    .filter((one) => one.person_id !== personId && pending.has(one.person_id))
    .map((one) => one.name);
}
