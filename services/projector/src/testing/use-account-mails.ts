import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import type { MailMessage } from '@lacre/mailer';
import pino from 'pino';
import { beforeEach } from 'vitest';

import { newEvent, record } from './recorded-history.ts';

const [tenantId, userId, invitationId] = [randomUUID(), randomUUID(), randomUUID()];
const proofSecret = Buffer.alloc(32, 7);

interface Cast {
  now: Date;
  eventStore: EventStore;
  sent: MailMessage[];
}

/** A log with one account and an invited user, new for each test, and the mails that are sent from it. */
export function useAccountMails() {
  const cast = {} as Cast;
  const reference = { userId, tenantId };
  const ofUser = (...events: Parameters<typeof record>[2][]) =>
    record(cast.eventStore, streams.user(userId), ...events);
  beforeEach(async () => {
    cast.now = new Date('2026-11-21T12:00:00.000Z');
    cast.eventStore = createMemoryEventStore();
    cast.sent = [];
    const account = {
      tenantId,
      name: 'Escritório Andrade',
      domain: 'andrade',
      administratorId: randomUUID(),
    };
    await record(cast.eventStore, streams.tenant(tenantId), newEvent('TenantRegistered', account));
    const actor = { kind: 'user', id: randomUUID(), name: 'Marina' };
    await ofUser(
      newEvent('UserCreated', { ...reference, name: 'Bia', email: 'bia@exemplo.com.br', role: 'common' }),
      newEvent('UserInvited', { ...reference, invitationId }, { actor }),
    );
  });
  return {
    cast,
    tenantId,
    userId,
    invitationId,
    reference,
    proofSecret,
    ofUser,
    /** What sends a notification takes. */
    deps: () => ({
      eventStore: cast.eventStore,
      logger: pino({ level: 'silent' }),
      publicUrl: 'https://lacre.exemplo.com.br/',
      proofSecret,
      now: () => cast.now,
      mailer: { send: async (message: MailMessage) => void cast.sent.push(message) },
    }),
    /** Types of the events of a notification. */
    outcomes: async (notificationId: string) => {
      const types: string[] = [];
      for await (const { type } of cast.eventStore.readStream(streams.notification(notificationId)))
        types.push(type);
      return types;
    },
  };
}
