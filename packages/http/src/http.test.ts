import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { openApiDocument, remoteKeys } from './index.ts';
import { asUser, encode, lines, person, token, user, useService } from './testing/use-service.ts';

const { cast, post } = useService();

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
  const reply = await cast.app.inject({
    url: `/person?search=${search}`,
    headers: { authorization: asUser },
  });
  expect(reply.statusCode).toBe(200);
  expect(cast.seen).toMatchObject({ search: '' });
});

it.each(['null', ' undefined '])('takes no idempotency key of "%s"', async (key) => {
  const reply = await post({ reason: 'Mudou' }, asUser, { 'idempotency-key': key });
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'MALFORMED_REQUEST' }]);
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

it('hides the message of an internal error and logs it', async () => {
  const reply = await post({ reason: 'boom' }, asUser);
  expect(reply.statusCode).toBe(500);
  expect(reply.body).not.toContain('secret inner message');
  expect(lines.join('')).toContain('secret inner message');
});

/** Nothing listens at the port. */
const keysAway = (): Promise<Error> =>
  remoteKeys('http://127.0.0.1:1/')().then(
    () => new Error('they were fetched'),
    (error: Error) => error,
  );

it.each([
  ['the log is away', Object.assign(new Error('no answer'), { name: 'EventStoreUnavailable' })],
  ['the database refuses connections', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  [
    'the database took its socket away',
    Object.assign(new Error('connect'), { code: 'ENOENT', syscall: 'connect' }),
  ],
  ['the database is starting up', Object.assign(new Error('starting up'), { code: '57P03' })],
  ['the database has another password by now', Object.assign(new Error('password'), { code: '28P01' })],
  ['keys of tokens cannot be fetched', await keysAway()],
  ['the database has no connection left', Object.assign(new Error('too many'), { code: '53300' })],
  ['the name of the database is not found', Object.assign(new Error('lookup'), { code: 'ENOTFOUND' })],
  ['the connection to the database ends', new Error('Connection terminated unexpectedly')],
])('answers 503 with Retry-After when %s', async (_case, error) => {
  cast.fault = error;
  const reply = await post({ reason: 'fault' }, asUser);
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
});

it.each([
  ['a file cannot be written', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  ['a quota is used up', Object.assign(new Error('quota'), { code: 'EDQUOT' })],
  ['the database cannot grow', new Error('append', { cause: Object.assign(new Error(), { code: '53100' }) })],
])('answers 503 and when to come again when %s', async (_case, error) => {
  cast.fault = error;
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
  cast.seen = {};
  const reply = await post('{"reason":"Mudou"}', asUser, { 'content-type': type });
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(cast.seen).toEqual({});
});

it('sets Cache-Control: no-store and nosniff on every answer', async () => {
  const answers = [
    await post({ reason: 'Mudou' }, asUser),
    await post({ surprise: 1 }, asUser),
    await post({}),
    await cast.app.inject('/nowhere'),
    await cast.app.inject({ method: 'DELETE', url: '/signature' }),
    await cast.app.inject({ url: '/person', headers: { authorization: asUser } }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422, 401, 404, 405, 200]);
  for (const { headers } of answers)
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
});

it('answers an unknown address as a problem', async () => {
  expect((await cast.app.inject('/nowhere')).json()).toMatchObject({ code: 'ROUTE_NOT_FOUND', status: 404 });
});

it.each([
  ['with a parameter longer than any', `/process/${'a'.repeat(900)}/cancel`],
  ['that is not well encoded', '/process/%zz/cancel'],
])('answers an address %s as a problem', async (_what, url) => {
  const reply = await cast.app.inject({ method: 'POST', url });
  expect(reply.headers['content-type']).toContain('application/problem+json');
  const instance = reply.headers['x-request-id'];
  expect(instance).toMatch(/^[\da-f-]{36}$/);
  expect(reply.json()).toMatchObject({ code: 'MALFORMED_REQUEST', status: 400, instance });
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
