import { formatCnpj, maskCpf, type ClientContext, type Part, type SignatureStatus } from '@lacre/contracts';
import type { SealLevel } from '@lacre/contracts/seal-steps';

import type { ProcessEntry, ProcessRecord } from '../process/process-record.ts';

/** What the evidence pages and `evidence.json` state: plain data, personal identifiers already masked. */
export interface EvidenceFacts {
  document: {
    documentId: string;
    name: string;
    pages: number;
    sizeBytes: number;
    /** Of the bytes that were shown to those who signed. */
    sha256: string;
    /** Of the file as it was uploaded. */
    sourceSha256: string;
    alreadySigned: boolean;
  };
  process: {
    processId: string;
    summary: string;
    tenantName: string;
    companyName: string;
    companyCnpj: string;
    requesterName: string;
    createdAt: string;
    minimumSignatories: number;
  };
  participants: readonly EvidenceParticipant[];
  timeline: readonly EvidenceMoment[];
  validation: { code: string; url: string; page: string };
  seal: {
    sealedAt: string;
    level: SealLevel;
    certificateSubject: string;
    certificateIssuer: string;
    localAuthority: boolean;
  };
}

export interface EvidenceParticipant {
  name: string;
  cpf: string;
  part: Part;
  status: SignatureStatus;
  /** Moment of the act, ISO 8601 in UTC; null when there was none. */
  at: string | null;
  authentication: 'cpf-email-code' | null;
  client: ClientContext;
  rejectReason: string | null;
}

export interface EvidenceMoment {
  at: string;
  action: ProcessEntry['type'];
  who: string | null;
  reason: string | null;
}

/** Gathers what the process's stream says of one document. */
export function evidenceFacts(
  record: ProcessRecord,
  documentId: string,
  validation: EvidenceFacts['validation'],
  seal: EvidenceFacts['seal'],
): EvidenceFacts {
  const { created } = record;
  const document = record.document(documentId);
  if (!document) throw new Error(`process ${created.processId} has no document ${documentId}`);
  const { processId, summary, tenantName, company, requester, minimumSignatories } = created;
  return {
    document,
    process: {
      processId,
      summary,
      tenantName,
      companyName: company.companyName,
      companyCnpj: formatCnpj(company.cnpj),
      requesterName: requester.name,
      createdAt: momentOf(record.entries[0] as ProcessEntry),
      minimumSignatories,
    },
    participants: participantsOf(record, documentId),
    timeline: record.entriesOf(documentId).map((entry) => ({
      at: momentOf(entry),
      action: entry.type,
      who: 'name' in entry.metadata.actor ? entry.metadata.actor.name : null,
      reason: 'reason' in entry.data ? (entry.data.reason ?? null) : null,
    })),
    validation,
    seal,
  };
}

/** When the act was done, as its own data says, else when the event was. */
export function momentOf({ data, metadata }: ProcessEntry): string {
  if ('signedAt' in data) return data.signedAt;
  if ('rejectedAt' in data) return data.rejectedAt;
  if ('sealedAt' in data) return data.sealedAt;
  return metadata.occurredAt;
}

/** Everyone asked to sign the document, in the order they were named. */
export function participantsOf(record: ProcessRecord, documentId: string): EvidenceParticipant[] {
  const { signatures, participants } = record.created;
  return signatures
    .filter((signature) => signature.documentId === documentId)
    .flatMap(({ signatureId, personId }) => {
      const person = participants.find((participant) => participant.personId === personId);
      if (!person) return [];
      return [
        { name: person.name, cpf: maskCpf(person.cpf), part: person.part, ...actOf(record, signatureId) },
      ];
    });
}

type Act = Omit<EvidenceParticipant, 'name' | 'cpf' | 'part'>;

function actOf(record: ProcessRecord, signatureId: string): Act {
  let act: Act = { status: 'pending', at: null, authentication: null, client: {}, rejectReason: null };
  for (const { type, data } of record.entries) {
    if (type === 'SignatureSigned' && data.signatureId === signatureId) {
      const { signedAt: at, authentication, client } = data;
      act = { status: 'signed', at, authentication, client, rejectReason: null };
    } else if (type === 'SignatureRejected' && data.signatureId === signatureId) {
      const { rejectedAt: at, client, reason } = data;
      act = { status: 'rejected', at, authentication: null, client, rejectReason: reason };
    } else if (isEndOf(type, data, signatureId, record) && act.status === 'pending') {
      act = { ...act, status: 'canceled' };
    }
  }
  return act;
}

/** A document that is completed, rejected or canceled cancels the signatures still pending on it. */
function isEndOf(
  type: ProcessEntry['type'],
  data: ProcessEntry['data'],
  signatureId: string,
  record: ProcessRecord,
): boolean {
  if (type !== 'DocumentCompleted' && type !== 'DocumentRejected' && type !== 'DocumentCanceled')
    return false;
  const signature = record.created.signatures.find((candidate) => candidate.signatureId === signatureId);
  return 'documentId' in data && data.documentId === signature?.documentId;
}
