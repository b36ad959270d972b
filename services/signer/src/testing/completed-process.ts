import { randomUUID } from 'node:crypto';

import type { BlobContent } from '@lacre/blob-store';
import {
  schemaVersionOf,
  streams,
  type DataOf,
  type DomainEvent,
  type Part,
  type ProcessDocument,
} from '@lacre/contracts';
import type { NewEvent } from '@lacre/event-store';
import { appendToEnd } from '@lacre/event-store/testing';

import type { TestSigner } from './test-signer.ts';

const NOW = '2026-11-21T14:26:12.000Z';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const PEOPLE: readonly { part: Part; name: string; cpf: string }[] = [
  { part: 'signer', name: 'Ana Beatriz Souza Lima', cpf: '52998224725' },
  { part: 'signatory', name: 'Rui Barbosa de Oliveira', cpf: '11144477735' },
  { part: 'attestant', name: 'Zélia Conceição', cpf: '12345678909' },
];

export interface TestProcess {
  tenantId: string;
  processId: string;
  documentId: string;
  personIds: readonly string[];
  created: DataOf<'ProcessCreated'>;
}

/**
 * Stores the PDF and writes the stream of a process whose only document all have signed; when it is not to be
 * completed, `signatures` people have.
 */
export async function completedProcess(
  { signer }: Pick<TestSigner, 'signer'>,
  pdf: BlobContent,
  options: {
    alreadySigned?: boolean;
    completed?: boolean;
    signatures?: number;
    /** Every participant in a group of their own. */
    ordered?: boolean;
    /** The account gives the first participant another contact before the first signature. */
    contactReplaced?: boolean;
    /** Moment of every event. */
    at?: string;
  } = {},
): Promise<TestProcess> {
  const { alreadySigned = false, completed = true, signatures = 0, ordered = false, at = NOW } = options;
  const { contactReplaced = false } = options;
  const { sha256, sizeBytes } = await signer.blobs.put(pdf);
  const tenantId = randomUUID();
  const processId = randomUUID();
  const documentId = randomUUID();
  const document: ProcessDocument = {
    documentId,
    name: 'Contrato de prestação.pdf',
    sha256,
    sourceSha256: sha256,
    sizeBytes,
    pages: 2,
    alreadySigned,
  };
  const created = processCreated({ tenantId, processId, document, ordered });
  const events: DomainEvent[] = [
    { type: 'ProcessCreated', data: created },
    ...(contactReplaced ? [firstContactReplaced(created)] : []),
    ...(completed ? signed(created) : signed(created).slice(0, signatures)),
  ];
  await append(signer, processId, tenantId, events, at);
  return {
    tenantId,
    processId,
    documentId,
    personIds: created.participants.map(({ personId }) => personId),
    created,
  };
}

function firstContactReplaced({
  processId,
  tenantId,
  documents,
  participants,
}: DataOf<'ProcessCreated'>): DomainEvent {
  const { personId = '', email = '' } = participants[0] ?? {};
  return {
    type: 'ParticipantContactReplaced',
    data: {
      processId,
      tenantId,
      personId,
      former: { email },
      contact: { email: 'outra@exemplo.com.br' },
      reason: 'Mudou de email',
      documentIds: documents.map(({ documentId }) => documentId),
    },
  };
}

function processCreated({
  tenantId,
  processId,
  document,
  ordered,
}: {
  tenantId: string;
  processId: string;
  document: ProcessDocument;
  ordered: boolean;
}): DataOf<'ProcessCreated'> {
  const participants = PEOPLE.map(({ part, name, cpf }, index) => ({
    personId: randomUUID(),
    part,
    name,
    cpf,
    email: `pessoa${index}@exemplo.com.br`,
    requirements: { location: false },
    group: ordered ? index + 1 : 1,
  }));
  return {
    processId,
    tenantId,
    summary: 'Contrato anual de manutenção',
    company: { companyId: randomUUID(), cnpj: '11222333000181', companyName: 'Alvorada Serviços Ltda' },
    requester: { userId: randomUUID(), name: 'Carlos Menezes' },
    tenantName: 'Alfa Participações',
    documents: [document],
    participants,
    signatures: participants.map(({ personId, part }, index) => ({
      signatureId: `${processId}:${index + 1}`,
      documentId: document.documentId,
      personId,
      part,
    })),
    minimumSignatories: 1,
  };
}

function signed({
  processId,
  tenantId,
  documents,
  participants,
  signatures,
}: DataOf<'ProcessCreated'>): DomainEvent[] {
  const documentSha256 = documents[0]?.sha256 ?? '';
  const acts = signatures.map(({ signatureId, documentId, personId, part }): DomainEvent => ({
    type: 'SignatureSigned',
    data: {
      processId,
      tenantId,
      signatureId,
      documentId,
      personId,
      part,
      documentSha256,
      consent: { termsVersion: '1', acceptedAt: NOW, textSha256: null, language: 'en' },
      authentication: 'cpf-email-code',
      contactProof: {
        method: 'session-code',
        channel: 'email',
        address: participants.find((one) => one.personId === personId)?.email ?? '',
        codeSentAt: NOW,
        codeAnsweredAt: NOW,
      },
      client: { ip: '177.45.102.33', userAgent: CHROME, state: 'São Paulo', country: 'Brasil' },
      signedAt: NOW,
    },
  }));
  const documentId = documents[0]?.documentId ?? '';
  return [...acts, { type: 'DocumentCompleted', data: { processId, tenantId, documentId } }];
}

/** What the command service does once a seal is produced. */
export async function recordSealed(
  { signer }: TestSigner,
  process: TestProcess,
  seal: DataOf<'SealProduced'>,
) {
  const { processId, tenantId, documentId } = process;
  const { sha256, sizeBytes, validationCode, sealedAt } = seal;
  const data = { processId, tenantId, documentId, sha256, sizeBytes, validationCode, sealedAt };
  await append(signer, processId, tenantId, [{ type: 'DocumentSealed', data }]);
}

/** A participant refuses to sign, and with that the document is rejected. */
export async function rejectDocument(test: Pick<TestSigner, 'signer'>, process: TestProcess): Promise<void> {
  const { processId, tenantId, documentId, created } = process;
  const [duty] = created.signatures.toReversed();
  if (!duty) throw new Error('the process has no duty to sign');
  const { signatureId, personId, part } = duty;
  const rejection = {
    signatureId,
    documentId,
    personId,
    part,
    reason: 'Mudei de ideia',
    contactProof: null,
    client: {},
    rejectedAt: NOW,
  };
  await appendToProcess(test, process, [
    { type: 'SignatureRejected', data: { processId, tenantId, ...rejection } },
    {
      type: 'DocumentRejected',
      data: { processId, tenantId, documentId, cause: 'required-participant-rejected' },
    },
  ]);
}

/** What happens to the process next. */
export const appendToProcess = (
  { signer }: Pick<TestSigner, 'signer'>,
  { processId, tenantId }: TestProcess,
  events: readonly DomainEvent[],
): Promise<void> => append(signer, processId, tenantId, events);

async function append(
  signer: TestSigner['signer'],
  processId: string,
  tenantId: string,
  events: readonly DomainEvent[],
  occurredAt = NOW,
): Promise<void> {
  const recorded = events.map(({ type, data }) => ({
    id: randomUUID(),
    type,
    data,
    metadata: {
      occurredAt,
      correlationId: randomUUID(),
      schemaVersion: schemaVersionOf(type),
      tenantId,
      actor: { kind: 'user', id: randomUUID(), name: 'Carlos Menezes' },
    },
  })) as unknown as NewEvent[];
  await appendToEnd(signer.eventStore, streams.process(processId), recorded);
}
