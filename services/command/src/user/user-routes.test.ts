import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { issueProof } from '@lacre/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';
import { samplePng } from '../testing/sample-images.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: Awaited<ReturnType<Harness['tenant']>>;
let manager: { userId: string; token: string };
let now: Date | undefined;
beforeAll(async () => {
  harness = await Harness.start({ takeOverPatienceMs: 200, now: () => now ?? new Date() });
  own = await harness.tenant();
  other = await harness.tenant();
  manager = await harness.member(own.tenantId, 'manager');
});
afterAll(() => harness.stop());

let number = 0;
const details = (more: object = {}) => ({
  name: 'Bia Lima',
  email: `bia${++number}@exemplo.com.br`,
  role: 'common',
  ...more,
});
const create = (user: object, token = own.token, key?: string) =>
  harness.send<AnswerOf<'createUser'>>('POST', '/user', { user }, { token, key });
const edit = (uid: string, body: object, token = own.token, key?: string) =>
  harness.send<AnswerOf<'editUser'>>('PATCH', `/user/${uid}`, body, { token, key });
const remove = (uid: string, token = own.token, key?: string) =>
  harness.send('DELETE', `/user/${uid}`, undefined, { token, key });
const again = (uid: string, token = own.token) =>
  harness.send('POST', `/user/${uid}/invitation`, undefined, { token });
const accept = (invitation: string, password = 'primeira-senha') =>
  harness.send<AnswerOf<'acceptInvitation'>>('POST', '/session/invitation', { invitation, password });
const signIn = (email: string, password = 'primeira-senha') =>
  harness.send<AnswerOf<'signIn'>>('POST', '/session', { email, password });
const seen = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** What the projector puts into the mail. */
async function invitationOf(userId: string, tenantId = own.tenantId, expiresInSeconds = 3600) {
  const events = await harness.stream(streams.user(userId));
  const invited = events.findLast(({ type }) => type === 'UserInvited');
  const { invitationId } = (invited?.data ?? { invitationId: randomUUID() }) as { invitationId: string };
  const secret = harness.service.proofSecret;
  const claims = { tenantId, userId, invitationId };
  return issueProof('invitation', claims, { secret, now: harness.service.now(), expiresInSeconds });
}

/** A user who has come in. */
async function joined(more: object = {}) {
  const { body } = await create(details(more));
  expect((await accept(await invitationOf(body.uid))).status).toBe(200);
  const session = await signIn(body.email);
  return {
    ...body,
    token: session.body.token,
    cookie: String(session.headers['set-cookie']).split(';')[0] ?? '',
  };
}

describe('a new user', () => {
  it('is created with what was given, and answered so', async () => {
    const companyId = await harness.company(own.token);
    const { status, body } = await create(
      details({
        companyIds: [companyId, companyId],
        cpf: '529.982.247-25',
        externalId: 'A-1',
        phoneNumber: '(11) 98765-0001',
      }),
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      position: expect.any(String) as string,
      uid: expect.any(String) as string,
      name: 'Bia Lima',
      email: `bia${number}@exemplo.com.br`,
      role: 'common',
      active: true,
      cpf: '52998224725',
      externalId: 'A-1',
      phoneNumber: '11987650001',
      photoURL: null,
      companyIds: [companyId],
      invitation: 'pending',
    });
    const events = await harness.stream(streams.user(body.uid));
    expect(events.map(({ type }) => type)).toEqual(['UserCreated', 'UserInvited']);
    expect(events[0]?.metadata).toMatchObject({ actor: { kind: 'user', id: own.userId } });
  });

  it('is one for one key, also from the log', async () => {
    const user = details({ phoneNumber: '11987650002' });
    const first = await create(user, own.token, 'user-1');
    await harness.service.answers.settled();
    await harness.pool.query('truncate command.idempotency');
    expect((await create(user, own.token, 'user-1')).body).toEqual(first.body);
    expect(seen(await create({ ...user, name: 'Outra' }, own.token, 'user-1'))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
  });

  it('shares e-mail and phone with nobody on the platform', async () => {
    const { body } = await create(details({ phoneNumber: '11987650003' }));
    const sameEmail = details({ email: body.email.toUpperCase() });
    expect(seen(await create(sameEmail, other.token))).toEqual([409, 'EMAIL_NOT_AVAILABLE']);
    const samePhone = details({ phoneNumber: '+55 11 98765-0003' });
    expect(seen(await create(samePhone, other.token))).toEqual([409, 'PHONENUMBER_NOT_AVAILABLE']);
    const administrator = details({ email: other.registration.administrator.email });
    expect(seen(await create(administrator))).toEqual([409, 'EMAIL_NOT_AVAILABLE']);
  });

  it('is refused with companies that are not the tenant’s', async () => {
    const foreign = await harness.company(other.token);
    const reply = await create(details({ companyIds: [foreign] }));
    expect(seen(reply)).toEqual([422, 'AUTH_USER_DATA_VALIDATION']);
    expect(reply.body).toMatchObject({ errors: [{ field: 'user.companyIds.0' }] });
  });

  it.each([
    ['no valid CPF', { cpf: '11111111111' }, 'CPF inválido'],
    ['no valid phone', { phoneNumber: '123' }, expect.stringContaining('Celular inválido') as string],
    ['a landline', { phoneNumber: '1133334444' }, expect.stringContaining('Celular inválido') as string],
    ['no valid e-mail', { email: 'bia' }, 'Email inválido'],
    ['a role that there is not', { role: 'owner' }, expect.stringContaining('administrator') as string],
  ])('is refused with %s, and told so', async (_case, more, message) => {
    const reply = await create(details(more));
    expect(seen(reply)).toEqual([422, 'CLASS_VALIDATION_ERROR']);
    expect(reply.body).toMatchObject({ errors: [{ field: `user.${Object.keys(more)[0]}`, message }] });
  });

  it('is no administrator', async () => {
    const user = details({ role: 'administrator' });
    expect(seen(await create(user, manager.token))).toEqual([403, 'AUTH_USER_NOT_ADMIN']);
    expect(seen(await create(user))).toEqual([403, 'AUTH_CANNOT_CHANGE_ROLE']);
  });

  it('is not for common users to create, edit or remove', async () => {
    const { token } = await harness.member(own.tenantId, 'common');
    const refused = [403, 'AUTH_USER_WITHOUT_PERMISSION'];
    expect(seen(await create(details(), token))).toEqual(refused);
    expect(seen(await edit(manager.userId, { user: { name: 'X' } }, token))).toEqual(refused);
    expect(seen(await remove(manager.userId, token))).toEqual(refused);
    expect(seen(await again(manager.userId, token))).toEqual(refused);
  });
});

describe('an invitation', () => {
  it('leads once to a password, and then to a session', async () => {
    const { body } = await create(details());
    expect((await signIn(body.email)).body.code).toBe('INVALID_CREDENTIALS');
    const invitation = await invitationOf(body.uid);
    const reply = await accept(invitation);
    expect(reply).toMatchObject({
      status: 200,
      body: { email: body.email, domain: own.registration.tenant.domain },
    });
    const session = await signIn(body.email);
    expect(session.body.user).toMatchObject({
      uid: body.uid,
      role: 'common',
      displayName: 'Bia Lima',
      // The invitation was sent there, and came back.
      emailVerified: true,
    });
    expect(seen(await accept(invitation, 'outra-senha-boa'))).toEqual([410, 'INVITATION_INVALID']);
    expect((await signIn(body.email)).status).toBe(200);
  });

  it('asks of the first password what is asked of any, and is good for another try', async () => {
    const { body } = await create(details());
    const invitation = await invitationOf(body.uid);
    for (const weak of ['12345678', body.email])
      expect(seen(await accept(invitation, weak))).toEqual([422, 'AUTH_PASSWORD_VALIDATION']);
    expect((await accept(invitation)).status).toBe(200);
  });

  it('is taken once however often it is sent at once', async () => {
    const { body } = await create(details());
    const invitation = await invitationOf(body.uid);
    const replies = await Promise.all(Array.from({ length: 4 }, () => accept(invitation)));
    expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 410)).toEqual(
      [],
    );
    const accepted = (await harness.types(streams.user(body.uid))).filter(
      (t) => t === 'UserInvitationAccepted',
    );
    expect(accepted).toHaveLength(1);
    expect((await signIn(body.email)).status).toBe(200);
  });

  it('may be repeated with another password by who stopped halfway', async () => {
    const { body } = await create(details());
    const invitation = await invitationOf(body.uid);
    const { eventStore } = harness;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, ...rest) => {
      if (stream === streams.user(body.uid)) throw new Error('the process died here');
      return append(stream, ...rest);
    };
    expect((await accept(invitation)).status).toBe(500);
    eventStore.append = append;
    expect((await accept(invitation, 'outra-senha-boa')).status).toBe(200);
    expect((await signIn(body.email, 'outra-senha-boa')).status).toBe(200);
    expect((await signIn(body.email)).status).toBe(401);
  });

  it('gives way to the next one, and is over after its time', async () => {
    const { body } = await create(details());
    const first = await invitationOf(body.uid);
    expect((await again(body.uid)).status).toBe(202);
    const second = await invitationOf(body.uid);
    expect((await accept(first)).body.code).toBe('INVITATION_INVALID');
    now = new Date(Date.now() + 3_601_000);
    expect((await accept(second)).body.code).toBe('INVITATION_INVALID');
    now = undefined;
    expect((await accept(second)).status).toBe(200);
    expect(seen(await again(body.uid))).toEqual([409, 'INVITATION_ALREADY_ACCEPTED']);
  });

  it('is nothing when forged, of another tenant, or for who is gone', async () => {
    const { body } = await create(details());
    expect((await accept('x.y.z')).body.code).toBe('INVITATION_INVALID');
    expect((await accept(await invitationOf(body.uid, other.tenantId))).body.code).toBe('INVITATION_INVALID');
    const invitation = await invitationOf(body.uid);
    await edit(body.uid, { user: { active: false } });
    expect(seen(await accept(invitation))).toEqual([403, 'AUTH_USER_INACTIVE']);
    expect(seen(await again(body.uid))).toEqual([403, 'AUTH_USER_INACTIVE']);
    await remove(body.uid);
    expect((await accept(invitation)).body.code).toBe('INVITATION_INVALID');
  });

  it('is refused a short password', async () => {
    const { body } = await create(details());
    expect(seen(await accept(await invitationOf(body.uid), 'curta'))).toEqual([
      422,
      'CLASS_VALIDATION_ERROR',
    ]);
  });
});

describe('editing', () => {
  it('changes what was sent, and no address of a user who comes in by it', async () => {
    const bia = await joined({ phoneNumber: '11987650004' });
    const reply = await edit(bia.uid, { user: { uid: bia.uid, name: 'Bia L.', phoneNumber: '' } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({ name: 'Bia L.', phoneNumber: null, role: 'common' });
    expect((await signIn(bia.email)).body.user).toMatchObject({ name: 'Bia L.' });
    const email = `nova${++number}@exemplo.com.br`;
    for (const [uid, token] of [
      [bia.uid, own.token],
      [bia.uid, manager.token],
      [own.userId, own.token],
    ] as const)
      expect(seen(await edit(uid, { user: { email } }, token))).toEqual([422, 'AUTH_USER_DATA_VALIDATION']);
    expect(seen(await edit(bia.uid, { user: { email } }, bia.token))).toEqual([
      403,
      'AUTH_USER_WITHOUT_PERMISSION',
    ]);
    expect((await create(details({ email }), other.token)).status).toBe(201);
  });

  it('changes no address by an API token, its issuer’s or another’s', async () => {
    const bia = await joined();
    const body = { description: 'ERP', scopes: ['account'] };
    const issued = await harness.send<{ token: string }>('POST', '/token', body, { token: own.token });
    const { token } = issued.body;
    const email = `ladrao${++number}@exemplo.com.br`;
    for (const uid of [own.userId, bia.uid])
      expect(seen(await edit(uid, { user: { email } }, token))).toEqual([405, 'AUTH_METHOD_NOT_ALLOWED']);
    const same = await edit(bia.uid, { user: { email: bia.email, name: 'Bia Reis' } }, token);
    expect([same.status, same.body.name]).toEqual([200, 'Bia Reis']);
  });

  it('gives nobody more by an API token than the token itself may do', async () => {
    const byScopes = async (...scopes: string[]) => {
      const body = { description: 'ERP', scopes };
      return (await harness.send<{ token: string }>('POST', '/token', body, { token: own.token })).body.token;
    };
    const [narrow, whole] = [
      await byScopes('account'),
      await byScopes('read', 'processes', 'registers', 'account'),
    ];
    const inPerson = [405, 'AUTH_METHOD_NOT_ALLOWED'];
    const beyond = [403, 'TOKEN_SCOPE_REQUIRED'];
    const companyId = await harness.company(own.token);
    for (const token of [narrow, whole])
      expect(seen(await create(details({ role: 'manager' }), token))).toEqual(inPerson);
    expect(seen(await create(details(), narrow))).toEqual(beyond);
    expect((await create(details({ role: 'totem' }), narrow)).status).toBe(201);
    const { body: rui } = await create(details(), whole);

    for (const token of [narrow, whole])
      expect(seen(await edit(rui.uid, { user: { role: 'manager' } }, token))).toEqual(inPerson);
    expect(seen(await edit(rui.uid, { user: { companyIds: [companyId] } }, narrow))).toEqual(beyond);
    expect((await edit(rui.uid, { user: { companyIds: [companyId] } }, whole)).status).toBe(200);
    expect((await edit(rui.uid, { user: { companyIds: [] } }, narrow)).status).toBe(200);
    expect((await edit(rui.uid, { user: { active: false } }, narrow)).status).toBe(200);
    expect(seen(await edit(rui.uid, { user: { active: true } }, narrow))).toEqual(beyond);
    expect((await edit(rui.uid, { user: { active: true } }, whole)).status).toBe(200);

    const { uid } = await joined({ role: 'manager' });
    expect((await edit(uid, { user: { active: false } }, whole)).status).toBe(200);
    expect(seen(await edit(uid, { user: { active: true } }, whole))).toEqual(inPerson);
    expect((await edit(uid, { user: { active: true } })).status).toBe(200);
  });

  it('frees the e-mail and phone that a user who has not joined had', async () => {
    const { body: bia } = await create(details({ phoneNumber: '11987650005' }));
    const moved = { email: `outra${++number}@exemplo.com.br`, phoneNumber: '11987650006' };
    expect((await edit(bia.uid, { user: moved })).status).toBe(200);
    const next = details({ email: bia.email, phoneNumber: '11987650005' });
    expect((await create(next, other.token)).status).toBe(201);
    expect(seen(await create(details({ email: moved.email }), other.token))).toEqual([
      409,
      'EMAIL_NOT_AVAILABLE',
    ]);
  });

  it('gives up what it claimed when it is refused', async () => {
    const { body: bia } = await create(details());
    const email = `livre${++number}@exemplo.com.br`;
    const foreign = await harness.company(other.token);
    expect(seen(await edit(bia.uid, { user: { email, companyIds: [foreign] } }))).toEqual([
      422,
      'AUTH_USER_DATA_VALIDATION',
    ]);
    expect((await create(details({ email }), other.token)).status).toBe(201);
  });

  it('leaves a claim that a crash orphaned to the next who asks', async () => {
    const { body: bia } = await create(details());
    const email = `orfao${++number}@exemplo.com.br`;
    const { eventStore } = harness;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, ...rest) => {
      if (stream === streams.user(bia.uid)) throw new Error('the process died here');
      return append(stream, ...rest);
    };
    expect((await edit(bia.uid, { user: { email } })).status).toBe(500);
    eventStore.append = append;
    expect((await create(details({ email }), other.token)).status).toBe(201);
    expect(seen(await edit(bia.uid, { user: { email } }))).toEqual([409, 'EMAIL_NOT_AVAILABLE']);
  });

  it('takes a user back as it was read, with what was changed in it', async () => {
    const bia = await joined();
    const read = (await edit(bia.uid, { user: { name: 'Bia' } })).body;
    const seenBefore = await harness.types(streams.user(bia.uid));
    const identity = { displayName: 'Bia', emailVerified: true, createdAt: new Date().toISOString() };
    const whole = { ...read, ...identity, tenant: { tenantId: own.tenantId } };
    expect((await edit(bia.uid, { user: whole, avatar: read.photoURL, uploads: [] })).status).toBe(200);
    expect(await harness.types(streams.user(bia.uid))).toEqual(seenBefore);
    const changed = await edit(bia.uid, { user: { ...whole, name: 'Beatriz', photoURL: '/outra' } });
    expect(changed.body).toMatchObject({ name: 'Beatriz', photoURL: read.photoURL, email: read.email });
    const types = await harness.types(streams.user(bia.uid));
    expect(types.slice(seenBefore.length)).toEqual(['UserEdited']);
    expect((await edit(bia.uid, { user: { nome: 'Bia' } })).body.code).toBe('CLASS_VALIDATION_ERROR');
  });

  it('says so when sign-in could not follow, and a repeat does the rest', async () => {
    const bia = await joined();
    const rename = () => edit(bia.uid, { user: { name: 'Bia Reis' } }, own.token, 'follow-1');
    await harness.pool.query('alter table identity."user" rename to hidden');
    const failed = await rename();
    await harness.pool.query('alter table identity.hidden rename to "user"');
    expect(seen(failed)).toEqual([502, 'AUTH_USER_UPDATE_ERROR']);
    expect((await rename()).status).toBe(200);
    expect((await signIn(bia.email)).body.user).toMatchObject({ name: 'Bia Reis' });
    expect((await harness.types(streams.user(bia.uid))).filter((type) => type === 'UserEdited')).toHaveLength(
      1,
    );
  });

  it('holds roles to who may give them', async () => {
    const bia = await joined();
    const role = (to: string, uid = bia.uid, token = own.token) => edit(uid, { user: { role: to } }, token);
    expect((await role('manager')).body.role).toBe('manager');
    expect(seen(await role('administrator', bia.uid, manager.token))).toEqual([403, 'AUTH_USER_NOT_ADMIN']);
    expect(seen(await role('common', own.userId))).toEqual([403, 'AUTH_CANNOT_CHANGE_ROLE']);
    expect(seen(await role('common', bia.uid, bia.token))).toEqual([403, 'AUTH_CANNOT_CHANGE_ROLE']);
    expect(seen(await edit(own.userId, { user: { name: 'X' } }, manager.token))).toEqual([
      403,
      'AUTH_PERMISSION_EDIT_ADMIN_USER',
    ]);
  });

  it('ends sessions and access of who is deactivated, at once', async () => {
    const bia = await joined({ role: 'manager' });
    expect((await edit(bia.uid, { user: { active: false } })).body.active).toBe(false);
    const refresh = () =>
      harness.send('POST', '/session/refresh', undefined, { headers: { cookie: bia.cookie } });
    expect(seen(await create(details(), bia.token))).toEqual([403, 'AUTH_USER_INACTIVE']);
    expect((await refresh()).status).toBe(401);
    expect(seen(await signIn(bia.email))).toEqual([403, 'AUTH_USER_INACTIVE']);
    expect((await edit(bia.uid, { user: { active: true } })).body.active).toBe(true);
    expect((await signIn(bia.email)).status).toBe(200);
  });

  it('is refused for another uid than the address names, and unknown to other tenants', async () => {
    const bia = await joined();
    expect(seen(await edit(bia.uid, { user: { uid: own.userId, name: 'X' } }))).toEqual([
      422,
      'AUTH_USER_DATA_VALIDATION',
    ]);
    expect(seen(await edit(bia.uid, { user: { name: 'X' } }, other.token))).toEqual([
      404,
      'AUTH_USER_NOT_FOUND',
    ]);
    expect(seen(await edit(randomUUID(), { user: { name: 'X' } }))).toEqual([404, 'AUTH_USER_NOT_FOUND']);
  });
});

describe('a picture', () => {
  const upload = (base64: string, uid: string, token?: string) =>
    edit(uid, { user: { uid }, avatar: null, uploads: [{ name: 'avatar', base64 }] }, token);

  it('is kept, shown and taken away', async () => {
    const bia = await joined();
    const stored = await upload(
      `data:image/png;base64,${samplePng().toString('base64')}`,
      bia.uid,
      bia.token,
    );
    expect(stored.status, JSON.stringify(stored.body)).toBe(200);
    expect(stored.body.photoURL).toMatch(new RegExp(`^/user/${bia.uid}/avatar\\?v=[\\da-f]{16}$`));
    const unchanged = await edit(bia.uid, { user: { name: 'B' }, avatar: stored.body.photoURL, uploads: [] });
    expect(unchanged.body.photoURL).toBe(stored.body.photoURL);
    // What counts as empty says nothing (source specification, 5): taking a picture away is said in so many words.
    for (const avatar of ['', 'null', 'undefined', undefined]) {
      const kept = await edit(bia.uid, { user: {}, avatar, uploads: [] });
      expect(kept.body.photoURL).toBe(stored.body.photoURL);
    }
    expect((await edit(bia.uid, { user: {}, avatar: null, uploads: [] })).body.photoURL).toBeNull();
  });

  it('is a JPG or PNG of at most 2 MB', async () => {
    const refused = (bytes: Buffer) => upload(bytes.toString('base64'), own.userId);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const file of [svg, samplePng().subarray(0, 40), Buffer.from([0xff, 0xd8, 0xff, 0xd9])])
      expect(seen(await refused(file))).toEqual([415, 'UPLOAD_NOT_ALLOWED_FILES']);
    expect(seen(await upload('não é base64', own.userId))).toEqual([415, 'UPLOAD_NOT_ALLOWED_FILES']);
    const large = Buffer.concat([samplePng(), Buffer.alloc(2 * 1024 * 1024)]);
    expect(seen(await refused(large))).toEqual([413, 'FILE_SIZE_HIGGER_2MB']);
    // More than is read of a request at all.
    expect(seen(await refused(Buffer.alloc(9 * 1024 * 1024)))).toEqual([413, 'FILE_SIZE_HIGGER_2MB']);
  });
});

describe('removing', () => {
  it('ends access at once, frees e-mail and phone, and keeps what was done', async () => {
    const bia = await joined({ role: 'manager', phoneNumber: '11987650007' });
    const companyId = await harness.company(bia.token);
    expect((await remove(bia.uid, own.token, 'remove-1')).status).toBe(200);
    expect(seen(await create(details(), bia.token))).toEqual([403, 'AUTH_USER_WITHOUT_TENANT']);
    expect(seen(await signIn(bia.email))).toEqual([401, 'INVALID_CREDENTIALS']);
    const [created] = await harness.stream(streams.company(companyId));
    expect(created?.metadata).toMatchObject({ actor: { id: bia.uid, name: 'Bia Lima' } });
    const next = details({ email: bia.email, phoneNumber: '11987650007' });
    expect((await create(next, other.token)).status).toBe(201);
    expect((await remove(bia.uid)).status).toBe(200);
    expect(seen(await edit(bia.uid, { user: { name: 'X' } }))).toEqual([404, 'AUTH_USER_NOT_FOUND']);
  });

  it('spares the administrator and oneself, and knows nobody of another tenant', async () => {
    const bia = await joined();
    expect(seen(await remove(own.userId, manager.token))).toEqual([403, 'AUTH_PERMISSION_EDIT_ADMIN_USER']);
    expect(seen(await remove(own.userId))).toEqual([403, 'AUTH_PERMISSION_EDIT_ADMIN_USER']);
    expect(seen(await remove(manager.userId, manager.token))).toEqual([422, 'AUTH_USER_DATA_VALIDATION']);
    expect(seen(await remove(bia.uid, other.token))).toEqual([404, 'AUTH_USER_NOT_FOUND']);
  });
});
