import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { derivedId, type EventStore, type NewEvent } from '@lacre/event-store';
import { appendToEnd } from '@lacre/event-store/testing';

import { lifeOf, newEvent, plannedProcess, sha256Of } from '../src/testing/index.ts';

const CPFS = ['52998224725', '11144477735', '39053344705'];

/** Streams of finished processes, as real ones leave them: 14 events each, over four kinds of streams. */
function processHistory(tenantId: string, number: number): [string, NewEvent[]][] {
  const created = plannedProcess({
    tenantId,
    summary: `Contrato ${number} de prestação de serviços`,
    participants: CPFS.map((cpf, index) => ({ name: `Participante ${index} do processo ${number}`, cpf })),
  });
  const { processId, participants } = created;
  const documentId = created.documents[0]?.documentId ?? '';
  const life = lifeOf(created);
  const sent = participants.map(({ personId }): [string, NewEvent[]] => {
    const notificationId = derivedId('signature-requested', processId, '', 'person', personId);
    const recipient = { kind: 'person', id: personId } as const;
    const data = { notificationId, tenantId, kind: 'signature-requested', processId, recipient } as const;
    return [streams.notification(notificationId), [newEvent('NotificationSent', data)]];
  });
  const seal = newEvent('SealProduced', {
    documentId,
    processId,
    tenantId,
    sourceSha256: sha256Of('s'),
    sha256: sha256Of('t'),
    sizeBytes: 2000,
    level: 'B-B',
    certificateSha256: sha256Of('c'),
    validationCode: 'ABCD-EFGH',
    sealedAt: '2026-03-02T14:00:00.000Z',
    pack: null,
  });
  const signed = participants.map((_, index) => life.signed(0, index));
  return [
    [life.stream, [life.created(), ...signed, life.completed(0), life.sealed(0), life.finished()]],
    ...sent,
    [streams.seal(documentId), [seal]],
    [
      streams.credits(tenantId),
      [
        newEvent('CreditsReserved', { tenantId, amount: 1, processId }),
        newEvent('CreditsConsumed', { tenantId, amount: 1, processId, documentId }),
        newEvent('CreditsGranted', { tenantId, amount: 1, reason: 'bench' }),
      ],
    ],
  ];
}

/** Appends at least this many events, spread over 20 tenants; says how many there are. */
export async function writeHistory(store: EventStore, atLeast: number): Promise<number> {
  const tenants = Array.from({ length: 20 }, () => randomUUID());
  let written = 0;
  let number = 0;
  const writer = async (): Promise<void> => {
    while (written < atLeast) {
      const tenantId = tenants[number % tenants.length] ?? '';
      for (const [stream, events] of processHistory(tenantId, number++)) {
        written += events.length;
        await appendToEnd(store, stream, events);
      }
    }
  };
  await Promise.all(Array.from({ length: 24 }, writer));
  return written;
}
