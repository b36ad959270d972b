import { randomBytes, randomUUID } from 'node:crypto';

import { DEFAULT_TOKEN_DAYS, SCOPES, streams, type AnswerOf, type Scope } from '@lacre/contracts';
import { cnpjOf } from '@lacre/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: Awaited<ReturnType<Harness['tenant']>>;
let clock: Date | undefined;
beforeAll(async () => {
  harness = await Harness.start({
    now: () => clock ?? new Date(),
    limits: { tokenPerUser: { tries: 40, windowSeconds: 900 } },
  });
  own = await harness.tenant();
  other = await harness.tenant();
});
afterAll(() => harness.stop());

let number = 900_000;
const issue = (body: object, token = own.token, key?: string) =>
  harness.send<AnswerOf<'createToken'>>('POST', '/token', { scopes: SCOPES, ...body }, { token, key });
const revoke = (tokenId: string, token = own.token) =>
  harness.send('DELETE', `/token/${tokenId}`, undefined, { token });
const createCompany = (token: string) =>
  harness.send<AnswerOf<'createCompany'>>(
    'POST',
    '/company',
    { cnpj: cnpjOf(++number), companyName: 'Padaria' },
    { token },
  );
const seen = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const invalid = [401, 'AUTH_TOKEN_INVALID'];

describe('an API token', () => {
  it('does what its issuer may, in their name', async () => {
    const { status, body } = await issue({ description: 'Integração do ERP' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      token: expect.stringMatching(/^lacre_[\w-]{43}$/) as string,
      expiresAt: expect.any(String) as string,
    });
    const created = await createCompany(body.token);
    expect(created.status).toBe(201);
    const [event] = await harness.stream(streams.company(created.body.companyId));
    expect(event?.metadata).toMatchObject({
      actor: { kind: 'user', id: own.userId, tokenId: body.tokenId },
      tenantId: own.tenantId,
    });
  });

  it('is stored nowhere: neither in the log, nor in kept answers', async () => {
    const { body } = await issue({ description: 'Guardado' }, own.token, 'kept-1');
    await harness.service.answers.settled();
    for (const table of ['event_store.events', 'command.idempotency', 'identity.api_token']) {
      const { rows } = await harness.pool.query<{ row: string }>(`select t::text as row from ${table} t`);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ row }) => row.includes(body.token.slice(6)))).toEqual([]);
    }
    expect(harness.logged.join('')).not.toContain(body.token);
    const again = await issue({ description: 'Guardado' }, own.token, 'kept-1');
    expect(again.body).toEqual(body);
    expect(await harness.types(streams.token(body.tokenId))).toEqual(['ApiTokenIssued']);
  });

  it.each([
    ['no description', { description: '  ' }, 422, 'EMPTY_DESCRIPTION'],
    ['a short description', { description: 'ab' }, 422, 'CLASS_VALIDATION_ERROR'],
    ['no days', { description: 'ERP', days: 0 }, 422, 'CLASS_VALIDATION_ERROR'],
    ['no scope', { description: 'ERP', scopes: [] }, 422, 'CLASS_VALIDATION_ERROR'],
    ['an unknown scope', { description: 'ERP', scopes: ['all'] }, 422, 'CLASS_VALIDATION_ERROR'],
    ['no network', { description: 'ERP', networks: ['perto'] }, 422, 'CLASS_VALIDATION_ERROR'],
    ['half a day', { description: 'ERP', days: 0.5 }, 422, 'CLASS_VALIDATION_ERROR'],
  ])('is refused with %s', async (_case, body, status, code) => {
    expect(seen(await issue(body))).toEqual([status, code]);
  });

  it('says which description is too short', async () => {
    expect((await issue({ description: 'ab' })).body).toMatchObject({
      errors: [{ field: 'description', message: 'Descrição muito curta' }],
    });
  });

  it('ends with its days', async () => {
    const { body } = await issue({ description: 'Curto', days: 2 });
    expect(Date.parse(body.expiresAt ?? '') - Date.now()).toBeGreaterThan(2 * 86_400_000 - 60_000);
    expect((await createCompany(body.token)).status).toBe(201);
    clock = new Date(Date.now() + 2 * 86_400_000 + 1000);
    expect(seen(await createCompany(body.token))).toEqual([401, 'AUTH_TOKEN_VALIDATION_ERROR']);
    clock = undefined;
    expect((await createCompany(body.token)).status).toBe(201);
  });

  it('ends after a year unless its issuer says otherwise', async () => {
    const { body } = await issue({ description: 'Sem prazo dito' });
    const days = (Date.parse(body.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(DEFAULT_TOKEN_DAYS);
    expect((await issue({ description: 'Sem fim', days: null })).body.expiresAt).toBeNull();
  });

  it.each([
    ['registers', 201, undefined],
    ['read', 403, 'TOKEN_SCOPE_REQUIRED'],
    ['processes', 403, 'TOKEN_SCOPE_REQUIRED'],
    ['account', 403, 'TOKEN_SCOPE_REQUIRED'],
  ] as const)('given the scope %s alone creates a company: %s', async (scope: Scope, status, code) => {
    const { body } = await issue({ description: 'Um escopo', scopes: [scope] });
    expect(seen(await createCompany(body.token))).toEqual([status, code]);
  });

  it.each([
    [['203.0.113.0/24'], '203.0.113.9', 201],
    [['203.0.113.0/24'], '203.0.114.9', 403],
    [['203.0.113.9'], '203.0.113.9', 201],
    [['2001:db8:1::/48'], '2001:db8:1:2::9', 201],
    [['2001:db8:1::/48'], '2001:db8:2::9', 403],
    [['2001:db8:1::/48'], '203.0.113.9', 403],
  ])('of the networks %j is asked for by %s: %i', async (networks, ip, status) => {
    const { body } = await issue({ description: 'De uma rede', networks });
    const reply = await harness.send<{ code?: string }>(
      'POST',
      '/company',
      { cnpj: cnpjOf(++number), companyName: 'Padaria' },
      { token: body.token, from: ip },
    );
    expect(seen(reply)).toEqual([status, status === 403 ? 'TOKEN_NETWORK_NOT_ALLOWED' : undefined]);
  });

  it('is refused from the next request on once it is revoked', async () => {
    const { body } = await issue({ description: 'Revogado' });
    expect((await createCompany(body.token)).status).toBe(201);
    expect((await revoke(body.tokenId)).status).toBe(200);
    expect(seen(await createCompany(body.token))).toEqual([401, 'AUTH_TOKEN_REVOKED']);
    expect((await revoke(body.tokenId)).status).toBe(200);
    expect(await harness.types(streams.token(body.tokenId))).toEqual(['ApiTokenIssued', 'ApiTokenRevoked']);
  });

  it('neither issues nor revokes tokens', async () => {
    const { body } = await issue({ description: 'Sem filhos' });
    for (const reply of [
      await issue({ description: 'Filho' }, body.token),
      await revoke(body.tokenId, body.token),
    ])
      expect(seen(reply)).toEqual([405, 'AUTH_METHOD_NOT_ALLOWED']);
  });

  it('is known whole or not at all', async () => {
    const { body } = await issue({ description: 'Alterado' });
    expect(seen(await createCompany(`lacre_${randomBytes(32).toString('base64url')}`))).toEqual(invalid);
    expect(seen(await createCompany(body.token.slice(0, -1)))).toEqual([401, 'AUTH_TOKEN_MALFORMATED']);
    expect(seen(await createCompany(body.tokenId))).toEqual([401, 'AUTH_TOKEN_MALFORMATED']);
  });

  it('whose issue was never stored gives nothing', async () => {
    const { eventStore } = harness;
    const append = eventStore.append.bind(eventStore);
    let stream = '';
    eventStore.append = async (name, ...rest) => {
      if (!name.startsWith('token-')) return append(name, ...rest);
      stream = name;
      throw new Error('the process died here');
    };
    expect((await issue({ description: 'Cortado' }, own.token, 'cut-1')).status).toBe(500);
    eventStore.append = append;
    const secret = await harness.service.tokenSecrets.secretOf(stream.replace('token-', ''));
    expect(seen(await createCompany(secret))).toEqual(invalid);
    expect((await issue({ description: 'Cortado' }, own.token, 'cut-1')).body.token).toBe(secret);
    expect((await createCompany(secret)).status).toBe(201);
  });

  it('may be issued only so often', async () => {
    const { token } = await harness.member(own.tenantId, 'manager');
    for (let time = 0; time < 40; time++)
      expect((await issue({ description: 'Muitos' }, token)).status).toBe(201);
    expect(seen(await issue({ description: 'Muitos' }, token))).toEqual([429, 'TOO_MANY_REQUESTS']);
  });

  it('notes when it was used', async () => {
    const { body } = await issue({ description: 'Usado' });
    const uses = async () =>
      (await harness.pool.query('select 1 from command.token_use where token_id = $1', [body.tokenId]))
        .rowCount;
    expect(await uses()).toBe(0);
    await createCompany(body.token);
    await expect.poll(uses).toBe(1);
  });
});

describe('an API token and its issuer', () => {
  const happens = (userId: string, event: Parameters<Harness['append']>[2]) =>
    harness.append(streams.user(userId), own.tenantId, event);

  it('are demoted together, and raised no further than the issue', async () => {
    const leo = await harness.member(own.tenantId, 'manager');
    const reference = { userId: leo.userId, tenantId: own.tenantId };
    const { token } = (await issue({ description: 'De gerente' }, leo.token)).body;
    await happens(leo.userId, { type: 'UserRoleChanged', data: { ...reference, role: 'common' } });
    expect(seen(await createCompany(token))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
    const common = (await issue({ description: 'De comum' }, leo.token)).body;
    await happens(leo.userId, { type: 'UserRoleChanged', data: { ...reference, role: 'manager' } });
    expect((await createCompany(token)).status).toBe(201);
    expect(seen(await createCompany(common.token))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
  });

  it('reach the companies of then and now', async () => {
    const [first, second] = [await harness.company(own.token), await harness.company(own.token)];
    const bia = await harness.member(own.tenantId, 'common', { companyIds: [first] });
    const { token } = (await issue({ description: 'Uma empresa' }, bia.token)).body;
    const { personId } = await harness.person(own.token);
    const create = async (companyId: string) =>
      harness.send(
        'POST',
        '/process',
        {
          summary: 'Contrato',
          companyId,
          documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf') }],
          participants: [{ personId, part: 'signer' }],
        },
        { token },
      );
    expect((await create(first)).status).toBe(201);
    const assign = (companyIds: string[]) =>
      happens(bia.userId, {
        type: 'UserCompaniesAssigned',
        data: { userId: bia.userId, tenantId: own.tenantId, companyIds },
      });
    await assign([first, second]);
    expect((await create(second)).body.code).toBe('COMPANY_NOT_FOUND');
    await assign([second]);
    expect((await create(first)).body.code).toBe('COMPANY_NOT_FOUND');
  });

  it.each([
    ['UserDeactivated', 'AUTH_USER_INACTIVE'],
    ['UserRemoved', 'AUTH_USER_WITHOUT_TENANT'],
  ] as const)('are refused together after %s', async (type, code) => {
    const leo = await harness.member(own.tenantId, 'manager');
    const { token } = (await issue({ description: 'Morto' }, leo.token)).body;
    await happens(leo.userId, { type, data: { userId: leo.userId, tenantId: own.tenantId } });
    expect(seen(await createCompany(token))).toEqual([403, code]);
  });

  it('can be revoked by the issuer, administrators and managers', async () => {
    const [leo, bia] = [
      await harness.member(own.tenantId, 'common'),
      await harness.member(own.tenantId, 'common'),
    ];
    const manager = await harness.member(own.tenantId, 'manager');
    const { tokenId } = (await issue({ description: 'De Leo' }, leo.token)).body;
    const missing = [404, 'TOKEN_NOT_FOUND'];
    expect(seen(await revoke(tokenId, bia.token))).toEqual(missing);
    expect(seen(await revoke(tokenId, other.token))).toEqual(missing);
    expect(seen(await revoke(randomUUID()))).toEqual(missing);
    expect((await revoke(tokenId, manager.token)).status).toBe(200);
    const administrators = (await issue({ description: 'Da administradora' })).body;
    expect(seen(await revoke(administrators.tokenId, manager.token))).toEqual([
      403,
      'AUTH_PERMISSION_EDIT_ADMIN_USER',
    ]);
  });

  it('are not for a totem', async () => {
    const { token } = await harness.member(own.tenantId, 'totem');
    expect(seen(await issue({ description: 'Do totem' }, token))).toEqual([
      403,
      'AUTH_USER_WITHOUT_PERMISSION',
    ]);
  });
});
