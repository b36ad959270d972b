import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { asRead } from '@lacre/mailer/testing';
import { verifyProof } from '@lacre/proofs';
import { Unprocessable } from '@lacre/work-queue';
import { beforeEach, describe, expect, it } from 'vitest';

import { newEvent, record } from '../testing/recorded-history.ts';
import { useAccountMails } from '../testing/use-account-mails.ts';
import type { InvitationNotification, TokenNotification, WebhookNotification } from './notification-job.ts';
import { sendNotification } from './send-notification.ts';

const { cast, tenantId, userId, invitationId, reference, proofSecret, ofUser, deps, outcomes } =
  useAccountMails();
const tokenId = randomUUID();

describe('an invitation', () => {
  const job = (): InvitationNotification => ({
    notificationId: randomUUID(),
    tenantId,
    notificationKind: 'user-invited',
    invitationId,
    recipientKind: 'user',
    recipientId: userId,
  });

  it('names inviter and account, and leads to a password by a proof that stands in no log', async () => {
    const asked = job();
    await sendNotification(deps(), asked);
    const [mail] = cast.sent;
    expect(mail?.to).toEqual({ name: 'Bia', address: 'bia@exemplo.com.br' });
    for (const part of ['Marina convidou você', 'Escritório Andrade', '28 de novembro de 2026'])
      expect(mail?.text).toContain(part);
    const proof = /\/password#invitation=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const claims = { tenantId, userId, invitationId };
    expect(await verifyProof('invitation', proof, { secret: proofSecret, now: cast.now })).toEqual({
      ok: true,
      claims,
    });
    const late = new Date('2026-11-28T12:00:01.000Z');
    expect(await verifyProof('invitation', proof, { secret: proofSecret, now: late })).toMatchObject({
      error: 'expired',
    });
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationSent']);
    for await (const event of cast.eventStore.readAll({ after: 'start', limit: 100 }))
      expect(JSON.stringify(event.data)).not.toContain(proof);
  });

  it('goes to the address of now', async () => {
    await ofUser(newEvent('UserEdited', { ...reference, name: 'Bia L.', email: 'nova@exemplo.com.br' }));
    await sendNotification(deps(), job());
    expect(cast.sent[0]?.to).toEqual({ name: 'Bia L.', address: 'nova@exemplo.com.br' });
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
    expect(cast.sent).toEqual([]);
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
  });

  it('to an unknown recipient or tenant is given up', async () => {
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
  beforeEach(() => record(cast.eventStore, streams.token(tokenId), issued()));

  it('is announced to its issuer', async () => {
    await sendNotification(deps(), job());
    for (const part of ['Integração do ERP', '28 de novembro de 2026', 'https://lacre.exemplo.com.br/tokens'])
      expect(cast.sent[0]?.text).toContain(part);
  });

  it('is not announced once it is over or revoked', async () => {
    await record(
      cast.eventStore,
      streams.token(tokenId),
      newEvent('ApiTokenRevoked', { tokenId, tenantId, issuerId: userId }),
    );
    const asked = job();
    await sendNotification(deps(), asked);
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
    cast.now = new Date('2026-11-28T12:00:00.000Z');
    await sendNotification(deps(), job());
    expect(cast.sent).toEqual([]);
  });

  it('of another user is given up', async () => {
    await expect(sendNotification(deps(), { ...job(), recipientId: randomUUID() })).rejects.toThrow(
      Unprocessable,
    );
  });
});

describe('a webhook that was disabled', () => {
  const webhookId = randomUUID();
  const ofWebhook = { webhookId, tenantId };
  const settings = { url: 'https://erp.exemplo.com.br/a', description: '', eventTypes: [] };
  const disabled = () =>
    newEvent('WebhookDisabled', { ...ofWebhook, failingSince: '2026-11-18T12:00:00.000Z', userId });
  const job = (eventId: string): WebhookNotification => ({
    notificationId: randomUUID(),
    tenantId,
    notificationKind: 'webhook-disabled',
    webhookId,
    eventId,
    recipientKind: 'user',
    recipientId: userId,
  });
  const stream = streams.webhook(webhookId);
  beforeEach(async () => {
    const made = { ...ofWebhook, userId, ...settings, secretId: randomUUID() };
    await record(cast.eventStore, stream, newEvent('WebhookCreated', made));
  });

  it('is announced to its creator, with its address and since when it fails', async () => {
    const event = disabled();
    const edited = { ...ofWebhook, ...settings, url: 'https://erp.exemplo.com.br/b', description: 'ERP' };
    await record(cast.eventStore, stream, newEvent('WebhookEdited', edited), event);
    await sendNotification(deps(), job(event.id));
    expect(cast.sent[0]?.subject).toBe('Webhook desativado: ERP');
    for (const part of ['https://erp.exemplo.com.br/b', '18 de novembro de 2026', '/webhooks'])
      expect(asRead(cast.sent[0]?.text)).toContain(part);
  });

  it('is not announced once it was resumed, nor to a removed or inactive user', async () => {
    const event = disabled();
    await record(cast.eventStore, stream, event, newEvent('WebhookResumed', ofWebhook));
    const asked = job(event.id);
    await sendNotification(deps(), asked);
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
    const again = disabled();
    await record(cast.eventStore, stream, again);
    await ofUser(newEvent('UserRemoved', reference));
    await sendNotification(deps(), job(again.id));
    expect(cast.sent).toEqual([]);
  });
});
