import { randomUUID } from 'node:crypto';

import { schemaVersionOf, streams, type DataOf, type DomainEvent } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import type { NewEvent } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { createMemoryKeys } from '@lacre/personal-data/memory';
import { afterAll, expect, it } from 'vitest';

import { readProcess } from '../process/process-record.ts';
import { drawnText } from '../testing/pdfs/drawn-text.ts';
import { sampleFacts } from '../testing/sample-facts.ts';
import { readEventChain } from './chain/event-chain.ts';
import { evidenceFacts } from './evidence-facts.ts';
import { evidenceDocument, evidenceJson } from './evidence-json.ts';
import { EvidenceRenderer } from './evidence-renderer.ts';

const renderer = new EvidenceRenderer();
afterAll(() => renderer.close());

const [tenantId, processId, documentId, ana, rui, eva] = Array.from({ length: 6 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const reference = { processId, tenantId };
const sha256 = 'a'.repeat(64);
const signer = (personId: string, name: string) => ({
  personId,
  part: 'signer' as const,
  name,
  cpf: '52998224725',
  email: 'x@exemplo.com.br',
  requirements: { location: false },
});
const selection = { question: 'Qual plano?', options: ['Mensal', 'Anual'], minimum: 1, maximum: 1 };
const created: DataOf<'ProcessCreated'> = {
  ...reference,
  summary: 'Contrato',
  company: { companyId: randomUUID(), cnpj: '11222333000181', companyName: 'Alvorada' },
  requester: { userId: randomUUID(), name: 'Carlos' },
  tenantName: 'Alfa',
  documents: [
    {
      documentId,
      name: 'a.pdf',
      sha256,
      sourceSha256: sha256,
      sizeBytes: 1,
      pages: 1,
      alreadySigned: false,
      selection,
    },
  ],
  participants: [signer(ana, 'Ana Souza'), signer(rui, 'Rui Lima')],
  signatures: [ana, rui].map((personId, index) => ({
    signatureId: `${processId}:${index + 1}`,
    documentId,
    personId,
    part: 'signer' as const,
    asksSelection: true as const,
  })),
  minimumSignatories: 0,
  deadline: '2026-12-01T12:00:00.000Z',
};
const signed = (number: number, personId: string): DomainEvent => ({
  type: 'SignatureSigned',
  data: {
    ...reference,
    signatureId: `${processId}:${number}`,
    documentId,
    personId,
    part: 'signer',
    documentSha256: sha256,
    consent: { termsVersion: '1', acceptedAt: '2026-11-21T12:00:00.000Z', textSha256: null },
    contactProof: null,
    selection: { question: 'Qual plano?', chosen: ['Anual'] },
    authentication: 'cpf-email-code',
    client: {},
    signedAt: '2026-11-21T12:00:00.000Z',
  },
});

/** What evidence states of a process with these events. */
async function statedOf(...events: readonly DomainEvent[]) {
  const store = createMemoryEventStore();
  const recorded = events.map(({ type, data }) => ({
    id: randomUUID(),
    type,
    data,
    metadata: {
      occurredAt: '2026-11-21T12:00:00.000Z',
      correlationId: 'x',
      schemaVersion: schemaVersionOf(type),
      tenantId,
      actor: { kind: 'user', id: randomUUID(), name: 'Carlos' },
    },
  })) as unknown as NewEvent[];
  await store.append(streams.process(processId), recorded, { expected: 'noStream' });
  const record = await readProcess(createDomainLog(store), processId);
  if (record === undefined) throw new Error('there is no process');
  const { validation, seal } = sampleFacts(1);
  const chain = await readEventChain(
    { eventStore: store, personalDataKeys: createMemoryKeys() },
    record,
    documentId,
  );
  const facts = evidenceFacts(record, documentId, validation, { seal, chain });
  return { facts, stated: evidenceDocument.parse(JSON.parse(evidenceJson(facts).toString('utf8'))) };
}

const replaced: DomainEvent = {
  type: 'ParticipantReplaced',
  data: {
    ...reference,
    replaced: { personId: rui, name: 'Rui Lima' },
    participant: signer(eva, 'Eva Gomes'),
    signatures: [{ signatureId: `${processId}:2`, documentId }],
  },
};
const extended: DomainEvent = {
  type: 'DeadlineExtended',
  data: { ...reference, deadline: '2026-12-10T12:00:00.000Z' },
};

it('states answers, replacements and the deadline', async () => {
  const { facts, stated } = await statedOf(
    { type: 'ProcessCreated', data: created },
    replaced,
    extended,
    signed(1, ana),
    signed(2, eva),
    { type: 'DocumentCompleted', data: { ...reference, documentId } },
  );
  expect(stated.version).toBe(10);
  expect(stated.process.deadline).toBe('2026-12-10T12:00:00.000Z');
  expect(stated.participants.map(({ name, selection: answer }) => [name, answer?.chosen])).toEqual([
    ['Ana Souza', ['Anual']],
    ['Eva Gomes', ['Anual']],
  ]);
  expect(stated.timeline.slice(1, 3).map(({ action, detail }) => [action, detail])).toEqual([
    ['ParticipantReplaced', 'Eva Gomes no lugar de Rui Lima'],
    ['DeadlineExtended', 'Novo prazo: 10 de dezembro de 2026, às 09:00:00 (horário de Brasília, UTC−03:00)'],
  ]);
  const drawn = await drawnText(await renderer.render(facts));
  const text = drawn
    .map((run) => run.text)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  for (const part of ['Qual plano? Anual', 'Participante substituído', 'Eva Gomes no lugar de Rui Lima'])
    expect(text).toContain(part);
});

it('states that a document was rejected by its deadline, and by no person', async () => {
  const { stated } = await statedOf(
    { type: 'ProcessCreated', data: created },
    { type: 'ProcessExpired', data: { ...reference, deadline: created.deadline ?? '', personIds: [ana] } },
    { type: 'DocumentRejected', data: { ...reference, documentId, cause: 'deadline-passed' } },
  );
  expect(stated.timeline.at(-1)).toMatchObject({
    action: 'DocumentRejected',
    cause: 'deadline-passed',
    detail: 'O prazo para assinar terminou.',
  });
  expect(stated.participants.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('states who handed their signature on, to whom, why, and no contact in plain', async () => {
  const answeredAt = '2026-12-01T12:00:00.000Z';
  const delegated: DomainEvent = {
    type: 'SignatureDelegated',
    data: {
      ...reference,
      personId: rui,
      name: 'Rui Lima',
      participant: signer(eva, 'Eva Gomes'),
      signatures: [{ signatureId: `${processId}:2`, documentId }],
      reason: 'Quem assina é a diretora',
      contactProof: {
        method: 'session-code',
        channel: 'email',
        address: 'rui.lima@exemplo.com.br',
        codeSentAt: answeredAt,
        codeAnsweredAt: answeredAt,
      },
      client: { ip: '203.0.113.9' },
      delegatedAt: answeredAt,
    },
  };
  const { stated } = await statedOf(
    { type: 'ProcessCreated', data: created },
    delegated,
    signed(1, ana),
    signed(2, eva),
    { type: 'DocumentCompleted', data: { ...reference, documentId } },
  );
  expect(stated.participants.map(({ name }) => name)).toEqual(['Ana Souza', 'Eva Gomes']);
  expect(stated.timeline[1]).toMatchObject({
    action: 'SignatureDelegated',
    detail: 'Eva Gomes no lugar de Rui Lima. Motivo: Quem assina é a diretora',
  });
  expect(JSON.stringify(stated)).not.toContain('rui.lima@exemplo.com.br');
});
