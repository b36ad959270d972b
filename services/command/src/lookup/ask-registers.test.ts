import type { ServerResponse } from 'node:http';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { Harness } from '../testing/harness.ts';
import { registerServer } from '../testing/register-server.ts';
import { brasilCep, freshCep, freshCnpj, TIMEOUT_MS, useLookUps } from '../testing/use-look-ups.ts';
import { httpSources } from './http/http-sources.ts';

const { cast, get, outcome } = useLookUps();

describe('looking up in a register', () => {
  it('sends each register four requests at a time', async () => {
    const inside: ServerResponse[] = [];
    let most = 0;
    cast.register.answers((_request, response) => {
      most = Math.max(most, inside.push(response));
      if (inside.length !== 4) return;
      // All four are there, however late each came; a fifth has its time to come.
      setTimeout(() => {
        for (const each of inside.splice(0)) each.writeHead(404).end('{}');
      }, 50);
    });
    await Promise.all(Array.from({ length: 8 }, () => get(`/lookup/cep/${freshCep()}`)));
    expect(most).toBe(4);
    expect(cast.register.asked).toHaveLength(8);
  });

  it('refuses a caller who waits too long for a place', async () => {
    for (const server of [cast.register, cast.fallback]) server.answers(() => {});
    const replies = await Promise.all(Array.from({ length: 30 }, () => outcome(`/lookup/cep/${freshCep()}`)));
    expect(new Set(replies.map(String))).toEqual(new Set(['502,CEP_SEARCH_ERROR']));
    // No place stays taken.
    const cep = freshCep();
    cast.register.json(brasilCep(cep));
    expect(await outcome(`/lookup/cep/${cep}`)).toEqual([200, undefined]);
  });

  it('asks a register that answered 429 only once its time is over', async () => {
    const [first, second] = await Promise.all([registerServer(), registerServer()]);
    const sources = httpSources({
      cnpjAddresses: [],
      cepAddresses: [`${first.origin}/{cep}`, `${second.origin}/{cep}`],
      geocode: { url: first.origin, key: undefined },
      timeoutMs: TIMEOUT_MS,
    });
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    first.json({}, 429, { 'retry-after': '1' });
    second.answers((request, response) =>
      response.end(JSON.stringify(brasilCep(request.url?.slice(1) ?? ''))),
    );
    for (const cep of [freshCep(), freshCep(), freshCep()])
      expect(await sources.cep.find(cep)).toMatchObject({ zip: cep });
    expect(first.asked).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1_050);
    await sources.cep.find(freshCep());
    expect(first.asked).toHaveLength(2);
    await expect(sources.cnpj.find(freshCnpj())).rejects.toThrow('no source is set');
    await Promise.all([first.stop(), second.stop()]);
  });

  it('is limited for each user, and not for another of the tenant', async () => {
    const limited = await Harness.start({ limits: { lookUpPerUser: { tries: 2, windowSeconds: 60 } } });
    try {
      const { token: theirs, tenantId } = await limited.tenant();
      const ask = (as: string) =>
        limited.app.inject({ url: '/api/lookup/cep/01310200', headers: { authorization: `Bearer ${as}` } });
      const codes = [(await ask(theirs)).json().code, (await ask(theirs)).json().code];
      // Without any source at all, one is away.
      expect(codes).toEqual(['CEP_SEARCH_ERROR', 'CEP_SEARCH_ERROR']);
      const refused = await ask(theirs);
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      const colleague = await limited.member(tenantId, 'manager');
      expect((await ask(colleague.token)).json().code).toBe('CEP_SEARCH_ERROR');
    } finally {
      await limited.stop();
    }
  });
});

it('are for users of the tenant', async () => {
  const { tenantId } = await cast.harness.tenant();
  const { token: totem } = await cast.harness.member(tenantId, 'totem');
  expect((await get(`/lookup/cep/${freshCep()}`, totem)).body.code).toBe('AUTH_USER_WITHOUT_PERMISSION');
  expect((await get(`/lookup/cnpj/${freshCnpj()}`, totem)).body.code).toBe('AUTH_USER_WITHOUT_PERMISSION');
  expect((await cast.harness.app.inject('/api/lookup/cep/01310200')).statusCode).toBe(401);
});
