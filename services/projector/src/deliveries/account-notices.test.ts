import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import type { MailMessage } from '@lacre/mailer';
import { verifyProof } from '@lacre/proofs';
import { Unprocessable } from '@lacre/work-queue';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';

import { newEvent, record } from '../testing/recorded-history.ts';
import type { InvitationNotification, TokenNotification } from './notification-job.ts';
import { sendNotification } from './send-notification.ts';

const [tenantId, userId, invitationId, tokenId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const reference = { userId, tenantId };
const proofSecret = Buffer.alloc(32, 7);
let now: Date;
let eventStore: EventStore;
let sent: MailMessage[];
const deps = () => ({
  eventStore,
  logger: pino({ level: 'silent' }),
  publicUrl: 'https://lacre.exemplo.com.br/',
  proofSecret,
  now: () => now,
  mailer: { send: async (message: MailMessage) => void sent.push(message) },
});
const ofUser = (...events: Parameters<typeof record>[2][]) =>
  record(eventStore, streams.user(userId), ...events);

beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00.000Z');
  eventStore = createMemoryEventStore();
  sent = [];
  const account = { tenantId, name: 'Escritório Andrade', domain: 'andrade', administratorId: randomUUID() };
  await record(eventStore, streams.tenant(tenantId), newEvent('TenantRegistered', account));
  const actor = { kind: 'user', id: randomUUID(), name: 'Marina' };
  await ofUser(
    newEvent('UserCreated', { ...reference, name: 'Bia', email: 'bia@exemplo.com.br', role: 'common' }),
    newEvent('UserInvited', { ...reference, invitationId }, { actor }),
  );
});

const outcomes = async (notificationId: string) => {
  const types: string[] = [];
  for await (const { type } of eventStore.readStream(streams.notification(notificationId))) types.push(type);
  return types;
};

describe('an invitation', () => {
  const job = (): InvitationNotification => ({
    notificationId: randomUUID(),
    tenantId,
    notificationKind: 'user-invited',
    invitationId,
    recipientKind: 'user',
    recipientId: userId,
  });

  it('says who invites where, and leads to a password by a proof that stands in no log', async () => {
    const asked = job();
    await sendNotification(deps(), asked);
    const [mail] = sent;
    expect(mail?.to).toEqual({ name: 'Bia', address: 'bia@exemplo.com.br' });
    for (const part of ['Marina convidou você', 'Escritório Andrade', '28 de novembro de 2026'])
      expect(mail?.text).toContain(part);
    const proof = /\/password\?invitation=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const claims = { tenantId, userId, invitationId };
    expect(await verifyProof('invitation', proof, { secret: proofSecret, now })).toEqual({
      ok: true,
      claims,
    });
    const late = new Date('2026-11-28T12:00:01.000Z');
    expect(await verifyProof('invitation', proof, { secret: proofSecret, now: late })).toMatchObject({
      error: 'expired',
    });
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationSent']);
    for await (const event of eventStore.readAll({ after: 'start', limit: 100 }))
      expect(JSON.stringify(event.data)).not.toContain(proof);
  });

  it('goes to the address of now', async () => {
    await ofUser(newEvent('UserEdited', { ...reference, name: 'Bia L.', email: 'nova@exemplo.com.br' }));
    await sendNotification(deps(), job());
    expect(sent[0]?.to).toEqual({ name: 'Bia L.', address: 'nova@exemplo.com.br' });
  });

  it.each([
    ['replaced', () => newEvent('UserInvited', { ...reference, invitationId: randomUUID() })],
    ['accepted', () => newEvent('UserInvitationAccepted', { ...reference, invitationId })],
    ['of a user who is inactive', () => newEvent('UserDeactivated', reference)],
    ['of a user who was removed', () => newEvent('UserRemoved', reference)],
  ])('is not sent once it is %s', async (_case, event) => {
    await ofUser(event());
    const asked = job();
    await sendNotification(deps(), asked);
    expect(sent).toEqual([]);
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
  });

  it('to nobody is given up', async () => {
    await expect(sendNotification(deps(), { ...job(), recipientId: randomUUID() })).rejects.toThrow(
      Unprocessable,
    );
    await expect(sendNotification(deps(), { ...job(), tenantId: randomUUID() })).rejects.toThrow(
      Unprocessable,
    );
  });
});

describe('a token that is about to end', () => {
  const job = (): TokenNotification => ({
    notificationId: randomUUID(),
    tenantId,
    notificationKind: 'token-expiring',
    tokenId,
    recipientKind: 'user',
    recipientId: userId,
  });
  const issued = () =>
    newEvent('ApiTokenIssued', {
      tokenId,
      tenantId,
      issuerId: userId,
      description: 'Integração do ERP',
      role: 'manager',
      expiresAt: '2026-11-28T12:00:00.000Z',
    });
  beforeEach(() => record(eventStore, streams.token(tokenId), issued()));

  it('is announced to who issued it', async () => {
    await sendNotification(deps(), job());
    for (const part of ['Integração do ERP', '28 de novembro de 2026', 'https://lacre.exemplo.com.br/tokens'])
      expect(sent[0]?.text).toContain(part);
  });

  it('is not announced once it is over or revoked', async () => {
    await record(
      eventStore,
      streams.token(tokenId),
      newEvent('ApiTokenRevoked', { tokenId, tenantId, issuerId: userId }),
    );
    const asked = job();
    await sendNotification(deps(), asked);
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
    now = new Date('2026-11-28T12:00:00.000Z');
    await sendNotification(deps(), job());
    expect(sent).toEqual([]);
  });

  it('of somebody else is given up', async () => {
    await expect(sendNotification(deps(), { ...job(), recipientId: randomUUID() })).rejects.toThrow(
      Unprocessable,
    );
  });
});
