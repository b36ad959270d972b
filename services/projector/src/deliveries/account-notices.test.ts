import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import type { MailMessage } from '@lacre/mailer';
import { asRead } from '@lacre/mailer/testing';
import { verifyProof } from '@lacre/proofs';
import { Unprocessable } from '@lacre/work-queue';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';

import { newEvent, record } from '../testing/recorded-history.ts';
import type {
  AdministrationNotification,
  InvitationNotification,
  SecurityNotification,
  TokenNotification,
  WebhookNotification,
} from './notification-job.ts';
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
    const proof = /\/password#invitation=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
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

describe('a change of how an account is entered', () => {
  const client = { ip: '203.0.113.9', userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/153.0', city: 'Curitiba' };
  const job = (eventId: string): SecurityNotification => ({
    notificationId: randomUUID(),
    tenantId,
    notificationKind: 'security-notice',
    eventId,
    recipientKind: 'user',
    recipientId: userId,
  });

  it('is told to its owner, with when and from where', async () => {
    const event = newEvent('UserPasswordChanged', { ...reference, how: 'reset' }, { client });
    await ofUser(event, newEvent('UserGoogleLinked', reference));
    await sendNotification(deps(), job(event.id));
    expect(sent[0]?.to.address).toBe('bia@exemplo.com.br');
    expect(sent[0]?.subject).toBe('Sua senha foi trocada');
    for (const part of [
      '203.0.113.9',
      'Firefox 153 · Linux',
      'Curitiba',
      'https://lacre.exemplo.com.br/password',
    ])
      expect(sent[0]?.text).toContain(part);
  });

  it('says nothing of what is not known, nor of what was erased', async () => {
    const erased = { ip: 'dados removidos', userAgent: 'dados removidos' };
    const event = newEvent('UserGoogleLinked', reference, { client: erased });
    await ofUser(event);
    await sendNotification(deps(), job(event.id));
    expect(sent[0]?.text).not.toMatch(/Dispositivo|Endereço IP|Local|dados removidos/);
  });

  it('of its e-mail is told to the address before, with who did it, and what to do', async () => {
    const actor = { kind: 'user', id: randomUUID(), name: 'Marina' } as const;
    const to = { ...reference, name: 'Bia', email: 'intrusa@exemplo.com.br', emailChanged: true } as const;
    const event = newEvent('UserEdited', to, { client, actor });
    await ofUser(event, newEvent('UserEdited', { ...reference, name: 'Bia', email: 'outra@exemplo.com.br' }));
    await sendNotification(deps(), job(event.id));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.to).toEqual({ name: 'Bia', address: 'bia@exemplo.com.br' });
    expect(sent[0]?.subject).toBe('O e-mail da sua conta foi trocado');
    for (const part of [
      'i***@exemplo.com.br',
      'Marina',
      '203.0.113.9',
      'Não foi você?',
      'quem administra a conta',
    ])
      expect(sent[0]?.text).toContain(part);
    expect(`${sent[0]?.text} ${sent[0]?.html}`).not.toContain('intrusa@');
  });

  it('of its e-mail is told to nobody once the address before was erased', async () => {
    const erased = { ...reference, name: 'dados removidos', email: 'dados removidos' };
    const event = newEvent('UserEdited', { ...erased, emailChanged: true });
    await ofUser(newEvent('UserEdited', erased), event);
    const asked = job(event.id);
    await sendNotification(deps(), asked);
    expect(sent).toEqual([]);
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
  });

  it('of nobody, or of no such kind, is given up', async () => {
    const event = newEvent('UserEmailVerified', reference);
    await ofUser(event);
    for (const wrong of [job(event.id), job(randomUUID()), { ...job(event.id), recipientId: randomUUID() }])
      await expect(sendNotification(deps(), wrong)).rejects.toThrow(Unprocessable);
  });

  it('is not told to who was removed', async () => {
    const event = newEvent('UserGoogleLinked', reference);
    await ofUser(event, newEvent('UserRemoved', reference));
    const asked = job(event.id);
    await sendNotification(deps(), asked);
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
  });

  it('of a person is told to them', async () => {
    const personId = randomUUID();
    const fields = { name: 'Rui', email: 'rui@exemplo.com.br' };
    const device = { personId, tenantId, deviceId: randomUUID(), expiresAt: '2027-05-20T12:00:00.000Z' };
    const event = newEvent('PersonDeviceRemembered', { ...device, another: true }, { client });
    const person = newEvent('PersonCreated', { personId, tenantId, cpf: '52998224725', fields });
    await record(eventStore, streams.person(personId), person, event);
    const kind = {
      notificationKind: 'person-device',
      recipientKind: 'person',
      recipientId: personId,
    } as const;
    await sendNotification(deps(), { ...job(event.id), ...kind });
    expect(sent[0]?.to).toEqual({ name: 'Rui', address: 'rui@exemplo.com.br' });
    for (const part of ['20 de maio de 2027', 'Firefox 153 · Linux']) expect(sent[0]?.text).toContain(part);
  });
});

describe('access that an account gives while its change of e-mail can be undone', () => {
  const actor = { kind: 'user', id: userId, name: 'Bia' } as const;
  const [webhookId, changeId] = [randomUUID(), randomUUID()];
  const url = 'https://exemplo.com.br/escuta';
  const hook = { webhookId, tenantId, userId, url, description: '', eventTypes: [], secretId: randomUUID() };
  const moved = (undoUntil: string) =>
    newEvent('UserEdited', {
      userId,
      tenantId,
      name: 'Bia',
      email: 'ladrao@exemplo.com.br',
      emailChanged: true,
      emailChange: { changeId, undoUntil },
    });
  const created = newEvent('WebhookCreated', hook, { actor });
  const asked = {
    notificationId: randomUUID(),
    tenantId,
    notificationKind: 'former-address',
    stream: streams.webhook(webhookId),
    eventId: created.id,
    recipientKind: 'user',
    recipientId: userId,
  } as const;

  it('is told to the former address, with the way back', async () => {
    await record(eventStore, streams.user(userId), moved('2999-01-01T00:00:00.000Z'));
    await record(eventStore, streams.webhook(webhookId), created);
    await sendNotification(deps(), asked);
    expect(sent[0]?.to.address).toBe('bia@exemplo.com.br');
    for (const part of [url, '#undo-email=', 'criou um webhook'])
      expect(asRead(sent[0]?.text)).toContain(part);
  });

  it.each(['2020-01-01T00:00:00.000Z', undefined])('is not told once it cannot: %s', async (undoUntil) => {
    if (undoUntil !== undefined) await record(eventStore, streams.user(userId), moved(undoUntil));
    await record(eventStore, streams.webhook(webhookId), created);
    await sendNotification(deps(), asked);
    expect(sent).toEqual([]);
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
  });

  it('is told to the owner by names once it ended', async () => {
    await record(eventStore, streams.webhook(webhookId), created);
    const ids = {
      administratorIds: [userId],
      memberIds: [],
      webhookIds: [webhookId],
      tokenIds: [randomUUID()],
    };
    const ended = newEvent('UserAccessTakenBack', { userId, tenantId, ...ids });
    await record(eventStore, streams.user(userId), ended);
    const { stream: _stream, ...rest } = asked;
    await sendNotification(deps(), { ...rest, notificationKind: 'security-notice', eventId: ended.id });
    for (const part of ['Deixaram de administrar', 'Bia', url, 'Tokens'])
      expect(asRead(sent[0]?.text)).toContain(part);
  });
});

describe('a change of who administers', () => {
  const other = randomUUID();
  const client = { ip: '203.0.113.9' };
  const actor = { kind: 'user', id: other, name: 'Marina' } as const;
  const job = (eventId: string, recipientId: string): AdministrationNotification => ({
    notificationId: randomUUID(),
    tenantId,
    notificationKind: 'administration',
    eventId,
    recipientKind: 'user',
    recipientId,
  });
  const offer = { tenantId, offerId: randomUUID(), userId, offererId: other };
  const grant = { tenantId, userId, grantId: randomUUID() };
  const ofTenant = (event: ReturnType<typeof newEvent>) =>
    record(eventStore, streams.tenant(tenantId), event);
  beforeEach(() =>
    record(
      eventStore,
      streams.user(other),
      newEvent('UserCreated', {
        userId: other,
        tenantId,
        name: 'Marina',
        email: 'marina@exemplo.com.br',
        role: 'administrator',
      }),
    ),
  );

  it.each([
    [
      'offered',
      () =>
        newEvent('AdministrationOffered', { ...offer, expiresAt: '2026-11-28T12:00:00.000Z' }, { client }),
      ['Marina oferece a você', '28 de novembro de 2026', '/profile', '203.0.113.9'],
      ['Bia pode aceitar', 'retirar a oferta', '/users'],
    ],
    [
      'accepted',
      () => newEvent('AdministrationAccepted', offer),
      ['Você agora administra', 'Marina passou a ser gerente'],
      ['Bia agora administra a conta, e você passou a ser gerente'],
    ],
    [
      'declined',
      () => newEvent('AdministrationOfferEnded', { ...offer, how: 'declined' }),
      ['Você recusou'],
      ['Bia recusou', 'Você continua administrando'],
    ],
    [
      'withdrawn',
      () => newEvent('AdministrationOfferEnded', { ...offer, how: 'withdrawn' }),
      ['A oferta que Marina fez a você foi retirada'],
      ['A oferta feita a Bia foi retirada'],
    ],
    [
      'added',
      () => newEvent('TenantAdministratorAdded', grant, { actor }),
      ['Marina tornou você administrador'],
      ['Você tornou Bia administrador'],
    ],
    [
      'removed',
      () => newEvent('TenantAdministratorRemoved', grant, { actor }),
      ['Você deixou de ser administrador', 'Marina'],
      ['Bia deixou de ser administrador'],
    ],
  ])('%s, is told to both', async (_what, made, toUser, toOther) => {
    const event = made();
    await ofTenant(event);
    for (const id of [userId, other]) await sendNotification(deps(), job(event.id, id));
    expect(sent.map(({ to }) => to.address)).toEqual(['bia@exemplo.com.br', 'marina@exemplo.com.br']);
    for (const part of toUser) expect(sent[0]?.text).toContain(part);
    for (const part of toOther) expect(sent[1]?.text).toContain(part);
  });

  it('is told to nobody whom it does not concern', async () => {
    const event = newEvent('AdministrationAccepted', offer);
    await ofTenant(event);
    const third = randomUUID();
    await record(
      eventStore,
      streams.user(third),
      newEvent('UserCreated', {
        userId: third,
        tenantId,
        name: 'Caio',
        email: 'caio@exemplo.com.br',
        role: 'common',
      }),
    );
    await expect(sendNotification(deps(), job(event.id, third))).rejects.toThrow(Unprocessable);
    expect(sent).toEqual([]);
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
    await record(eventStore, stream, newEvent('WebhookCreated', made));
  });

  it('is told to who made it, with where it went and since when it fails', async () => {
    const event = disabled();
    const edited = { ...ofWebhook, ...settings, url: 'https://erp.exemplo.com.br/b', description: 'ERP' };
    await record(eventStore, stream, newEvent('WebhookEdited', edited), event);
    await sendNotification(deps(), job(event.id));
    expect(sent[0]?.subject).toBe('Webhook desativado: ERP');
    for (const part of ['https://erp.exemplo.com.br/b', '18 de novembro de 2026', '/webhooks'])
      expect(asRead(sent[0]?.text)).toContain(part);
  });

  it('is not told once it was resumed, nor to who is no user any more', async () => {
    const event = disabled();
    await record(eventStore, stream, event, newEvent('WebhookResumed', ofWebhook));
    const asked = job(event.id);
    await sendNotification(deps(), asked);
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
    const again = disabled();
    await record(eventStore, stream, again);
    await ofUser(newEvent('UserRemoved', reference));
    await sendNotification(deps(), job(again.id));
    expect(sent).toEqual([]);
  });
});
