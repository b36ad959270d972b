import { describe, expect, test } from 'vitest';

import { pathOf } from './address.ts';
import { createClient, type Credentials } from './client.ts';
import { Problem } from './problem.ts';

interface Sent {
  url: string;
  method: string | undefined;
  headers: Headers;
  body: unknown;
}

/** A fetch that answers from a list and keeps what it was asked. */
function scripted(...answers: (Response | Error)[]): { fetcher: typeof fetch; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetcher: typeof fetch = async (input, init) => {
    const answer = answers.shift();
    sent.push({
      url: input as string,
      method: init?.method,
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    if (answer === undefined) throw new Error('asked more often than scripted');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetcher, sent };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

const nobody: Credentials = { token: async () => undefined, renew: async () => false };

const clientOf = (fetcher: typeof fetch, credentials = nobody) =>
  createClient({ credentials, fetch: fetcher, retry: { attempts: 1 } });

const id = '0198c5a0-0000-7000-8000-000000000001';

describe('a call', () => {
  test('for an unknown operation is not reported as a lost connection', async () => {
    const { fetcher, sent } = scripted();
    const call = clientOf(fetcher).call as (name: string) => Promise<unknown>;
    for (const name of ['getProces', 'toString'])
      await expect(call(name)).rejects.toThrow(new RangeError(`there is no operation ${name}`));
    expect(sent).toEqual([]);
  });

  test('without a parameter of its path is refused, and nothing is sent', async () => {
    const { fetcher, sent } = scripted();
    const api = clientOf(fetcher);
    const call = api.call as (name: string, options?: object) => Promise<unknown>;
    const lacking = new RangeError('getProcess lacks the path parameter processId');
    for (const options of [undefined, {}, { params: {} }, { params: { processId: '' } }])
      await expect(call('getProcess', options)).rejects.toThrow(lacking);
    await expect(api.call('getProcess', { params: { processId: undefined! } })).rejects.toThrow(lacking);
    expect(sent).toEqual([]);
  });

  test('fills the path, the query and the body', async () => {
    const { fetcher, sent } = scripted(
      json({ position: '7' }),
      json({ items: [], total: 0, page: 1, pageSize: 20 }),
    );
    const api = clientOf(fetcher);
    await api.call('editCompany', { params: { companyId: id }, body: { companyName: 'Acme' } });
    await api.call('listCompanies', { query: { search: 'café & cia', filter: 'active', page: 2 } });
    expect(sent[0]).toMatchObject({
      url: `/api/company/${id}`,
      method: 'PATCH',
      body: { companyName: 'Acme' },
    });
    expect(sent[1]?.url).toBe('/api/company?min-position=7&search=caf%C3%A9+%26+cia&filter=active&page=2');
  });

  test('reads its own writes, and only where the answer comes from a read model', async () => {
    const { fetcher, sent } = scripted(json({ position: '0/1A' }), json({ items: [] }), json({ items: [] }));
    const api = clientOf(fetcher);
    await api.call('cancelProcess', { params: { processId: id }, body: {} });
    await api.call('listSignatures');
    await api.call('processTimeline', { params: { processId: id } });
    expect(sent[1]?.url).toBe('/api/signature?min-position=0%2F1A');
    expect(sent[2]?.url).toBe(`/api/process/${id}/timeline`);
  });

  test('of a command carries an idempotency key, the same when the intention is the same', async () => {
    const { fetcher, sent } = scripted(
      json({ position: '1' }),
      json({ position: '1' }),
      json({ position: '2' }),
    );
    const api = clientOf(fetcher);
    const cancel = { params: { processId: id }, body: {} };
    await api.call('cancelProcess', { ...cancel, idempotencyKey: 'intent-1' });
    await api.call('cancelProcess', { ...cancel, idempotencyKey: 'intent-1' });
    await api.call('cancelProcess', cancel);
    const keys = sent.map((request) => request.headers.get('idempotency-key'));
    expect(keys[0]).toBe('intent-1');
    expect(keys[1]).toBe('intent-1');
    expect(keys[2]).toMatch(/^[\da-f-]{36}$/);
  });

  test('renews a refused token once and sends the same request again', async () => {
    const { fetcher, sent } = scripted(
      json({ code: 'AUTH_TOKEN_VALIDATION_ERROR' }, 401),
      json({ position: '3' }),
    );
    let token = 'old';
    const api = clientOf(fetcher, {
      token: async () => token,
      renew: async () => {
        token = 'new';
        return true;
      },
    });
    await api.call('cancelProcess', { params: { processId: id }, body: {} });
    expect(sent.map((request) => request.headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
    expect(sent[1]?.headers.get('idempotency-key')).toBe(sent[0]?.headers.get('idempotency-key'));
  });

  test('keeps a valid token when the input is refused', async () => {
    const { fetcher, sent } = scripted(json({ code: 'AUTH_DEVICE_VALIDATION_ERROR', title: 'x' }, 401));
    const renewed: string[] = [];
    const api = clientOf(fetcher, {
      token: async () => 'good',
      renew: async (token) => {
        renewed.push(token);
        return true;
      },
    });
    await expect(api.call('requestActCode', { body: {} })).rejects.toMatchObject({
      code: 'AUTH_DEVICE_VALIDATION_ERROR',
    });
    expect(sent).toHaveLength(1);
    expect(renewed).toEqual([]);
  });

  test('fails as unauthorized when no other token is to be had', async () => {
    const { fetcher } = scripted(json({ code: 'AUTH_TOKEN_REVOKED' }, 401));
    const api = clientOf(fetcher, { token: async () => 'old', renew: async () => false });
    await expect(api.call('dashboard')).rejects.toMatchObject({ code: 'AUTH_TOKEN_REVOKED', status: 401 });
  });
});

describe('a failure', () => {
  test('of the server comes with its code, text, fields and waiting time', async () => {
    const body = {
      code: 'CLASS_VALIDATION_ERROR',
      title: 'Confira os campos destacados.',
      errors: [{ field: 'cnpj', message: 'CNPJ inválido' }, 'noise'],
    };
    const { fetcher } = scripted(json(body, 422, { 'retry-after': '5' }));
    const api = clientOf(fetcher);
    await expect(api.call('createCompany', { body: { cnpj: '1', companyName: 'x' } })).rejects.toMatchObject({
      code: 'CLASS_VALIDATION_ERROR',
      status: 422,
      title: 'Confira os campos destacados.',
      fields: [{ field: 'cnpj', message: 'CNPJ inválido' }],
      retryAfterSeconds: 5,
    });
  });

  test('without an answer is marked as such and may be retried', async () => {
    const { fetcher } = scripted(new TypeError('Failed to fetch'));
    const problem: unknown = await clientOf(fetcher)
      .call('dashboard')
      .catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({ code: 'NETWORK', status: 0, retryable: true });
  });

  test("that is a proxy's page is reported by its status", async () => {
    const { fetcher } = scripted(new Response('<html>Bad gateway</html>', { status: 502 }));
    await expect(clientOf(fetcher).call('dashboard')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryable: true,
    });
  });

  test('of a refusal is not to be retried', async () => {
    const { fetcher } = scripted(json({ code: 'DOCUMENT_NOT_PENDING', title: 'x' }, 409));
    await expect(clientOf(fetcher).call('dashboard')).rejects.toMatchObject({
      retryable: false,
    });
  });

  test('of a first factor alone brings the challenge to go on with', async () => {
    const secondFactor = { challenge: 'c', factors: [{ factorId: id, kind: 'totp' }], expiresInSeconds: 300 };
    const { fetcher } = scripted(json({ code: 'SECOND_FACTOR_REQUIRED', title: 'x', secondFactor }, 401));
    const signIn = { body: { email: 'ana@exemplo.com.br', password: 'certa' } };
    await expect(clientOf(fetcher).call('signIn', signIn)).rejects.toMatchObject({ secondFactor });
  });

  test('that was asked for stays an abort', async () => {
    const { fetcher } = scripted(new DOMException('gone', 'AbortError'));
    await expect(clientOf(fetcher).call('dashboard')).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

test('path parameters are escaped', () => {
  expect(pathOf('tenantBranding', { domain: 'a/b c' })).toBe('/api/tenant/branding/a%2Fb%20c');
});
