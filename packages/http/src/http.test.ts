import { generateKeyPairSync, sign as signBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';

import { introducingCallers } from '@lacre/access/testing';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { TOKEN_AUDIENCE, TOKEN_ISSUER, buildService, openApiDocument, Refusal } from './index.ts';
import { route } from './route.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1' };
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(claims: object, header: object = { alg: 'EdDSA', typ: 'JWT', kid: 'k1' }): string {
  const now = Math.floor(Date.now() / 1000);
  const head = encode(header);
  const body = encode({ iss: TOKEN_ISSUER, aud: TOKEN_AUDIENCE, iat: now, exp: now + 60, ...claims });
  return `${head}.${body}.${signBytes(null, Buffer.from(`${head}.${body}`), privateKey).toString('base64url')}`;
}

const user = { kind: 'user', sub: randomUUID(), tenantId: randomUUID(), role: 'administrator', name: 'Ana' };
const person = { kind: 'person', sub: randomUUID(), tenantId: randomUUID(), name: 'Rui' };
const lines: string[] = [];
let seen: object = {};
let fault = new Error('none yet');
const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
const eventStore = createMemoryEventStore();
const newService = () =>
  buildService({
    logger,
    keys: async () => ({ keys: [jwk] }),
    callers: introducingCallers(eventStore),
    apiTokens: async () => undefined,
    trustedProxies: 0,
  });
const app = await newService();

beforeAll(async () => {
  route(app, 'cancelProcess', async ({ body, client }) => {
    seen = client;
    if (body.reason === 'fault') throw fault;
    if (body.reason === 'boom') throw new Error('secret inner message');
    if (body.documentId !== undefined) throw new Refusal('DOCUMENT_NOT_PENDING');
    return { position: '7' };
  });
  route(app, 'listSignatures', async () => ({ items: [], later: [] }));
  route(app, 'listPersons', async ({ query }) => {
    seen = query;
    return { items: [], page: 1, pageSize: 20, total: 0, totalIsAtLeast: false };
  });
  await app.ready();
});
afterAll(() => app.close());

const post = (payload: unknown, authorization?: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/process/${randomUUID()}/cancel`,
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(authorization === undefined ? {} : { authorization }),
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const asUser = `Bearer ${token(user)}`;

it('answers a command of a verified user', async () => {
  const reply = await post({ reason: 'Mudou' }, asUser);
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ position: '7' });
});

it.each(['null', ' Undefined '])('takes a reason of "%s" for a blank one', async (reason) => {
  const reply = await post({ reason }, asUser);
  expect([reply.statusCode, reply.json()]).toMatchObject([
    422,
    { code: 'CLASS_VALIDATION_ERROR', errors: [{ field: 'reason', message: 'Por favor, insira o motivo' }] },
  ]);
});

it.each(['null', 'undefined', '%20Null%20'])('takes a search of "%s" for none', async (search) => {
  const reply = await app.inject({ url: `/person?search=${search}`, headers: { authorization: asUser } });
  expect(reply.statusCode).toBe(200);
  expect(seen).toMatchObject({ search: '' });
});

it.each(['null', ' undefined '])('takes no idempotency key of "%s"', async (key) => {
  const reply = await post({ reason: 'Mudou' }, asUser, { 'idempotency-key': key });
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'MALFORMED_REQUEST' }]);
});

it('takes location headers of "undefined" for absent ones', async () => {
  const nowhere = { 'client-country': 'undefined', 'client-state': 'null', 'client-latitude': 'undefined' };
  const reply = await post({ reason: 'Mudou' }, asUser, { ...nowhere, 'client-longitude': 'NULL' });
  expect(reply.statusCode).toBe(200);
  expect(Object.keys(seen).filter((name) => name !== 'userAgent')).toEqual(['ip']);
});

it.each([
  ['no token', undefined, 401, 'AUTH_NO_TOKEN_PROVIDED'],
  ['not a bearer', 'Basic abc', 401, 'AUTH_NO_TOKEN_PROVIDED'],
  ['an empty bearer', 'Bearer', 401, 'AUTH_NO_TOKEN_PROVIDED'],
  ['neither a JWT nor an API token', 'Bearer a.b.c', 401, 'AUTH_TOKEN_MALFORMATED'],
  ['a word', 'Bearer abc', 401, 'AUTH_TOKEN_MALFORMATED'],
  ['expired', `Bearer ${token({ ...user, exp: 1 })}`, 401, 'AUTH_TOKEN_VALIDATION_ERROR'],
  ['another issuer', `Bearer ${token({ ...user, iss: 'other' })}`, 401, 'AUTH_TOKEN_INVALID'],
  ['another audience', `Bearer ${token({ ...user, aud: 'other' })}`, 401, 'AUTH_TOKEN_INVALID'],
  ['an unknown key', `Bearer ${token(user, { alg: 'EdDSA', kid: 'k2' })}`, 401, 'AUTH_TOKEN_INVALID'],
  [
    'no algorithm',
    `Bearer ${encode({ alg: 'none', kid: 'k1' })}.${encode(user)}.`,
    401,
    'AUTH_TOKEN_INVALID',
  ],
  ['claims of no known kind', `Bearer ${token({ sub: user.sub })}`, 401, 'AUTH_TOKEN_INVALID'],
  ['a person on a user route', `Bearer ${token(person)}`, 403, 'AUTH_USER_WITHOUT_PERMISSION'],
])('refuses %s', async (_case, authorization, status, code) => {
  const reply = await post({}, authorization);
  expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
  expect(reply.headers['content-type']).toContain('application/problem+json');
  expect(reply.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
});

it.each([
  ['malformed JSON', '{', 400, 'MALFORMED_REQUEST'],
  ['unknown fields', { surprise: 1 }, 422, 'CLASS_VALIDATION_ERROR'],
  ['a refusal of the domain', { documentId: randomUUID() }, 409, 'DOCUMENT_NOT_PENDING'],
])('answers %s with its code', async (_case, payload, status, code) => {
  const reply = await post(payload, asUser);
  expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
});

it.each([
  ['no number', { 'client-latitude': 'aqui', 'client-longitude': '-46.6' }, ['client-latitude']],
  ['beyond the pole', { 'client-latitude': '90.1', 'client-longitude': '-46.6' }, ['client-latitude']],
  ['beyond the date line', { 'client-latitude': '0', 'client-longitude': '-180.5' }, ['client-longitude']],
  ['in exponents', { 'client-latitude': '1e1', 'client-longitude': '1' }, ['client-latitude']],
  [
    'not a number',
    { 'client-latitude': 'NaN', 'client-longitude': 'Infinity' },
    ['client-latitude', 'client-longitude'],
  ],
  [
    'with a comma',
    { 'client-latitude': '-23,55', 'client-longitude': '-46,63' },
    ['client-latitude', 'client-longitude'],
  ],
  ['endless', { 'client-latitude': `-23.${'5'.repeat(4000)}`, 'client-longitude': '1' }, ['client-latitude']],
  ['in other digits', { 'client-latitude': '１２', 'client-longitude': '1' }, ['client-latitude']],
  ['half a pair', { 'client-latitude': '-23.5' }, ['client-longitude']],
  ['in a country of 101 letters', { 'client-country': 'B'.repeat(101) }, ['client-country']],
  ['in a city of 101 letters, percent-encoded', { 'client-city': '%C3%A3'.repeat(101) }, ['client-city']],
  [
    'both wrong',
    { 'client-latitude': 'x', 'client-longitude': 'y' },
    ['client-latitude', 'client-longitude'],
  ],
])('refuses a command whose location is %s', async (_case, headers, fields) => {
  const reply = await post({ reason: 'Mudou' }, asUser, headers);
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'GEOLOCATION_VALIDATION_ERROR']);
  expect(reply.json().errors.map(({ field }: { field: string }) => field)).toEqual(fields);
});

it.each([
  ['Latin-1', 'São Paulo'],
  ['UTF-8', Buffer.from('São Paulo').toString('latin1')],
  ['percent-encoded', encodeURIComponent('São Paulo')],
  ['with what cannot be seen', 'São\u00ad Paulo '],
])('hands on where a command comes from, in %s', async (_case, state) => {
  const headers = {
    'client-country': 'Brasil',
    'client-state': state,
    'client-city': '100% Campinas',
    'client-latitude': '-23.550520',
    'client-longitude': '-46.633308',
  };
  expect((await post({ reason: 'where' }, asUser, headers)).statusCode).toBe(200);
  expect(seen).toMatchObject({
    country: 'Brasil',
    state: 'São Paulo',
    city: '100% Campinas',
    latitude: '-23.550520',
    longitude: '-46.633308',
  });
});

it('takes a name of 100 letters, whatever its encoding takes', async () => {
  const headers = { 'client-state': '%C3%A3'.repeat(100) };
  expect((await post({ reason: 'where' }, asUser, headers)).statusCode).toBe(200);
  expect(seen).toMatchObject({ state: 'ã'.repeat(100) });
});

it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const)(
  'answers %s at a known address with 405 and the methods it takes, before it reads a body',
  async (method) => {
    const { statusCode, headers, body } = await app.inject({
      method,
      url: '/signature?page=1',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect([statusCode, headers['allow'], JSON.parse(body)]).toMatchObject([
      405,
      'GET, HEAD',
      { code: 'METHOD_NOT_ALLOWED' },
    ]);
  },
);

it('answers GET at an address of commands with 405 where a static folder takes every GET', async () => {
  const beside = await newService();
  beside.get('/*', (_request, reply) => {
    reply.callNotFound();
  });
  route(beside, 'cancelProcess', async () => ({ position: '7' }));
  await beside.ready();
  const known = await beside.inject(`/process/${randomUUID()}/cancel`);
  expect([known.statusCode, known.headers['allow'], known.json().code]).toEqual([
    405,
    'POST',
    'METHOD_NOT_ALLOWED',
  ]);
  expect((await beside.inject('/nada')).json()).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
  await beside.close();
});

it('answers an undeclared method with 405 where a path with a parameter takes it', async () => {
  const beside = await newService();
  route(beside, 'removePasskey', ({ reply }) => reply.code(204));
  route(beside, 'startPasskey', async () => ({ options: { challenge: '' }, challenge: '' }));
  await beside.ready();
  const ask = (method: 'DELETE' | 'POST' | 'PUT', last: string) =>
    beside.inject({ method, url: `/account/passkey/${last}?a=b` });
  for (const [method, last, status, allow] of [
    ['DELETE', 'start', 405, 'POST'],
    ['PUT', 'start', 405, 'POST'],
    ['POST', 'start', 401, undefined],
    ['DELETE', randomUUID(), 401, undefined],
    ['POST', randomUUID(), 405, 'DELETE'],
  ] as const) {
    const { statusCode, headers } = await ask(method, last);
    expect([statusCode, headers['allow']], `${method} ${last}`).toEqual([status, allow]);
  }
  await beside.close();
});

it('names the other methods of the address where an operation itself is switched off', async () => {
  fault = new Refusal('AUTH_METHOD_NOT_ALLOWED');
  const { statusCode, headers } = await post({ reason: 'fault' }, asUser);
  expect([statusCode, headers['allow']]).toEqual([405, '']);
});

it('takes no notice of a location that cannot be read when nothing is recorded', async () => {
  const headers = { authorization: `Bearer ${token(person)}`, 'client-latitude': 'aqui' };
  expect((await app.inject({ url: '/signature', headers })).statusCode).toBe(200);
});

it('hides the message of an internal error and logs it', async () => {
  const reply = await post({ reason: 'boom' }, asUser);
  expect(reply.statusCode).toBe(500);
  expect(reply.body).not.toContain('secret inner message');
  expect(lines.join('')).toContain('secret inner message');
});

it.each([
  ['the log is away', Object.assign(new Error('no answer'), { name: 'EventStoreUnavailable' })],
  ['the database refuses connections', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['the database is starting up', Object.assign(new Error('starting up'), { code: '57P03' })],
])('answers 503 and says so when %s', async (_case, error) => {
  fault = error;
  const reply = await post({ reason: 'fault' }, asUser);
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
});

it.each([
  ['a file cannot be written', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  ['a quota is used up', Object.assign(new Error('quota'), { code: 'EDQUOT' })],
  ['the database cannot grow', new Error('append', { cause: Object.assign(new Error(), { code: '53100' }) })],
])('answers 503 and when to come again when %s', async (_case, error) => {
  fault = error;
  const reply = await post({ reason: 'fault' }, asUser);
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'STORAGE_FULL']);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
});

it.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
])('takes no body of %s, which a page of another origin sends without asking first', async (type) => {
  seen = {};
  const reply = await post('{"reason":"Mudou"}', asUser, { 'content-type': type });
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(seen).toEqual({});
});

it('has no answer kept in between, nor taken for what its type does not say', async () => {
  const answers = [
    await post({ reason: 'Mudou' }, asUser),
    await post({ surprise: 1 }, asUser),
    await post({}),
    await app.inject('/nowhere'),
    await app.inject({ method: 'DELETE', url: '/signature' }),
    await app.inject({ url: '/person', headers: { authorization: asUser } }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422, 401, 404, 405, 200]);
  for (const { headers } of answers)
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
});

it('answers an unknown address as a problem', async () => {
  expect((await app.inject('/nowhere')).json()).toMatchObject({ code: 'ROUTE_NOT_FOUND', status: 404 });
});

it.each([
  ['with a parameter longer than any', `/process/${'a'.repeat(900)}/cancel`],
  ['that is not well encoded', '/process/%zz/cancel'],
])('answers an address %s as a problem', async (_what, url) => {
  const reply = await app.inject({ method: 'POST', url });
  expect(reply.headers['content-type']).toContain('application/problem+json');
  expect(reply.json()).toMatchObject({ code: 'MALFORMED_REQUEST', status: 400 });
  expect(reply.statusCode).toBe(400);
});

it('describes every operation in OpenAPI 3.1 with resolvable references', () => {
  const text = JSON.stringify(openApiDocument());
  const document = JSON.parse(text) as { openapi: string; paths: object; components: { schemas: object } };
  expect(document.openapi).toBe('3.1.0');
  const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');
  expect(references.length).toBeGreaterThan(50);
  for (const name of references) expect(document.components.schemas).toHaveProperty(name);
});

it('answers who sends more than is read, in the words of what they sent, and ends what never ends', async () => {
  const reading = await newService();
  route(reading, 'editTenantSettings', () => ({ position: '1' }));
  route(reading, 'createTag', () => ({ position: '1', tagId: randomUUID() }));
  await reading.listen({ host: '127.0.0.1', port: 0 });
  const { port } = reading.server.address() as AddressInfo;
  const send = (path: string, method: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: asUser, 'content-type': 'application/json' },
      body: JSON.stringify({ uploads: [{ name: 'logo', base64: 'A'.repeat(40 * 1024 * 1024) }] }),
    }).then(async (reply) => [reply.status, ((await reply.json()) as { code: string }).code]);
  expect(await send('/tenant/settings', 'PATCH')).toEqual([413, 'FILE_SIZE_HIGGER_2MB']);
  expect(await send('/tenant/tags', 'POST')).toEqual([413, 'REQUEST_TOO_LARGE']);

  const endless = connect(port, '127.0.0.1');
  // Whoever goes on writing to a connection that was ended may be told so by an error.
  endless.on('error', () => {});
  endless.resume();
  const gone = new Promise((resolve) => endless.once('close', resolve));
  const head = ['PATCH /tenant/settings HTTP/1.1', 'host: x', `authorization: ${asUser}`];
  endless.write(
    `${[...head, 'content-type: application/json', 'transfer-encoding: chunked'].join('\r\n')}\r\n\r\n`,
  );
  const chunk = `10000\r\n${'A'.repeat(0x1_0000)}\r\n`;
  let sent = 0;
  const more = (): void => {
    while (!endless.destroyed && endless.write(chunk)) sent += chunk.length;
    if (!endless.destroyed) endless.once('drain', more);
  };
  more();
  await gone;
  expect(sent).toBeGreaterThan(1024 * 1024);
  await reading.close();
}, 60_000);

it('ends although somebody who was refused still holds on to what they were sending', async () => {
  const ending = await newService();
  route(ending, 'cancelProcess', async () => ({ position: '7' }));
  await ending.listen({ host: '127.0.0.1', port: 0 });
  const caller = connect((ending.server.address() as AddressInfo).port, '127.0.0.1');
  const headers = ['host: lacre', 'content-type: application/json', 'content-length: 1000000'];
  caller.write(`POST /process/${randomUUID()}/cancel HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{`);
  const [answer] = (await once(caller, 'data')) as [Buffer];
  expect(answer.toString()).toContain('401');
  const gone = once(caller, 'close');
  await ending.close();
  await gone;
}, 60_000);

it('answers only to the names it is served by', async () => {
  const named = await buildService({
    logger,
    keys: async () => ({ keys: [jwk] }),
    callers: introducingCallers(eventStore),
    apiTokens: async () => undefined,
    trustedProxies: 0,
    hosts: new Set(['lacre.exemplo.com.br']),
  });
  named.get('/page', () => 'shown');
  named.get('/internal', { config: { anyHost: true } }, () => 'shown');
  await named.listen({ host: '127.0.0.1', port: 0 });
  const { port } = named.server.address() as AddressInfo;
  const statusFor = async (host: string | undefined, path = '/page', version = '1.1') => {
    const socket = connect(port, '127.0.0.1');
    const line = host === undefined ? '' : `Host: ${host}\r\n`;
    socket.end(`GET ${path} HTTP/${version}\r\n${line}Connection: close\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return Number(text.split(' ')[1]);
  };
  for (const host of [
    'lacre.exemplo.com.br',
    'LACRE.exemplo.com.br.:443',
    'localhost',
    '[::1]:80',
    `127.0.0.1:${port}`,
  ])
    expect(await statusFor(host), host).toBe(200);
  // The last ones: DNS rebinding under names that look local, and addresses that were not connected to.
  for (const host of [
    'evil.example',
    'lacre.exemplo.com.br.evil.example',
    '127.0.0.1.nip.io',
    '10.9.8.7',
    '0.0.0.0',
  ])
    expect(await statusFor(host), host).toBe(421);
  expect(await statusFor('evil.example', '/no-such-page')).toBe(421);
  for (const host of [undefined, 'a b', 'a/b', 'a@b', 'lacre.exemplo.com.br, evil.example'])
    expect(await statusFor(host, '/page', '1.0'), host).toBe(400);
  expect(await statusFor('localhost\r\nHost: evil.example')).toBe(400);
  expect(await statusFor('evil.example', '/internal')).toBe(200);
  await named.close();
});

it.each([
  ['https://lacre.exemplo.com.br', 'max-age=31536000; includeSubDomains'],
  ['http://127.0.0.1:3000', undefined],
])('served at %s, sends HSTS %s on pages, problems and refused hosts', async (publicUrl, expected) => {
  const service = await buildService({
    logger,
    keys: async () => ({ keys: [jwk] }),
    callers: introducingCallers(eventStore),
    apiTokens: async () => undefined,
    trustedProxies: 0,
    hosts: new Set(['lacre.exemplo.com.br']),
    publicUrl,
  });
  service.get('/page', () => 'shown');
  for (const [url, host, status] of [
    ['/page', 'lacre.exemplo.com.br', 200],
    ['/no-such-page', 'lacre.exemplo.com.br', 404],
    ['/page', 'evil.example', 421],
  ] as const) {
    const reply = await service.inject({ url, headers: { host } });
    expect([reply.statusCode, reply.headers['strict-transport-security']]).toEqual([status, expected]);
  }
  await service.close();
});
