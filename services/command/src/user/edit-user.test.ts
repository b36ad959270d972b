import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { details, freshEmail, outcome, useUsers } from '../testing/use-users.ts';

const { cast, create, signIn, edit, joined } = useUsers();

describe('editing', () => {
  it('changes what was sent, and not the address of a user who has signed in by it', async () => {
    const bia = await joined({ phoneNumber: '11987650004' });
    const reply = await edit(bia.uid, { user: { uid: bia.uid, name: 'Bia L.', phoneNumber: '' } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({ name: 'Bia L.', phoneNumber: null, role: 'common' });
    expect((await signIn(bia.email)).body.user).toMatchObject({ name: 'Bia L.' });
    const email = freshEmail('nova');
    for (const [uid, token] of [
      [bia.uid, cast.own.token],
      [bia.uid, cast.manager.token],
      [cast.own.userId, cast.own.token],
    ] as const)
      expect(outcome(await edit(uid, { user: { email } }, token))).toEqual([
        422,
        'AUTH_USER_DATA_VALIDATION',
      ]);
    expect(outcome(await edit(bia.uid, { user: { email } }, bia.token))).toEqual([
      403,
      'AUTH_USER_WITHOUT_PERMISSION',
    ]);
    expect((await create(details({ email }), cast.other.token)).status).toBe(201);
  });

  it('changes no address by an API token, of its issuer or of another user', async () => {
    const bia = await joined();
    const body = { description: 'ERP', scopes: ['account'] };
    const issued = await cast.harness.send<{ token: string }>('POST', '/token', body, {
      token: cast.own.token,
    });
    const { token } = issued.body;
    const email = freshEmail('ladrao');
    for (const uid of [cast.own.userId, bia.uid])
      expect(outcome(await edit(uid, { user: { email } }, token))).toEqual([405, 'AUTH_METHOD_NOT_ALLOWED']);
    const same = await edit(bia.uid, { user: { email: bia.email, name: 'Bia Reis' } }, token);
    expect([same.status, same.body.name]).toEqual([200, 'Bia Reis']);
  });

  it('grants no more by an API token than the token itself may do', async () => {
    const byScopes = async (...scopes: string[]) => {
      const body = { description: 'ERP', scopes };
      return (await cast.harness.send<{ token: string }>('POST', '/token', body, { token: cast.own.token }))
        .body.token;
    };
    const [narrow, whole] = [
      await byScopes('account'),
      await byScopes('read', 'processes', 'registers', 'account'),
    ];
    const inPerson = [405, 'AUTH_METHOD_NOT_ALLOWED'];
    const beyond = [403, 'TOKEN_SCOPE_REQUIRED'];
    const companyId = await cast.harness.company(cast.own.token);
    for (const token of [narrow, whole])
      expect(outcome(await create(details({ role: 'manager' }), token))).toEqual(inPerson);
    expect(outcome(await create(details(), narrow))).toEqual(beyond);
    expect((await create(details({ role: 'totem' }), narrow)).status).toBe(201);
    const { body: rui } = await create(details(), whole);

    for (const token of [narrow, whole])
      expect(outcome(await edit(rui.uid, { user: { role: 'manager' } }, token))).toEqual(inPerson);
    expect(outcome(await edit(rui.uid, { user: { companyIds: [companyId] } }, narrow))).toEqual(beyond);
    expect((await edit(rui.uid, { user: { companyIds: [companyId] } }, whole)).status).toBe(200);
    expect((await edit(rui.uid, { user: { companyIds: [] } }, narrow)).status).toBe(200);
    expect((await edit(rui.uid, { user: { active: false } }, narrow)).status).toBe(200);
    expect(outcome(await edit(rui.uid, { user: { active: true } }, narrow))).toEqual(beyond);
    expect((await edit(rui.uid, { user: { active: true } }, whole)).status).toBe(200);

    const { uid } = await joined({ role: 'manager' });
    expect((await edit(uid, { user: { active: false } }, whole)).status).toBe(200);
    expect(outcome(await edit(uid, { user: { active: true } }, whole))).toEqual(inPerson);
    expect((await edit(uid, { user: { active: true } })).status).toBe(200);
  });

  it('frees the e-mail and phone that a user who has not joined had', async () => {
    const { body: bia } = await create(details({ phoneNumber: '11987650005' }));
    const moved = { email: freshEmail('outra'), phoneNumber: '11987650006' };
    expect((await edit(bia.uid, { user: moved })).status).toBe(200);
    const next = details({ email: bia.email, phoneNumber: '11987650005' });
    expect((await create(next, cast.other.token)).status).toBe(201);
    expect(outcome(await create(details({ email: moved.email }), cast.other.token))).toEqual([
      409,
      'EMAIL_NOT_AVAILABLE',
    ]);
  });

  it('releases the values it reserved when it is refused', async () => {
    const { body: bia } = await create(details());
    const email = freshEmail('livre');
    const foreign = await cast.harness.company(cast.other.token);
    expect(outcome(await edit(bia.uid, { user: { email, companyIds: [foreign] } }))).toEqual([
      422,
      'AUTH_USER_DATA_VALIDATION',
    ]);
    expect((await create(details({ email }), cast.other.token)).status).toBe(201);
  });

  it('gives a reservation that a crash orphaned to the next caller', async () => {
    const { body: bia } = await create(details());
    const email = freshEmail('orfao');
    const { eventStore } = cast.harness;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, ...rest) => {
      if (stream === streams.user(bia.uid)) throw new Error('the process died here');
      return append(stream, ...rest);
    };
    expect((await edit(bia.uid, { user: { email } })).status).toBe(500);
    eventStore.append = append;
    expect((await create(details({ email }), cast.other.token)).status).toBe(201);
    expect(outcome(await edit(bia.uid, { user: { email } }))).toEqual([409, 'EMAIL_NOT_AVAILABLE']);
  });

  it('accepts a user as it was read, with the changes made to it', async () => {
    const bia = await joined();
    const read = (await edit(bia.uid, { user: { name: 'Bia' } })).body;
    const seenBefore = await cast.harness.types(streams.user(bia.uid));
    const identity = { displayName: 'Bia', emailVerified: true, createdAt: new Date().toISOString() };
    const whole = { ...read, ...identity, tenant: { tenantId: cast.own.tenantId } };
    expect((await edit(bia.uid, { user: whole, avatar: read.photoURL, uploads: [] })).status).toBe(200);
    expect(await cast.harness.types(streams.user(bia.uid))).toEqual(seenBefore);
    const changed = await edit(bia.uid, { user: { ...whole, name: 'Beatriz', photoURL: '/outra' } });
    expect(changed.body).toMatchObject({ name: 'Beatriz', photoURL: read.photoURL, email: read.email });
    const types = await cast.harness.types(streams.user(bia.uid));
    expect(types.slice(seenBefore.length)).toEqual(['UserEdited']);
    expect((await edit(bia.uid, { user: { nome: 'Bia' } })).body.code).toBe('CLASS_VALIDATION_ERROR');
  });

  it('answers 502 when sign-in could not follow, and a repeat does the rest', async () => {
    const bia = await joined();
    const rename = () => edit(bia.uid, { user: { name: 'Bia Reis' } }, cast.own.token, 'follow-1');
    await cast.harness.pool.query('alter table identity."user" rename to hidden');
    const failed = await rename();
    await cast.harness.pool.query('alter table identity.hidden rename to "user"');
    expect(outcome(failed)).toEqual([502, 'AUTH_USER_UPDATE_ERROR']);
    expect((await rename()).status).toBe(200);
    expect((await signIn(bia.email)).body.user).toMatchObject({ name: 'Bia Reis' });
    expect(
      (await cast.harness.types(streams.user(bia.uid))).filter((type) => type === 'UserEdited'),
    ).toHaveLength(1);
  });

  it('refuses roles to users who may not give them', async () => {
    const bia = await joined();
    const role = (to: string, uid = bia.uid, token = cast.own.token) =>
      edit(uid, { user: { role: to } }, token);
    expect((await role('manager')).body.role).toBe('manager');
    expect(outcome(await role('administrator', bia.uid, cast.manager.token))).toEqual([
      403,
      'AUTH_USER_NOT_ADMIN',
    ]);
    expect(outcome(await role('common', cast.own.userId))).toEqual([403, 'AUTH_CANNOT_CHANGE_ROLE']);
    expect(outcome(await role('common', bia.uid, bia.token))).toEqual([403, 'AUTH_CANNOT_CHANGE_ROLE']);
    expect(outcome(await edit(cast.own.userId, { user: { name: 'X' } }, cast.manager.token))).toEqual([
      403,
      'AUTH_PERMISSION_EDIT_ADMIN_USER',
    ]);
  });

  it('ends sessions and access of a deactivated user at once', async () => {
    const bia = await joined({ role: 'manager' });
    expect((await edit(bia.uid, { user: { active: false } })).body.active).toBe(false);
    const refresh = () =>
      cast.harness.send('POST', '/session/refresh', undefined, { headers: { cookie: bia.cookie } });
    expect(outcome(await create(details(), bia.token))).toEqual([403, 'AUTH_USER_INACTIVE']);
    expect((await refresh()).status).toBe(401);
    expect(outcome(await signIn(bia.email))).toEqual([403, 'AUTH_USER_INACTIVE']);
    expect((await edit(bia.uid, { user: { active: true } })).body.active).toBe(true);
    expect((await signIn(bia.email)).status).toBe(200);
  });

  it('is refused for another uid than the address names, and unknown to other tenants', async () => {
    const bia = await joined();
    expect(outcome(await edit(bia.uid, { user: { uid: cast.own.userId, name: 'X' } }))).toEqual([
      422,
      'AUTH_USER_DATA_VALIDATION',
    ]);
    expect(outcome(await edit(bia.uid, { user: { name: 'X' } }, cast.other.token))).toEqual([
      404,
      'AUTH_USER_NOT_FOUND',
    ]);
    expect(outcome(await edit(randomUUID(), { user: { name: 'X' } }))).toEqual([404, 'AUTH_USER_NOT_FOUND']);
  });
});
