import { streams, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cleanImage } from '../images/clean-image.ts';
import { Harness } from '../testing/harness.ts';
import { samplePng } from '../testing/sample-images.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: Awaited<ReturnType<Harness['tenant']>>;
beforeAll(async () => {
  harness = await Harness.start({ takeOverPatienceMs: 200 });
  own = await harness.tenant();
  other = await harness.tenant();
});
afterAll(() => harness.stop());

const edit = (body: object, token = own.token, key?: string) =>
  harness.send<AnswerOf<'editTenantSettings'>>('PATCH', '/tenant/settings', body, { token, key });
const add = (domain: string, kind = 'login', token = own.token, key?: string) =>
  harness.send<AnswerOf<'addDomain'>>('POST', '/tenant/domains', { domain, kind }, { token, key });
const remove = (domain: string, token = own.token) =>
  harness.send('DELETE', `/tenant/domains/${domain}`, undefined, { token });
const seen = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const lastOf = async (tenantId = own.tenantId) => (await harness.stream(streams.tenant(tenantId))).at(-1);
const png = samplePng().toString('base64');

describe('settings', () => {
  it('are stored with their images, once for a key', async () => {
    const body = {
      settings: {
        displayName: 'Escritório Andrade',
        primaryColor: '#5E35E6',
        deadlineDays: 15,
        reminders: { everyDays: 3 },
        requirements: { location: true },
      },
      uploads: [{ name: 'logo', base64: png }],
    };
    const first = await edit(body, own.token, 'settings-1');
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const [changed, image] = (await harness.stream(streams.tenant(own.tenantId))).slice(-2);
    expect(changed?.data).toMatchObject({
      settings: { displayName: 'Escritório Andrade', primaryColor: '#5e35e6', deadlineDays: 15 },
    });
    const { sha256 } = (image!.data as unknown as { image: { sha256: string } }).image;
    const kept = await harness.service.blobs.read(sha256);
    expect(cleanImage(kept).bytes).toEqual(samplePng());
    expect((await edit(body, own.token, 'settings-1')).body).toEqual(first.body);
    expect((await edit({ uploads: [{ name: 'logo', base64: null }] })).status).toBe(200);
    expect(await lastOf()).toMatchObject({ type: 'TenantImageChanged', data: { name: 'logo' } });
    expect((await lastOf())?.data).not.toHaveProperty('image');
  });

  it.each(['', ' ', 'null', 'undefined'])('keep their image when %j comes for another', async (base64) => {
    await edit({ uploads: [{ name: 'logo', base64: png }] });
    expect(seen(await edit({ uploads: [{ name: 'logo', base64 }] }))).toEqual([
      415,
      'UPLOAD_NOT_ALLOWED_FILES',
    ]);
    expect(await lastOf()).toMatchObject({ data: { image: { sha256: expect.any(String) as string } } });
  });

  it.each([
    ['a colour that is none', { settings: { primaryColor: 'roxo' } }],
    ['no days', { settings: { deadlineDays: 0 } }],
    ['fields that there are not', { settings: { surprise: 1 } }],
    ['an image of another name', { uploads: [{ name: 'banner', base64: png }] }],
    [
      'an image twice',
      {
        uploads: [
          { name: 'bg', base64: png },
          { name: 'bg', base64: png },
        ],
      },
    ],
  ])('are refused with %s', async (_case, body) => {
    expect(seen(await edit(body))).toEqual([422, 'CLASS_VALIDATION_ERROR']);
  });

  it('take images of up to 2 MB each, and nothing else', async () => {
    const uploads = (bytes: Buffer) => ({ uploads: [{ name: 'bg', base64: bytes.toString('base64') }] });
    expect(seen(await edit(uploads(Buffer.from('<svg/>'))))).toEqual([415, 'UPLOAD_NOT_ALLOWED_FILES']);
    const large = Buffer.concat([samplePng(), Buffer.alloc(2 * 1024 * 1024)]);
    expect(seen(await edit(uploads(large)))).toEqual([413, 'FILE_SIZE_HIGGER_2MB']);
    const both = { uploads: ['logo', 'bg'].map((name) => ({ name, base64: large.toString('base64') })) };
    expect(seen(await edit(both))).toEqual([413, 'FILE_SIZE_HIGGER_2MB']);
    // More than is read of a request at all.
    const enormous = Buffer.alloc(9 * 1024 * 1024);
    expect(seen(await edit(uploads(enormous)))).toEqual([413, 'FILE_SIZE_HIGGER_2MB']);
  });

  it('are for administrators and managers', async () => {
    const manager = await harness.member(own.tenantId, 'manager');
    expect((await edit({ settings: { deadlineDays: 20 } }, manager.token)).status).toBe(200);
    for (const role of ['common', 'totem'] as const) {
      const { token } = await harness.member(own.tenantId, role);
      for (const reply of [await edit({}, token), await add('minha-conta', 'login', token)])
        expect(seen(reply)).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
    }
  });
});

describe('addresses', () => {
  it('are one tenant’s on the platform, until it gives them up', async () => {
    expect((await add('andrade')).status).toBe(201);
    expect((await add('andrade')).status).toBe(201);
    expect(seen(await add('andrade', 'login', other.token))).toEqual([409, 'DOMAIN_NOT_AVAILABLE']);
    const registration = { ...harness.registration(), tenant: { name: 'X', domain: 'andrade' } };
    expect(seen(await harness.send('POST', '/tenant', registration))).toEqual([409, 'DOMAIN_NOT_AVAILABLE']);
    expect((await remove('andrade')).status).toBe(200);
    expect((await add('andrade', 'login', other.token)).status).toBe(201);
    expect(seen(await remove('andrade'))).toEqual([404, 'DOMAIN_NOT_FOUND']);
  });

  it('that look like another tenant’s are refused, and free once it gives its own up', async () => {
    expect((await add('casa-do-sol')).status).toBe(201);
    for (const domain of ['casa-d0-sol', 'ca5a-do-sol', 'casa-do-s0l', 'casadosol', 'casa-do-soi']) {
      expect(seen(await add(domain, 'login', other.token))).toEqual([409, 'DOMAIN_NOT_AVAILABLE']);
      const registration = { ...harness.registration(), tenant: { name: 'X', domain } };
      expect(seen(await harness.send('POST', '/tenant', registration))).toEqual([
        409,
        'DOMAIN_NOT_AVAILABLE',
      ]);
    }
    expect((await add('casadosol')).status).toBe(201);
    await remove('casa-do-sol');
    expect(seen(await add('casa-d0-sol', 'login', other.token))).toEqual([409, 'DOMAIN_NOT_AVAILABLE']);
    await remove('casadosol');
    expect((await add('casa-d0-sol', 'login', other.token)).status).toBe(201);
  });

  it('from registration can be removed too, while another is left', async () => {
    const { token, registration } = await harness.tenant();
    const first = registration.tenant.domain;
    expect(seen(await remove(first, token))).toEqual([409, 'DOMAIN_REQUIRED']);
    await add('endereco-novo', 'login', token);
    expect((await remove(first, token)).status).toBe(200);
    const { email, password } = registration.administrator;
    const session = await harness.send<AnswerOf<'signIn'>>('POST', '/session', { email, password });
    expect(session.body.user.tenant.domain).toBe('endereco-novo');
    expect((await add(first, 'login', other.token)).status).toBe(201);
  });

  it('that a crash left reserved go to the next caller', async () => {
    const { eventStore } = harness;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, ...rest) => {
      if (stream === streams.tenant(own.tenantId)) throw new Error('the process died here');
      return append(stream, ...rest);
    };
    expect((await add('orfao')).status).toBe(500);
    eventStore.append = append;
    const registration = { ...harness.registration(), tenant: { name: 'X', domain: 'orfao' } };
    expect((await harness.send('POST', '/tenant', registration)).status).toBe(201);
    expect(seen(await add('orfao'))).toEqual([409, 'DOMAIN_NOT_AVAILABLE']);
  });

  it.each([
    ['too short', { domain: 'a', kind: 'login' }],
    ['of other characters', { domain: 'minha conta', kind: 'login' }],
    ['an e-mail domain without a suffix', { domain: 'andrade', kind: 'email' }],
    ['of no kind', { domain: 'andrade' }],
  ])('are refused when %s', async (_case, body) => {
    const reply = await harness.send('POST', '/tenant/domains', body, { token: own.token });
    expect(seen(reply)).toEqual([422, 'CLASS_VALIDATION_ERROR']);
  });
});

describe('authorised e-mail domains', () => {
  it('are looked for however long they are', async () => {
    const domain = `${'a'.repeat(60)}.`.repeat(4) + 'com.br';
    expect(seen(await remove(domain))).toEqual([404, 'DOMAIN_NOT_FOUND']);
  });

  it('hold new users and new addresses to them, and may be shared by tenants', async () => {
    const { token, userId } = await harness.tenant();
    const create = (email: string) =>
      harness.send<AnswerOf<'createUser'>>('POST', '/user', { user: { name: 'Bia', email } }, { token });
    for (const each of [token, other.token])
      expect((await add('andrade.com.br', 'email', each)).status).toBe(201);
    const refused = await create('bia@gmail.com');
    expect(seen(refused)).toEqual([422, 'AUTH_USER_DATA_VALIDATION']);
    expect(refused.body).toMatchObject({ errors: [{ field: 'user.email' }] });
    expect(seen(await create('bia@sub.andrade.com.br'))).toEqual([422, 'AUTH_USER_DATA_VALIDATION']);
    expect((await create('bia@andrade.com.br')).status).toBe(201);
    const moved = await harness.send(
      'PATCH',
      `/user/${userId}`,
      { user: { email: 'ana@gmail.com' } },
      { token },
    );
    expect(seen(moved)).toEqual([422, 'AUTH_USER_DATA_VALIDATION']);
    expect((await remove('andrade.com.br', token)).status).toBe(200);
    expect((await create('bia2@gmail.com')).status).toBe(201);
  });
});
