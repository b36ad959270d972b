import { randomUUID } from 'node:crypto';

import type { NewEvent } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { newEvent } from '../testing/index.ts';
import { created, life, refunded, tenantId, useOpenWork } from '../testing/use-open-work.ts';

const { openAfter } = useOpenWork();

describe('news of acts', () => {
  const at = '2026-11-22T12:00:00.000Z';
  const dated = (event: NewEvent): NewEvent => ({
    ...event,
    metadata: { ...event.metadata, occurredAt: at },
  });
  const [ana = '', rui = ''] = created.participants.map(({ personId }) => personId);
  const { userId } = created.requester;
  const told = async (...events: NewEvent[]) =>
    (await openAfter([life.created(), ...events.map(dated)]))
      .filter(({ kind }) => kind === 'send-notification')
      .map(({ payload }) => `${payload['notificationKind']} ${payload['recipientId']}`)
      .toSorted();

  it('of a signature go to both sides, once for the act', async () => {
    const news = [`signature-recorded ${ana}`, `signature-recorded ${userId}`].toSorted();
    expect(await told(life.signed(0, 0), life.signed(1, 0))).toEqual(news);
  });

  it('of a refusal go to the requester, the person who refused, and those who were asked', async () => {
    const both = [`document-rejected ${ana}`, `document-rejected ${userId}`].toSorted();
    expect(await told(life.rejected(0, 0))).toEqual(both);
    const all = [...both, `document-rejected ${rui}`].toSorted();
    expect(await told(life.rejected(0, 0), life.documentRejected(0), refunded)).toEqual(all);
  });

  it('are not sent for old events', async () => {
    const old = await openAfter([life.created(), life.signed(0, 0)]);
    expect(old).toEqual([]);
  });

  it('tell a replaced participant that they are asked no more', async () => {
    const eva = { personId: randomUUID(), name: 'Eva', cpf: '12345678909' };
    expect(await told(life.replaced(0, eva))).toEqual([`participant-replaced ${ana}`]);
  });

  it('of a signature that was handed on go to the former signer and to the requester', async () => {
    const eva = { personId: randomUUID(), name: 'Eva', cpf: '12345678909' };
    const both = [`signature-delegated ${ana}`, `signature-delegated ${userId}`].toSorted();
    expect(await told(life.delegated(0, eva))).toEqual(both);
  });
});

describe('news of accounts', () => {
  const ofUser = { tenantId, userId: randomUUID() };
  const at = { at: '2026-11-22T12:00:00.000Z' };
  const named = { name: 'Bia', email: 'bia@exemplo.com.br' };
  const passkeyId = randomUUID();
  const factor = { ...ofUser, factorId: randomUUID(), kind: 'totp' as const };
  const byUser = { ...at, actor: { kind: 'user', id: ofUser.userId } };
  const hook = { url: 'https://exemplo.com.br/avisos', description: '', eventTypes: [] };
  const token = {
    tenantId,
    tokenId: randomUUID(),
    description: 'Integração',
    role: 'administrator' as const,
  };

  it.each<[string, NewEvent, boolean]>([
    ['another password', newEvent('UserPasswordChanged', { ...ofUser, how: 'reset' }, at), true],
    ['tries that failed', newEvent('UserSignInHeld', { ...ofUser, what: 'password' }, at), true],
    ['a second factor', newEvent('UserSecondFactorEnrolled', factor, at), true],
    ['no second factor', newEvent('UserSecondFactorWithdrawn', factor, at), true],
    ['a passkey', newEvent('UserPasskeyRegistered', { ...ofUser, passkeyId }, at), true],
    ['no passkey', newEvent('UserPasskeyRemoved', { ...ofUser, passkeyId }, at), true],
    ['another e-mail', newEvent('UserEdited', { ...ofUser, ...named, emailChanged: true }, at), true],
    ['another name', newEvent('UserEdited', { ...ofUser, ...named }, at), false],
    ['Google', newEvent('UserGoogleLinked', ofUser, at), true],
    [
      'access taken back',
      newEvent(
        'UserAccessTakenBack',
        { ...ofUser, administratorIds: [], memberIds: [], webhookIds: [], tokenIds: [] },
        at,
      ),
      true,
    ],
    ['no Google', newEvent('UserGoogleUnlinked', ofUser, at), true],
    [
      'a new browser',
      newEvent('UserSignedIn', { ...ofUser, method: 'password', newBrowser: true }, at),
      true,
    ],
    ['a known browser', newEvent('UserSignedIn', { ...ofUser, method: 'password' }, at), false],
    ['what is long past', newEvent('UserGoogleLinked', ofUser), false],
  ])('tell of %s', async (_name, event, isTold) => {
    const open = await openAfter([event]);
    const told = { notificationKind: 'security-notice', recipientId: ofUser.userId, eventId: event.id };
    expect(open.map(({ payload }) => payload)).toMatchObject(isTold ? [told] : []);
    expect(open).toHaveLength(isTold ? 1 : 0);
  });

  it('tell a person of another device, and not of their first', async () => {
    const device = {
      tenantId,
      personId: randomUUID(),
      deviceId: randomUUID(),
      expiresAt: '2027-05-20T12:00:00.000Z',
    };
    expect(await openAfter([newEvent('PersonDeviceRemembered', device, at)])).toEqual([]);
    const [open] = await openAfter([newEvent('PersonDeviceRemembered', { ...device, another: true }, at)]);
    expect(open?.payload).toMatchObject({ notificationKind: 'person-device', recipientId: device.personId });
  });

  it.each<[string, NewEvent]>([
    [
      'a webhook',
      newEvent(
        'WebhookCreated',
        { tenantId, webhookId: randomUUID(), userId: ofUser.userId, secretId: randomUUID(), ...hook },
        byUser,
      ),
    ],
    [
      'a webhook’s address',
      newEvent('WebhookEdited', { tenantId, webhookId: randomUUID(), ...hook }, byUser),
    ],
    ['a token', newEvent('ApiTokenIssued', { ...token, issuerId: ofUser.userId }, byUser)],
  ])('tell of %s only where the giver’s address was changed lately', async (_name, given) => {
    const edited = (userId: string, undoUntil?: string) =>
      newEvent('UserEdited', {
        ...ofUser,
        userId,
        ...named,
        emailChanged: true,
        ...(undoUntil === undefined ? {} : { emailChange: { changeId: randomUUID(), undoUntil } }),
      });
    const told = async (...before: NewEvent[]) =>
      (await openAfter([...before, given])).map(({ payload }) => payload);
    const { userId } = ofUser;
    expect(await told(edited(userId, '2026-11-27T12:00:00.000Z'))).toMatchObject([
      { notificationKind: 'former-address', recipientId: userId, eventId: given.id },
    ]);
    for (const before of [
      [],
      [edited(userId)],
      [edited(userId, at.at)],
      [edited(randomUUID(), '2026-11-27T12:00:00.000Z')],
    ])
      expect(await told(...before)).toEqual([]);
  });

  it('tell the creator of a webhook of its end', async () => {
    const disabled = { tenantId, webhookId: randomUUID(), failingSince: at.at, userId: ofUser.userId };
    const [open] = await openAfter([newEvent('WebhookDisabled', disabled, at)]);
    expect(open?.payload).toMatchObject({
      notificationKind: 'webhook-disabled',
      recipientId: ofUser.userId,
      webhookId: disabled.webhookId,
    });
  });
});
