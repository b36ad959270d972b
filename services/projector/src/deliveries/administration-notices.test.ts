import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { Unprocessable } from '@lacre/work-queue';
import { beforeEach, describe, expect, it } from 'vitest';

import { newEvent, record } from '../testing/recorded-history.ts';
import { useAccountMails } from '../testing/use-account-mails.ts';
import type { AdministrationNotification } from './notification-job.ts';
import { sendNotification } from './send-notification.ts';

const { cast, tenantId, userId, deps } = useAccountMails();

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
    record(cast.eventStore, streams.tenant(tenantId), event);
  beforeEach(() =>
    record(
      cast.eventStore,
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
  ])('%s, is announced to both', async (_what, made, toUser, toOther) => {
    const event = made();
    await ofTenant(event);
    for (const id of [userId, other]) await sendNotification(deps(), job(event.id, id));
    expect(cast.sent.map(({ to }) => to.address)).toEqual(['bia@exemplo.com.br', 'marina@exemplo.com.br']);
    for (const part of toUser) expect(cast.sent[0]?.text).toContain(part);
    for (const part of toOther) expect(cast.sent[1]?.text).toContain(part);
  });

  it('is announced to no user whom it does not concern', async () => {
    const event = newEvent('AdministrationAccepted', offer);
    await ofTenant(event);
    const third = randomUUID();
    await record(
      cast.eventStore,
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
    expect(cast.sent).toEqual([]);
  });
});
