import { randomUUID } from 'node:crypto';

import { schemaVersionOf, streams, type DataOf, type DomainEvent, type Requirements } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import type { JsonObject } from '@lacre/event-store';
import { appendToEnd } from '@lacre/event-store/testing';

import type { TestSigner } from '../test-signer.ts';

let people = 0;

/** Writes an event into the log, as the service that owns the stream would. */
export async function recordEvent(
  { signer }: TestSigner,
  stream: string,
  tenantId: string,
  { type, data }: DomainEvent,
): Promise<void> {
  const metadata = {
    occurredAt: new Date().toISOString(),
    correlationId: randomUUID(),
    schemaVersion: schemaVersionOf(type),
    tenantId,
    actor: { kind: 'system', name: 'test' },
  };
  const event = { id: randomUUID(), type, data: data as unknown as JsonObject, metadata };
  await appendToEnd(signer.eventStore, stream, [event]);
}

/** A process that asks one person for their face. */
export async function facedProcess(
  test: TestSigner,
  requirements: Partial<Requirements> = {},
  tenantId: string = randomUUID(),
  { personId = randomUUID(), email = 'eva@exemplo.com.br' }: { personId?: string; email?: string } = {},
) {
  const [processId, documentId] = [randomUUID(), randomUUID()];
  const cpf = cpfOf(7_000 + ++people);
  const who = { name: 'Eva Prado', email };
  const registered: DomainEvent = { type: 'PersonCreated', data: { personId, tenantId, cpf, fields: who } };
  await recordEvent(test, streams.person(personId), tenantId, registered);
  const signatureId = `${processId}:1`;
  const hash = documentId.replaceAll('-', '').padEnd(64, '0');
  const data: DataOf<'ProcessCreated'> = {
    processId,
    tenantId,
    summary: 'Contrato de locação',
    company: { companyId: randomUUID(), cnpj: '11222333000181', companyName: 'Alvorada Serviços Ltda' },
    requester: { userId: randomUUID(), name: 'Carlos Menezes' },
    tenantName: 'Alfa Participações',
    documents: [
      {
        documentId,
        name: 'contrato.pdf',
        sha256: hash,
        sourceSha256: hash,
        sizeBytes: 10,
        pages: 1,
        alreadySigned: false,
      },
    ],
    participants: [
      {
        personId,
        part: 'signer',
        cpf,
        ...who,
        requirements: { location: false, face: true, ...requirements },
      },
    ],
    signatures: [{ signatureId, documentId, personId, part: 'signer' }],
    minimumSignatories: 0,
  };
  await recordEvent(test, streams.process(processId), tenantId, { type: 'ProcessCreated', data });
  return { tenantId, personId, processId, signatureId, cpf };
}
