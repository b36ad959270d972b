import { createHash, randomUUID } from 'node:crypto';

import { eventSchemas, schemaVersionOf, streams, type DataOf, type EventType } from '@lacre/contracts';
import type { EventStore, JsonObject, NewEvent, Position } from '@lacre/event-store';
import { appendToEnd } from '@lacre/event-store/testing';

/** An event as a service would append it: its data has passed its schema, so that its shape is true. */
export function newEvent<Type extends EventType>(
  type: Type,
  data: DataOf<Type> & { tenantId: string },
  options: { at?: string; actor?: JsonObject; client?: JsonObject; correlationId?: string } = {},
): NewEvent {
  return {
    id: randomUUID(),
    type,
    data: eventSchemas[type].parse(data),
    metadata: {
      occurredAt: options.at ?? '2026-03-02T12:00:00.000Z',
      correlationId: options.correlationId ?? 'c1',
      schemaVersion: schemaVersionOf(type),
      tenantId: data.tenantId,
      actor: options.actor ?? { kind: 'system', name: 'teste' },
      ...(options.client === undefined ? {} : { client: options.client }),
    },
  };
}

export const sha256Of = (seed: string): string => createHash('sha256').update(seed).digest('hex');

/** Appends whatever the stream is at, and gives back where the log is then. */
export async function record(store: EventStore, stream: string, ...events: NewEvent[]): Promise<Position> {
  return (await appendToEnd(store, stream, events)).position;
}

export interface ProcessPlan {
  tenantId?: string;
  processId?: string;
  summary?: string;
  companyName?: string;
  requester?: { userId: string; name: string };
  documents?: string[];
  participants?: {
    name: string;
    cpf: string;
    part?: 'signer' | 'signatory' | 'attestant';
    personId?: string;
    group?: number;
    /** In whose name they sign. */
    atRequestOf?: { personId: string; name: string; cpf: string };
  }[];
  at?: string;
  deadline?: string;
  nextReminderAt?: string;
}

/** A process as `ProcessCreated` tells it: every participant signs every document. */
export function plannedProcess(plan: ProcessPlan = {}): DataOf<'ProcessCreated'> {
  const processId = plan.processId ?? randomUUID();
  const documents = (plan.documents ?? ['contrato.pdf']).map((name) => ({
    documentId: randomUUID(),
    name,
    sha256: sha256Of(name),
    sourceSha256: sha256Of(name),
    sizeBytes: 1000,
    pages: 2,
    alreadySigned: false,
  }));
  const people = plan.participants ?? [{ name: 'Ana Souza', cpf: '52998224725' }];
  const participants = people.map(
    ({ name, cpf, part = 'signer', personId = randomUUID(), group, atRequestOf }) => ({
      personId,
      part,
      name,
      cpf,
      email: `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}@exemplo.com.br`,
      requirements: { location: false },
      group,
      atRequestOf: atRequestOf && { ...atRequestOf, impediment: 'cannot-read-or-write' as const },
    }),
  );
  const signatures = documents.flatMap(({ documentId }) =>
    participants.map(({ personId, part }) => ({ documentId, personId, part })),
  );
  return {
    processId,
    tenantId: plan.tenantId ?? randomUUID(),
    summary: plan.summary ?? 'Contrato de prestação de serviços',
    company: {
      companyId: randomUUID(),
      cnpj: '11222333000181',
      companyName: plan.companyName ?? 'Padaria São João Ltda',
    },
    requester: plan.requester ?? { userId: randomUUID(), name: 'Rui Lima' },
    tenantName: 'Conta de Teste',
    documents,
    participants,
    signatures: signatures.map((signature, index) => ({
      signatureId: `${processId}:${index + 1}`,
      documentId: signature.documentId,
      personId: signature.personId,
      part: signature.part,
    })),
    minimumSignatories: participants.filter(({ part }) => part === 'signatory').length,
    deadline: plan.deadline,
    reminders: plan.nextReminderAt === undefined ? undefined : { everyDays: 3 },
    nextReminderAt: plan.nextReminderAt,
  };
}

/** The events of a process's life, for the process given. */
export function lifeOf(created: DataOf<'ProcessCreated'>) {
  const { processId, tenantId } = created;
  const reference = { processId, tenantId };
  const signatureOf = (document: number, participant: number) => {
    const documentId = created.documents[document]?.documentId;
    const personId = created.participants[participant]?.personId;
    const found = created.signatures.find(
      (one) => one.documentId === documentId && one.personId === personId,
    );
    if (found === undefined) throw new Error(`no participant ${participant} on document ${document}`);
    const { asksSelection: _asks, ...signature } = found;
    return signature;
  };
  const documentId = (index: number): string => {
    const found = created.documents[index];
    if (found === undefined) throw new Error(`no document ${index}`);
    return found.documentId;
  };
  return {
    stream: streams.process(processId),
    created: (at?: string) => newEvent('ProcessCreated', created, at === undefined ? {} : { at }),
    signed: (document: number, participant: number, client: JsonObject = { ip: '203.0.113.9' }) =>
      newEvent(
        'SignatureSigned',
        {
          ...reference,
          ...signatureOf(document, participant),
          documentSha256: sha256Of('shown'),
          consent: { termsVersion: '1', acceptedAt: '2026-03-02T13:00:00.000Z', textSha256: null },
          authentication: 'cpf-email-code',
          contactProof: null,
          client,
          signedAt: '2026-03-02T13:00:00.000Z',
        },
        {
          at: '2026-03-02T13:00:00.000Z',
          actor: {
            kind: 'person',
            id: signatureOf(document, participant).personId,
            name: created.participants[participant]?.name,
          },
        },
      ),
    rejected: (document: number, participant: number, reason = 'Valor errado') =>
      newEvent('SignatureRejected', {
        ...reference,
        ...signatureOf(document, participant),
        reason,
        contactProof: null,
        client: {},
        rejectedAt: '2026-03-02T13:00:00.000Z',
      }),
    groupAsked: (group: number, ...participants: readonly number[]) =>
      newEvent('GroupAsked', {
        ...reference,
        group,
        personIds: participants.map((index) => created.participants[index]?.personId ?? ''),
      }),
    dispensed: (document: number, ...participants: readonly number[]) =>
      newEvent('SignaturesDispensed', {
        ...reference,
        documentId: documentId(document),
        signatures: participants
          .map((participant) => signatureOf(document, participant))
          .map(({ signatureId, personId }) => ({ signatureId, personId })),
      }),
    completed: (document: number) =>
      newEvent('DocumentCompleted', { ...reference, documentId: documentId(document) }),
    replaced: (participant: number, by: { personId: string; name: string; cpf: string }) => {
      const former = created.participants[participant];
      if (former === undefined) throw new Error(`no participant ${participant}`);
      const { personId, name } = former;
      return newEvent('ParticipantReplaced', {
        ...reference,
        replaced: { personId, name },
        participant: { ...former, ...by, email: 'novo@exemplo.com.br' },
        signatures: created.signatures
          .filter((one) => one.personId === personId)
          .map(({ signatureId, documentId: of }) => ({ signatureId, documentId: of })),
      });
    },
    delegated: (participant: number, to: { personId: string; name: string; cpf: string }) => {
      const former = created.participants[participant];
      if (former === undefined) throw new Error(`no participant ${participant}`);
      const { personId, name, email } = former;
      const answeredAt = '2026-03-03T12:00:00.000Z';
      return newEvent(
        'SignatureDelegated',
        {
          ...reference,
          personId,
          name,
          participant: { ...former, ...to, email: 'novo@exemplo.com.br' },
          signatures: created.signatures
            .filter((one) => one.personId === personId)
            .map(({ signatureId, documentId: of }) => ({ signatureId, documentId: of })),
          reason: 'Quem assina é a diretora',
          contactProof: {
            method: 'session-code',
            channel: 'email',
            address: email,
            codeSentAt: answeredAt,
            codeAnsweredAt: answeredAt,
          },
          client: { ip: '203.0.113.9' },
          delegatedAt: answeredAt,
        },
        { at: answeredAt, client: { ip: '203.0.113.9' } },
      );
    },
    reminded: (by: 'hand' | 'schedule', participants: readonly number[], nextReminderAt?: string) =>
      newEvent('ParticipantsReminded', {
        ...reference,
        by,
        personIds: participants.map((index) => created.participants[index]?.personId ?? ''),
        remindedAt: '2026-03-05T12:00:00.000Z',
        nextReminderAt,
      }),
    deadlineExtended: (deadline: string, nextReminderAt?: string) =>
      newEvent('DeadlineExtended', { ...reference, deadline, nextReminderAt }),
    expired: (deadline: string, ...participants: readonly number[]) =>
      newEvent('ProcessExpired', {
        ...reference,
        deadline,
        personIds: participants.map((index) => created.participants[index]?.personId ?? ''),
      }),
    rejectedByDeadline: (document: number) =>
      newEvent('DocumentRejected', {
        ...reference,
        documentId: documentId(document),
        cause: 'deadline-passed',
      }),
    documentRejected: (document: number) =>
      newEvent('DocumentRejected', {
        ...reference,
        documentId: documentId(document),
        cause: 'required-participant-rejected',
      }),
    canceled: (document: number, reason?: string) =>
      newEvent('DocumentCanceled', {
        ...reference,
        documentId: documentId(document),
        ...(reason === undefined ? {} : { reason }),
      }),
    sealRendered: (document: number) =>
      newEvent('SealRendered', {
        ...reference,
        documentId: documentId(document),
        sourceSha256: sha256Of('shown'),
        level: 'B-LTA',
        validationCode: 'ABCD-EFGH',
        sealingTime: '2026-03-02T14:00:00.000Z',
      }),
    sealSigned: (document: number) =>
      newEvent('SealSigned', {
        ...reference,
        documentId: documentId(document),
        tail: { sha256: sha256Of(`tail ${document}`), sizeBytes: 500 },
        certificateSha256: sha256Of('certificate'),
        localAuthority: true,
      }),
    sealProduced: (document: number) =>
      newEvent('SealProduced', {
        ...reference,
        documentId: documentId(document),
        sourceSha256: sha256Of('shown'),
        sha256: sha256Of(`sealed ${document}`),
        sizeBytes: 2000,
        level: 'B-LTA',
        certificateSha256: sha256Of('certificate'),
        validationCode: 'ABCD-EFGH',
        sealedAt: '2026-03-02T14:00:00.000Z',
        pack: { sha256: sha256Of(`tails ${document}`), sizeBytes: 1500 },
        provableUntil: '2031-03-02T14:00:00.000Z',
      }),
    sealRenewed: (document: number) =>
      newEvent('SealRenewed', {
        ...reference,
        documentId: documentId(document),
        revisions: [
          {
            kind: 'time-stamp',
            sha256: sha256Of(`renewal ${document}`),
            sizeBytes: 300,
            fileSha256: sha256Of(`renewed ${document}`),
          },
        ],
        sha256: sha256Of(`renewed ${document}`),
        sizeBytes: 2300,
        validationCode: 'ABCD-EFGH',
        stamp: {
          time: '2030-12-02T14:00:00.000Z',
          authority: 'Carimbo',
          certificateSha256: sha256Of('stamp'),
        },
        provableUntil: '2036-03-02T14:00:00.000Z',
        renewedAt: '2030-12-02T14:00:00.000Z',
      }),
    sealed: (document: number) =>
      newEvent('DocumentSealed', {
        ...reference,
        documentId: documentId(document),
        sha256: sha256Of(`sealed ${document}`),
        sizeBytes: 2000,
        validationCode: 'ABCD-EFGH',
        sealedAt: '2026-03-02T14:00:00.000Z',
      }),
    finished: () => newEvent('ProcessFinished', reference),
    processRejected: () => newEvent('ProcessRejected', reference),
    processCanceled: () => newEvent('ProcessCanceled', reference),
  };
}
