import { beforeEach, describe, expect, test, vi } from 'vitest';

import { createSession, lastDomain } from './session.ts';

/** The parts of the browser's storage that the session uses. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
});

const user = {
  uid: '0198c5a0-0000-7000-8000-000000000001',
  name: 'Ana',
  email: 'ana@exemplo.com.br',
  role: 'administrator',
  tenant: { tenantId: '0198c5a0-0000-7000-8000-000000000002', name: 'Acme', domain: 'acme' },
};

/** A server that knows one password and one cookie, and counts what it is asked. */
function server({ tokenLifetimeMs = 3_600_000 } = {}) {
  const asked: string[] = [];
  const state = { cookie: false, away: false, inactive: false, issued: 0, accepted: '' };
  const answer = (status: number, body?: unknown) =>
    new Response(body === undefined ? null : JSON.stringify(body), { status });
  const open = () => {
    state.accepted = `token-${++state.issued}`;
    state.cookie = true;
    const expiresAt = new Date(Date.now() + tokenLifetimeMs).toISOString();
    return answer(200, { token: state.accepted, expiresAt, user });
  };
  const fetcher: typeof fetch = async (input, init) => {
    const operation = `${init?.method} ${input as string}`;
    asked.push(operation);
    if (state.away) throw new TypeError('Failed to fetch');
    if (operation === 'POST /api/session/refresh' && state.inactive)
      return answer(403, { code: 'TENANT_INACTIVE', title: 'A conta está inativa.' });
    if (operation === 'POST /api/session/refresh') {
      return state.cookie ? open() : answer(401, { code: 'AUTH_TOKEN_VALIDATION_ERROR' });
    }
    if (operation === 'POST /api/session') {
      const { password } = JSON.parse(init?.body as string) as { password: string };
      return password === 'certa' ? open() : answer(401, { code: 'INVALID_CREDENTIALS' });
    }
    if (operation === 'DELETE /api/session') {
      state.cookie = false;
      return answer(204);
    }
    const bearer = new Headers(init?.headers).get('authorization');
    return bearer === `Bearer ${state.accepted}`
      ? answer(200, { balance: 1, reserved: 0, consumed: 0 })
      : answer(401, { code: 'AUTH_TOKEN_INVALID' });
  };
  return { fetcher, asked, state };
}

describe('a visit', () => {
  test('of a visitor who never signed in makes no request', async () => {
    const { fetcher, asked } = server();
    expect(await createSession(fetcher).start()).toEqual({ status: 'unauthenticated' });
    expect(asked).toEqual([]);
  });

  test('after signing in finds the session again, and the tenant', async () => {
    const { fetcher } = server();
    await createSession(fetcher).signIn('ana@exemplo.com.br', 'certa');
    expect(await createSession(fetcher).start()).toMatchObject({
      status: 'authenticated',
      user: { name: 'Ana' },
    });
    expect(lastDomain()).toBe('acme');
  });

  test('of a user whose account was made inactive since ends, and says why', async () => {
    const { fetcher, state } = server();
    await createSession(fetcher).signIn('ana@exemplo.com.br', 'certa');
    state.inactive = true;
    expect(await createSession(fetcher).start()).toMatchObject({
      status: 'unauthenticated',
      refused: { code: 'TENANT_INACTIVE' },
    });
    expect(await createSession(fetcher).start()).toEqual({ status: 'unauthenticated' });
  });

  test('whose cookie is missing is signed out, and the tenant is still known', async () => {
    const { fetcher, state, asked } = server();
    await createSession(fetcher).signIn('ana@exemplo.com.br', 'certa');
    state.cookie = false;
    expect(await createSession(fetcher).start()).toEqual({ status: 'unauthenticated' });
    asked.length = 0;
    await createSession(fetcher).start();
    expect(asked).toEqual([]);
    expect(lastDomain()).toBe('acme');
  });

  test('while the server is away fails, and keeps the user signed in', async () => {
    const { fetcher, state } = server();
    await createSession(fetcher).signIn('ana@exemplo.com.br', 'certa');
    state.away = true;
    const session = createSession(fetcher);
    await expect(session.start()).rejects.toMatchObject({ code: 'NETWORK' });
    state.away = false;
    expect(await session.start()).toMatchObject({ status: 'authenticated' });
  });
});

describe('a token', () => {
  test('is exchanged once for many requests that find it refused', async () => {
    const { fetcher, asked, state } = server();
    const session = createSession(fetcher);
    await session.signIn('ana@exemplo.com.br', 'certa');
    state.accepted = 'another';
    asked.length = 0;
    await Promise.all([session.api.call('tenantCredits'), session.api.call('tenantCredits')]);
    expect(asked.filter((operation) => operation.endsWith('/refresh'))).toHaveLength(1);
  });

  test('is exchanged from five minutes before its end on (source specification, 9)', async () => {
    vi.useFakeTimers({ now: 0 });
    try {
      const { fetcher, asked } = server({ tokenLifetimeMs: 15 * 60_000 });
      const session = createSession(fetcher);
      await session.signIn('ana@exemplo.com.br', 'certa');
      vi.setSystemTime(10 * 60_000 - 1);
      await session.api.call('tenantCredits');
      expect(asked).not.toContain('POST /api/session/refresh');
      vi.setSystemTime(10 * 60_000);
      await session.api.call('tenantCredits');
      expect(asked).toContain('POST /api/session/refresh');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a session that ended during an act', () => {
  async function expired() {
    const fake = server();
    const session = createSession(fake.fetcher);
    await session.signIn('ana@exemplo.com.br', 'certa');
    fake.state.cookie = false;
    fake.state.accepted = 'none';
    const request = session.api.call('tenantCredits');
    await vi.waitFor(() => expect(session.get().status).toBe('expired'), 10_000);
    return { session, request };
  }

  test('keeps the request waiting, and finishes it once the password is entered', async () => {
    const { session, request } = await expired();
    await expect(session.signIn('ana@exemplo.com.br', 'errada')).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    expect(session.get().status).toBe('expired');
    await session.signIn('ana@exemplo.com.br', 'certa');
    expect(await request).toEqual({ balance: 1, reserved: 0, consumed: 0 });
  });

  test('is not asked for once more by an exchange that is refused after the password was entered', async () => {
    const fake = server();
    const late = Promise.withResolvers<void>();
    let holding = false;
    const session = createSession(async (input, init) => {
      const answer = await fake.fetcher(input, init);
      if (holding && input === '/api/session/refresh') await late.promise;
      return answer;
    });
    await session.signIn('ana@exemplo.com.br', 'certa');
    fake.state.cookie = false;
    fake.state.accepted = 'none';
    holding = true;
    const request = session.api.call('tenantCredits');
    await vi.waitFor(() => expect(fake.asked).toContain('POST /api/session/refresh'), 10_000);
    await session.signIn('ana@exemplo.com.br', 'certa');
    late.resolve();
    expect(await request).toEqual({ balance: 1, reserved: 0, consumed: 0 });
    expect(session.get().status).toBe('authenticated');
  });

  test('refuses the request when its user leaves instead', async () => {
    const { session, request } = await expired();
    session.drop();
    await expect(request).rejects.toMatchObject({ status: 401 });
    expect(session.get()).toEqual({ status: 'unauthenticated' });
  });
});

describe('signing out', () => {
  test('aborts later calls instead of sending them without a session', async () => {
    const { fetcher, asked } = server();
    const session = createSession(fetcher);
    await session.signIn('ana@exemplo.com.br', 'certa');
    asked.length = 0;
    const left = session.signOut();
    expect(session.get()).toEqual({ status: 'unauthenticated' });
    await expect(session.api.call('tenantCredits')).rejects.toMatchObject({ name: 'AbortError' });
    await left;
    expect(asked).toEqual(['DELETE /api/session']);
  });

  test('is over before the next sign-in', async () => {
    const { fetcher, asked } = server();
    const session = createSession(fetcher);
    await session.signIn('ana@exemplo.com.br', 'certa');
    asked.length = 0;
    const left = session.signOut();
    await session.signIn('ana@exemplo.com.br', 'certa');
    await left;
    expect(asked).toEqual(['DELETE /api/session', 'POST /api/session']);
    expect(session.get().status).toBe('authenticated');
  });
});
