import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { asRead } from '@lacre/mailer/testing';
import { Unprocessable } from '@lacre/work-queue';
import { describe, expect, it } from 'vitest';

import { newEvent, record } from '../testing/recorded-history.ts';
import { useAccountMails } from '../testing/use-account-mails.ts';
import type { SecurityNotification } from './notification-job.ts';
import { sendNotification } from './send-notification.ts';

const { cast, tenantId, userId, reference, ofUser, deps, outcomes } = useAccountMails();

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

  it('is announced to its owner, with when and from where', async () => {
    const event = newEvent('UserPasswordChanged', { ...reference, how: 'reset' }, { client });
    await ofUser(event, newEvent('UserGoogleLinked', reference));
    await sendNotification(deps(), job(event.id));
    expect(cast.sent[0]?.to.address).toBe('bia@exemplo.com.br');
    expect(cast.sent[0]?.subject).toBe('Sua senha foi trocada');
    for (const part of [
      '203.0.113.9',
      'Firefox 153 · Linux',
      'Curitiba',
      'https://lacre.exemplo.com.br/password',
    ])
      expect(cast.sent[0]?.text).toContain(part);
  });

  it('leaves out unknown and erased values', async () => {
    const erased = { ip: 'dados removidos', userAgent: 'dados removidos' };
    const event = newEvent('UserGoogleLinked', reference, { client: erased });
    await ofUser(event);
    await sendNotification(deps(), job(event.id));
    expect(cast.sent[0]?.text).not.toMatch(/Dispositivo|Endereço IP|Local|dados removidos/);
  });

  it('of its e-mail is announced to the former address, with who did it, and what to do', async () => {
    const actor = { kind: 'user', id: randomUUID(), name: 'Marina' } as const;
    const to = { ...reference, name: 'Bia', email: 'intrusa@exemplo.com.br', emailChanged: true } as const;
    const event = newEvent('UserEdited', to, { client, actor });
    await ofUser(event, newEvent('UserEdited', { ...reference, name: 'Bia', email: 'outra@exemplo.com.br' }));
    await sendNotification(deps(), job(event.id));
    expect(cast.sent).toHaveLength(1);
    expect(cast.sent[0]?.to).toEqual({ name: 'Bia', address: 'bia@exemplo.com.br' });
    expect(cast.sent[0]?.subject).toBe('O email da sua conta foi trocado');
    for (const part of [
      'i***@exemplo.com.br',
      'Marina',
      '203.0.113.9',
      'Não foi você?',
      'quem administra a conta',
    ])
      expect(cast.sent[0]?.text).toContain(part);
    expect(`${cast.sent[0]?.text} ${cast.sent[0]?.html}`).not.toContain('intrusa@');
  });

  it('of its e-mail is announced to no address once the former one was erased', async () => {
    const erased = { ...reference, name: 'dados removidos', email: 'dados removidos' };
    const event = newEvent('UserEdited', { ...erased, emailChanged: true });
    await ofUser(newEvent('UserEdited', erased), event);
    const asked = job(event.id);
    await sendNotification(deps(), asked);
    expect(cast.sent).toEqual([]);
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
  });

  it('of an unknown user, or of an event of no such kind, is given up', async () => {
    const event = newEvent('UserEmailVerified', reference);
    await ofUser(event);
    for (const wrong of [job(event.id), job(randomUUID()), { ...job(event.id), recipientId: randomUUID() }])
      await expect(sendNotification(deps(), wrong)).rejects.toThrow(Unprocessable);
  });

  it('is not announced to a removed user', async () => {
    const event = newEvent('UserGoogleLinked', reference);
    await ofUser(event, newEvent('UserRemoved', reference));
    const asked = job(event.id);
    await sendNotification(deps(), asked);
    expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
  });

  it('of a person is announced to them', async () => {
    const personId = randomUUID();
    const fields = { name: 'Rui', email: 'rui@exemplo.com.br' };
    const device = { personId, tenantId, deviceId: randomUUID(), expiresAt: '2027-05-20T12:00:00.000Z' };
    const event = newEvent('PersonDeviceRemembered', { ...device, another: true }, { client });
    const person = newEvent('PersonCreated', { personId, tenantId, cpf: '52998224725', fields });
    await record(cast.eventStore, streams.person(personId), person, event);
    const kind = {
      notificationKind: 'person-device',
      recipientKind: 'person',
      recipientId: personId,
    } as const;
    await sendNotification(deps(), { ...job(event.id), ...kind });
    expect(cast.sent[0]?.to).toEqual({ name: 'Rui', address: 'rui@exemplo.com.br' });
    for (const part of ['20 de maio de 2027', 'Firefox 153 · Linux'])
      expect(cast.sent[0]?.text).toContain(part);
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

  it('is announced to the former address, with the way back', async () => {
    await record(cast.eventStore, streams.user(userId), moved('2999-01-01T00:00:00.000Z'));
    await record(cast.eventStore, streams.webhook(webhookId), created);
    await sendNotification(deps(), asked);
    expect(cast.sent[0]?.to.address).toBe('bia@exemplo.com.br');
    for (const part of [url, '#undo-email=', 'criou um webhook'])
      expect(asRead(cast.sent[0]?.text)).toContain(part);
  });

  it.each(['2020-01-01T00:00:00.000Z', undefined])(
    'is not announced once the change cannot be undone: until %s',
    async (undoUntil) => {
      if (undoUntil !== undefined) await record(cast.eventStore, streams.user(userId), moved(undoUntil));
      await record(cast.eventStore, streams.webhook(webhookId), created);
      await sendNotification(deps(), asked);
      expect(cast.sent).toEqual([]);
      expect(await outcomes(asked.notificationId)).toEqual(['NotificationUndeliverable']);
    },
  );

  it('is listed by names for the owner once it ended', async () => {
    await record(cast.eventStore, streams.webhook(webhookId), created);
    const ids = {
      administratorIds: [userId],
      memberIds: [],
      webhookIds: [webhookId],
      tokenIds: [randomUUID()],
    };
    const ended = newEvent('UserAccessTakenBack', { userId, tenantId, ...ids });
    await record(cast.eventStore, streams.user(userId), ended);
    const { stream: _stream, ...rest } = asked;
    await sendNotification(deps(), { ...rest, notificationKind: 'security-notice', eventId: ended.id });
    for (const part of ['Deixaram de administrar', 'Bia', url, 'Tokens'])
      expect(asRead(cast.sent[0]?.text)).toContain(part);
  });
});
