import {
  handoverOf,
  isHandover,
  type AnswerOf,
  type DataOf,
  type Participant,
  type ProcessDocument,
} from '@lacre/contracts';
import type { LoggedEvent } from '@lacre/domain-log';

import { originOf } from './events-about.ts';

type Process = AnswerOf<'exportPerson'>['processes'][number];
type Signature = Process['signatures'][number];
type Of<Type extends LoggedEvent['type']> = Extract<LoggedEvent, { type: Type }>;

/** Every process the person was asked in, with each duty of theirs and what became of it. */
export function processesOf(entries: readonly LoggedEvent[], personId: string): Process[] {
  const byProcess = Map.groupBy(
    entries.filter(({ stream }) => stream.startsWith('process-')),
    ({ stream }) => stream,
  );
  return [...byProcess.values()].flatMap((own) => processOf(own, personId));
}

function processOf(entries: readonly LoggedEvent[], personId: string): Process[] {
  const created = entries.find((entry): entry is Of<'ProcessCreated'> => entry.type === 'ProcessCreated');
  if (created === undefined) return [];
  const duties = dutiesOf(created.data, entries, personId);
  if (duties === undefined) return [];
  const { participant, signatures } = duties;
  const asked = new Set(signatures.map(({ documentId }) => documentId));
  const { processId, summary, company, documents } = created.data;
  const { part, name, cpf, email, cellphoneNumber: phone = null } = participant;
  return [
    {
      processId,
      createdAt: created.metadata.occurredAt,
      summary,
      companyName: company.companyName,
      participation: { part, name, cpf, email, phone },
      documents: documents
        .filter(({ documentId }) => asked.has(documentId))
        .map((document) => documentOf(document, entries)),
      signatures: signatures.map((duty) => signatureOf(duty, entries, personId)),
    },
  ];
}

interface Duties {
  participant: Participant;
  signatures: readonly { signatureId: string; documentId: string }[];
}

/** From the beginning, or as a replacement. */
function dutiesOf(
  created: DataOf<'ProcessCreated'>,
  entries: readonly LoggedEvent[],
  personId: string,
): Duties | undefined {
  const participant = created.participants.find((one) => one.personId === personId);
  if (participant !== undefined)
    return { participant, signatures: created.signatures.filter((one) => one.personId === personId) };
  return entries
    .filter(isHandover)
    .map(handoverOf)
    .find(({ participant: { personId: joined } }) => joined === personId);
}

function documentOf(
  { documentId, name, sha256 }: ProcessDocument,
  entries: readonly LoggedEvent[],
): Process['documents'][number] {
  const sealed = entries.find(
    (entry): entry is Of<'DocumentSealed'> =>
      entry.type === 'DocumentSealed' && entry.data.documentId === documentId,
  );
  return {
    documentId,
    name,
    sha256,
    sealedSha256: sealed?.data.sha256 ?? null,
    sealedAt: sealed?.data.sealedAt ?? null,
    validationCode: sealed?.data.validationCode ?? null,
  };
}

function signatureOf(
  { signatureId, documentId }: { signatureId: string; documentId: string },
  entries: readonly LoggedEvent[],
  personId: string,
): Signature {
  const none = {
    at: null,
    reason: null,
    authentication: null,
    documentSha256: null,
    mark: null,
    origin: null,
  };
  const base = { signatureId, documentId, ...none };
  for (const entry of entries) {
    if (entry.type !== 'SignatureSigned' && entry.type !== 'SignatureRejected') continue;
    if (entry.data.signatureId !== signatureId || entry.data.personId !== personId) continue;
    const origin = originOf(entry.data.client);
    if (entry.type === 'SignatureRejected')
      return { ...base, status: 'rejected', at: entry.data.rejectedAt, reason: entry.data.reason, origin };
    const { signedAt: at, authentication, documentSha256, mark: asked } = entry.data;
    const mark = asked === undefined ? null : { style: asked.style, drawing: asked.drawing ?? null };
    return { ...base, status: 'signed', at, authentication, documentSha256, mark, origin };
  }
  return { ...base, status: 'pending' };
}
