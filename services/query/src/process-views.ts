import type { AnswerOf } from '@lacre/contracts';

import type { Reader } from './read-models.ts';
import type { DocumentTable, ParticipantTable, ProcessTable } from './read-schema.ts';

type Summary = AnswerOf<'listProcesses'>['items'][number];
type Detail = AnswerOf<'getProcess'>;

export interface ProcessParts {
  documents: Map<string, DocumentTable[]>;
  participants: Map<string, ParticipantTable[]>;
}

/** Documents and participants of the processes, in the order they were given at creation. */
export async function partsOf(db: Reader, processIds: readonly string[]): Promise<ProcessParts> {
  if (processIds.length === 0) return { documents: new Map(), participants: new Map() };
  const documents = await db
    .selectFrom('read.process_document')
    .selectAll()
    .where('process_id', 'in', processIds)
    .orderBy('ordinal')
    .execute();
  const participants = await db
    .selectFrom('read.process_participant')
    .selectAll()
    .where('process_id', 'in', processIds)
    .orderBy('ordinal')
    .execute();
  return {
    documents: Map.groupBy(documents, (row) => row.process_id),
    participants: Map.groupBy(participants, (row) => row.process_id),
  };
}

export function summaryOf(row: ProcessTable, parts: ProcessParts): Summary {
  return {
    processId: row.process_id,
    summary: row.summary,
    status: row.status,
    company: row.company,
    requester: row.requester,
    documents: (parts.documents.get(row.process_id) ?? []).map((document) => ({
      documentId: document.document_id,
      name: document.name,
      status: document.status,
    })),
    participants: (parts.participants.get(row.process_id) ?? []).map(
      ({ person_id: personId, part, name }) => ({
        personId,
        part,
        name,
      }),
    ),
    signaturesDone: row.signatures_done,
    signaturesTotal: row.signatures_total,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Why sealing last failed, by document, while it is being retried. */
export async function sealProblemsOf(
  db: Reader,
  documentIds: readonly string[],
): Promise<Map<string, string>> {
  if (documentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('signer.job_problem')
    .select(['key', 'problem'])
    .where('kind', '=', 'seal-document')
    .where('key', 'in', documentIds)
    .execute();
  return new Map(rows.map(({ key, problem }) => [key, problem]));
}

function sealOf(
  document: DocumentTable,
  problem: string | undefined,
): Pick<Detail['documents'][number], 'sealStep' | 'sealProblem'> {
  if (document.status === 'sealed') return { sealStep: 'sealed', sealProblem: null };
  if (document.status !== 'completed') return { sealStep: 'none', sealProblem: null };
  return { sealStep: problem === undefined ? 'queued' : 'retrying', sealProblem: problem ?? null };
}

export function detailOf(row: ProcessTable, parts: ProcessParts, problems: Map<string, string>): Detail {
  const documents = parts.documents.get(row.process_id) ?? [];
  const participants = parts.participants.get(row.process_id) ?? [];
  return {
    ...summaryOf(row, parts),
    minimumSignatories: row.minimum_signatories,
    documents: documents.map((document) => ({
      documentId: document.document_id,
      name: document.name,
      status: document.status,
      pages: document.pages,
      sizeBytes: document.size_bytes,
      sha256: document.sha256,
      ...sealOf(document, problems.get(document.document_id)),
      sealedAt: document.sealed_at?.toISOString() ?? null,
      sealedSha256: document.sealed_sha256,
      validationCode: document.validation_code,
    })),
    participants: participants.map((participant) => ({
      personId: participant.person_id,
      part: participant.part,
      name: participant.name,
      cpf: participant.cpf,
      email: participant.email,
      requirements: participant.requirements,
      invitation: participant.invitation,
    })),
    signatures: documents.flatMap((document) =>
      document.signatures.map((signature) => ({ ...signature, documentId: document.document_id })),
    ),
  };
}
