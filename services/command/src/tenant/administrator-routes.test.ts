import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';
import { Visitor } from '../testing/visitor.ts';
import { user } from '../user/decide-user.ts';

describe('administrators', () => {
  let harness: Harness;
  let now: Date | undefined;
  beforeAll(async () => {
    harness = await Harness.start({ now: () => now ?? new Date() });
  });
  afterAll(() => harness.stop());

  async function account() {
    const { tenantId: id, userId, registration } = await harness.tenant();
    const first = new Visitor(harness);
    await first.signIn(registration.administrator);
    return { tenantId: id, first: { visitor: first, userId } };
  }
  type Account = Awaited<ReturnType<typeof account>>;

  /** A user of the tenant who signed in a moment ago. */
  async function colleague({ tenantId: id }: Account, role: 'manager' | 'common' = 'manager') {
    const { userId } = await harness.member(id, role);
    const email = `${userId}@exemplo.com.br`;
    const password = 'correta-senha';
    await harness.service.identity.setFirstPassword({ userId, name: 'Leo', email, password });
    const visitor = new Visitor(harness);
    expect((await visitor.signIn({ email, password })).status).toBe(200);
    return { visitor, userId };
  }
  const promote = (by: Visitor, uid: string) => by.send('POST', `/user/${uid}/administrator`);
  const demote = (by: Visitor, uid: string) => by.send('DELETE', `/user/${uid}/administrator`);
  const offer = (by: Visitor, uid: string) =>
    by.send<AnswerOf<'offerAdministration'>>('POST', '/administration/offer', { uid });
  const accept = (by: Visitor, id: string) => by.send('POST', `/administration/offer/${id}/accept`);
  const end = (by: Visitor, id: string) => by.send('DELETE', `/administration/offer/${id}`);
  const seen = async (by: Visitor) =>
    (await by.send<AnswerOf<'administrationOffer'>>('GET', '/administration/offer')).body.offer;
  const roleOf = async (userId: string) => {
    const state = await harness.service.handler.load(user, userId);
    return 'role' in state ? state.role : undefined;
  };

  it('are promoted among users who have signed in, and removed, down to the last', async () => {
    const conta = await account();
    const { first } = conta;
    const second = await colleague(conta, 'common');
    expect((await demote(first.visitor, first.userId)).body.code).toBe('LAST_ADMINISTRATOR');
    expect((await promote(second.visitor, second.userId)).body.code).toBe('AUTH_USER_NOT_ADMIN');
    expect((await promote(first.visitor, second.userId)).status).toBe(200);
    expect(await roleOf(second.userId)).toBe('administrator');
    expect((await demote(second.visitor, first.userId)).status).toBe(200);
    expect(await roleOf(first.userId)).toBe('manager');
    expect((await promote(first.visitor, first.userId)).body.code).toBe('AUTH_USER_NOT_ADMIN');
    expect((await demote(second.visitor, second.userId)).body.code).toBe('LAST_ADMINISTRATOR');
    const removal = await second.visitor.send('DELETE', `/user/${first.userId}`);
    expect(removal.status).toBe(200);
  });

  it('are promoted within their tenant alone, and not before they have signed in', async () => {
    const [conta, other] = [await account(), await account()];
    const { userId } = await harness.member(conta.tenantId, 'manager');
    expect((await promote(conta.first.visitor, userId)).body.code).toBe('AUTH_USER_DATA_VALIDATION');
    for (const act of [promote, demote])
      expect((await act(other.first.visitor, userId)).body.code).toBe('AUTH_USER_NOT_FOUND');
    expect((await offer(other.first.visitor, userId)).body.code).toBe('AUTH_USER_NOT_FOUND');
    const there = await offer(conta.first.visitor, (await colleague(conta)).userId);
    for (const act of [accept, end])
      expect((await act(other.first.visitor, there.body.offerId)).body.code).toBe(
        'ADMINISTRATION_OFFER_NOT_FOUND',
      );
    expect(await seen(other.first.visitor)).toBeNull();
  });

  it('who remove one another at once leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const conta = await account();
      const second = await colleague(conta);
      await promote(conta.first.visitor, second.userId);
      const done = await Promise.all([
        demote(conta.first.visitor, second.userId),
        demote(second.visitor, conta.first.userId),
      ]);
      expect(done.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      const roles = await Promise.all([conta.first.userId, second.userId].map(roleOf));
      expect(new Set(roles)).toEqual(new Set(['administrator', 'manager']));
    }
  });

  it('of an interrupted promotion are promoted by its repeat', async () => {
    const conta = await account();
    const second = await colleague(conta);
    const grantId = randomUUID();
    const data = { tenantId: conta.tenantId, userId: second.userId, grantId };
    await harness.append(streams.tenant(conta.tenantId), conta.tenantId, {
      type: 'TenantAdministratorAdded',
      data,
    });
    expect((await demote(conta.first.visitor, conta.first.userId)).body.code).toBe('LAST_ADMINISTRATOR');
    expect((await promote(conta.first.visitor, second.userId)).status).toBe(200);
    expect(await roleOf(second.userId)).toBe('administrator');
    expect((await demote(conta.first.visitor, conta.first.userId)).status).toBe(200);
    // The same of one let go.
    const third = await colleague(conta);
    await promote(second.visitor, third.userId);
    await harness.append(streams.tenant(conta.tenantId), conta.tenantId, {
      type: 'TenantAdministratorRemoved',
      data: { ...data, userId: third.userId },
    });
    expect((await demote(second.visitor, third.userId)).status).toBe(200);
    expect(await roleOf(third.userId)).toBe('manager');
  });

  it('hand over to the user who accepts', async () => {
    const conta = await account();
    const { first } = conta;
    const [second, third] = [await colleague(conta, 'common'), await colleague(conta)];
    const made = await offer(first.visitor, second.userId);
    expect(made.status).toBe(201);
    const { offerId: id } = made.body;
    const both = { offerId: id, from: { uid: first.userId }, to: { uid: second.userId, name: 'Leo' } };
    expect(await seen(first.visitor)).toMatchObject(both);
    expect(await seen(second.visitor)).toMatchObject(both);
    expect(await seen(third.visitor)).toBeNull();
    expect((await offer(first.visitor, third.userId)).body.code).toBe('ADMINISTRATION_OFFER_OPEN');
    expect((await accept(third.visitor, id)).body.code).toBe('ADMINISTRATION_OFFER_NOT_FOUND');
    expect((await end(third.visitor, id)).body.code).toBe('ADMINISTRATION_OFFER_NOT_FOUND');
    expect((await accept(second.visitor, id)).status).toBe(200);
    expect(await roleOf(second.userId)).toBe('administrator');
    expect(await roleOf(first.userId)).toBe('manager');
    expect(await seen(second.visitor)).toBeNull();
    expect((await accept(second.visitor, id)).status).toBe(200);
    const types = await harness.types(streams.tenant(conta.tenantId));
    expect(types.slice(-3)).toEqual([
      'AdministrationOffered',
      'AdministrationAccepted',
      'TenantAdministratorRemoved',
    ]);
  });

  it('do not once the offer was declined, withdrawn or is over', async () => {
    const conta = await account();
    const { first } = conta;
    const second = await colleague(conta);
    const declined = (await offer(first.visitor, second.userId)).body.offerId;
    expect((await end(second.visitor, declined)).status).toBe(200);
    const withdrawn = (await offer(first.visitor, second.userId)).body.offerId;
    expect((await end(first.visitor, withdrawn)).status).toBe(200);
    const late = (await offer(first.visitor, second.userId)).body.offerId;
    for (const id of [declined, withdrawn])
      expect((await accept(second.visitor, id)).body.code).toBe('ADMINISTRATION_OFFER_NOT_FOUND');
    now = new Date(Date.now() + 7 * 86_400_000 + 1000);
    const password = 'correta-senha';
    const again = new Visitor(harness);
    await again.signIn({ email: `${second.userId}@exemplo.com.br`, password });
    expect(await seen(again)).toBeNull();
    expect((await accept(again, late)).body.code).toBe('ADMINISTRATION_OFFER_NOT_FOUND');
    now = undefined;
    expect(await roleOf(second.userId)).toBe('manager');
  });
});
