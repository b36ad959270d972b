import { streams } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { samplePng } from '../testing/sample-images.ts';
import { details, outcome, useUsers } from '../testing/use-users.ts';

const { cast, create, signIn, edit, remove, inviteAgain, joined } = useUsers();

describe('a new user', () => {
  it('is created with the fields given, and answered with them', async () => {
    const companyId = await cast.harness.company(cast.own.token);
    const user = details({
      companyIds: [companyId, companyId],
      cpf: '529.982.247-25',
      externalId: 'A-1',
      phoneNumber: '(11) 98765-0001',
    });
    const { status, body } = await create(user);
    expect(status).toBe(201);
    expect(body).toEqual({
      position: expect.any(String) as string,
      uid: expect.any(String) as string,
      name: 'Bia Lima',
      email: user.email,
      role: 'common',
      active: true,
      cpf: '52998224725',
      externalId: 'A-1',
      phoneNumber: '11987650001',
      photoURL: null,
      companyIds: [companyId],
      invitation: 'pending',
    });
    const events = await cast.harness.stream(streams.user(body.uid));
    expect(events.map(({ type }) => type)).toEqual(['UserCreated', 'UserInvited']);
    expect(events[0]?.metadata).toMatchObject({ actor: { kind: 'user', id: cast.own.userId } });
  });

  it('is one for one key, also from the log', async () => {
    const user = details({ phoneNumber: '11987650002' });
    const first = await create(user, cast.own.token, 'user-1');
    await cast.harness.service.answers.settled();
    await cast.harness.pool.query('truncate command.idempotency');
    expect((await create(user, cast.own.token, 'user-1')).body).toEqual(first.body);
    expect(outcome(await create({ ...user, name: 'Outra' }, cast.own.token, 'user-1'))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
  });

  it('shares e-mail and phone with no other user of the platform', async () => {
    const { body } = await create(details({ phoneNumber: '11987650003' }));
    const sameEmail = details({ email: body.email.toUpperCase() });
    expect(outcome(await create(sameEmail, cast.other.token))).toEqual([409, 'EMAIL_NOT_AVAILABLE']);
    const samePhone = details({ phoneNumber: '+55 11 98765-0003' });
    expect(outcome(await create(samePhone, cast.other.token))).toEqual([409, 'PHONENUMBER_NOT_AVAILABLE']);
    const administrator = details({ email: cast.other.registration.administrator.email });
    expect(outcome(await create(administrator))).toEqual([409, 'EMAIL_NOT_AVAILABLE']);
  });

  it('is refused with companies that are not the tenant’s', async () => {
    const foreign = await cast.harness.company(cast.other.token);
    const reply = await create(details({ companyIds: [foreign] }));
    expect(outcome(reply)).toEqual([422, 'AUTH_USER_DATA_VALIDATION']);
    expect(reply.body).toMatchObject({ errors: [{ field: 'user.companyIds.0' }] });
  });

  it.each([
    ['no valid CPF', { cpf: '11111111111' }, 'CPF inválido'],
    ['no valid phone', { phoneNumber: '123' }, expect.stringContaining('Celular inválido') as string],
    ['a landline', { phoneNumber: '1133334444' }, expect.stringContaining('Celular inválido') as string],
    ['no valid e-mail', { email: 'bia' }, 'Email inválido'],
    ['a role that there is not', { role: 'owner' }, expect.stringContaining('administrator') as string],
  ])('is refused with %s, and the answer names the field', async (_case, more, message) => {
    const reply = await create(details(more));
    expect(outcome(reply)).toEqual([422, 'CLASS_VALIDATION_ERROR']);
    expect(reply.body).toMatchObject({ errors: [{ field: `user.${Object.keys(more)[0]}`, message }] });
  });

  it('is no administrator', async () => {
    const user = details({ role: 'administrator' });
    expect(outcome(await create(user, cast.manager.token))).toEqual([403, 'AUTH_USER_NOT_ADMIN']);
    expect(outcome(await create(user))).toEqual([403, 'AUTH_CANNOT_CHANGE_ROLE']);
  });

  it('is not for common users to create, edit or remove', async () => {
    const { token } = await cast.harness.member(cast.own.tenantId, 'common');
    const refused = [403, 'AUTH_USER_WITHOUT_PERMISSION'];
    expect(outcome(await create(details(), token))).toEqual(refused);
    expect(outcome(await edit(cast.manager.userId, { user: { name: 'X' } }, token))).toEqual(refused);
    expect(outcome(await remove(cast.manager.userId, token))).toEqual(refused);
    expect(outcome(await inviteAgain(cast.manager.userId, token))).toEqual(refused);
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
    const refused = (bytes: Buffer) => upload(bytes.toString('base64'), cast.own.userId);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const file of [svg, samplePng().subarray(0, 40), Buffer.from([0xff, 0xd8, 0xff, 0xd9])])
      expect(outcome(await refused(file))).toEqual([415, 'UPLOAD_NOT_ALLOWED_FILES']);
    expect(outcome(await upload('não é base64', cast.own.userId))).toEqual([415, 'UPLOAD_NOT_ALLOWED_FILES']);
    const large = Buffer.concat([samplePng(), Buffer.alloc(2 * 1024 * 1024)]);
    expect(outcome(await refused(large))).toEqual([413, 'FILE_SIZE_HIGGER_2MB']);
    // More than is read of a request at all.
    expect(outcome(await refused(Buffer.alloc(9 * 1024 * 1024)))).toEqual([413, 'FILE_SIZE_HIGGER_2MB']);
  });
});

describe('removing', () => {
  it('ends access at once, frees e-mail and phone, and keeps the history', async () => {
    const bia = await joined({ role: 'manager', phoneNumber: '11987650007' });
    const companyId = await cast.harness.company(bia.token);
    expect((await remove(bia.uid, cast.own.token, 'remove-1')).status).toBe(200);
    expect(outcome(await create(details(), bia.token))).toEqual([403, 'AUTH_USER_WITHOUT_TENANT']);
    expect(outcome(await signIn(bia.email))).toEqual([401, 'INVALID_CREDENTIALS']);
    const [created] = await cast.harness.stream(streams.company(companyId));
    expect(created?.metadata).toMatchObject({ actor: { id: bia.uid, name: 'Bia Lima' } });
    const next = details({ email: bia.email, phoneNumber: '11987650007' });
    expect((await create(next, cast.other.token)).status).toBe(201);
    expect((await remove(bia.uid)).status).toBe(200);
    expect(outcome(await edit(bia.uid, { user: { name: 'X' } }))).toEqual([404, 'AUTH_USER_NOT_FOUND']);
  });

  it('refuses the administrator and oneself, and knows no user of another tenant', async () => {
    const bia = await joined();
    expect(outcome(await remove(cast.own.userId, cast.manager.token))).toEqual([
      403,
      'AUTH_PERMISSION_EDIT_ADMIN_USER',
    ]);
    expect(outcome(await remove(cast.own.userId))).toEqual([403, 'AUTH_PERMISSION_EDIT_ADMIN_USER']);
    expect(outcome(await remove(cast.manager.userId, cast.manager.token))).toEqual([
      422,
      'AUTH_USER_DATA_VALIDATION',
    ]);
    expect(outcome(await remove(bia.uid, cast.other.token))).toEqual([404, 'AUTH_USER_NOT_FOUND']);
  });
});
