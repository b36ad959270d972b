import { cpfOf } from '@lacre/contracts/testing';
import { describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';
import type { Answering } from '../testing/register-server.ts';
import { FAILURES, useLookUps } from '../testing/use-look-ups.ts';
import { httpSources } from './http/http-sources.ts';

const { cast, get, outcome } = useLookUps();

describe('a place', () => {
  const component = (long: string, short: string, ...types: string[]) => ({
    long_name: long,
    short_name: short,
    types,
  });
  const formatted = 'Av. Paulista, 1578 - Bela Vista, São Paulo - SP, 01310-200, Brasil';
  const components = [
    component('Bela Vista', 'Bela Vista', 'sublocality'),
    component('Campinas', 'Campinas', 'administrative_area_level_2', 'political'),
    component('São Paulo', 'SP', 'administrative_area_level_1', 'political'),
    component('Brasil', 'BR', 'country', 'political'),
  ];
  const ok = (result: object) => ({ status: 'OK', results: [result] });
  let east = 46;
  const ask = (latitude = '-23.561414') => `/lookup/place?latitude=${latitude}&longitude=-${++east}.655881`;

  it.each([
    [
      'by its components first',
      { formatted_address: formatted, address_components: components },
      ['Brasil', 'SP', 'Campinas'],
    ],
    [
      'by a split address, parts counted from 0',
      { formatted_address: formatted },
      ['Brasil', 'SP', 'São Paulo'],
    ],
    [
      'by both together',
      { formatted_address: formatted, address_components: components.slice(3) },
      ['Brasil', 'SP', 'São Paulo'],
    ],
    ['by an address of another shape not at all', { formatted_address: 'Rua A, Brasil' }, [null, null, null]],
    [
      'by a third part that is no city and state',
      { formatted_address: 'a, b, Lisboa, d, Portugal' },
      ['Portugal', 'Lisboa', null],
    ],
  ])('is named %s', async (_case, result, [country, state, city]) => {
    cast.register.json(ok(result));
    const path = ask();
    const { status, body } = await get(path);
    expect([status, body]).toEqual([
      200,
      { latitude: '-23.561414', longitude: `-${east}.655881`, country, state, city },
    ]);
    const asked = new URL(cast.register.asked[0] ?? '', cast.register.origin).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      latlng: `-23.561414,-${east}.655881`,
      language: 'pt-BR',
      key: 'a secret key',
    });
  });

  it('that has no name goes by its coordinates', async () => {
    cast.register.json({ status: 'ZERO_RESULTS', results: [] });
    expect((await get(ask())).body).toMatchObject({ country: null, state: null, city: null });
  });

  it.each([
    ...FAILURES,
    [
      'over its quota',
      (_request, response) => response.end('{"status":"OVER_QUERY_LIMIT","results":[]}'),
    ] satisfies [string, Answering],
  ])('cannot be named while the service is %s, and no secret is shown', async (_case, answering) => {
    cast.register.answers(answering);
    const { status, body } = await get(ask());
    expect([status, body.code]).toEqual([502, 'GET_GEOLOCATION_ERROR']);
    expect(JSON.stringify(body) + cast.harness.logged.join('')).not.toContain('a secret key');
    expect(cast.harness.logged.join('')).not.toContain('a%20secret');
  });

  it.each(['latitude=91&longitude=0', 'latitude=x&longitude=0', 'latitude=0'])(
    'is not found at %s',
    async (query) => {
      expect(await outcome(`/lookup/place?${query}`)).toEqual([422, 'CLASS_VALIDATION_ERROR']);
    },
  );

  it('is cached for its surroundings, under a key that does not disclose them', async () => {
    cast.register.json(ok({ address_components: components }));
    await get('/lookup/place?latitude=-20.10001&longitude=-40.10001');
    await get('/lookup/place?latitude=-20.10002&longitude=-40.09999');
    expect(cast.register.asked).toHaveLength(1);
    const { rows } = await cast.harness.pool.query<{ key: string }>(
      `select key from command.lookup where kind = 'place'`,
    );
    for (const { key } of rows) expect(key).toMatch(/^[\da-f]{64}$/);
  });

  it('can be asked for by persons who sign and by a totem alone', async () => {
    cast.register.json(ok({ address_components: components }));
    const tenant = await cast.harness.tenant();
    const { processId, ana } = await cast.harness.process(tenant);
    const { token: totem } = await cast.harness.member(tenant.tenantId, 'totem');
    for (const as of [await cast.harness.signingToken(processId, ana), totem])
      expect((await get(ask(), as)).body).toMatchObject({ city: 'Campinas' });
    expect((await cast.harness.app.inject(`/api${ask()}`)).statusCode).toBe(401);
  });

  it('is recorded with a command, for which no service is asked', async () => {
    cast.register.answers((request) => request.socket.destroy());
    const headers = {
      'client-country': 'Brasil',
      'client-state': 'SP',
      'client-city': 'Campinas',
      'client-latitude': '-22.9099',
      'client-longitude': '-47.0626',
    };
    const body = { cpf: cpfOf(940_001), name: 'Rui', email: 'rui@exemplo.com.br' };
    const reply = await cast.harness.send<{ personId: string }>('POST', '/person', body, {
      token: cast.token,
      headers,
    });
    const [created] = await cast.harness.stream(`person-${reply.body.personId}`);
    expect(created?.metadata['client']).toMatchObject({
      country: 'Brasil',
      state: 'SP',
      city: 'Campinas',
      latitude: '-22.9099',
      longitude: '-47.0626',
    });
    const refused = await cast.harness.send('POST', '/person', body, {
      token: cast.token,
      headers: { ...headers, 'client-latitude': 'aqui' },
    });
    expect(refused.body).toMatchObject({
      code: 'GEOLOCATION_VALIDATION_ERROR',
      errors: [{ field: 'client-latitude' }],
    });
  });
});

it('goes by coordinates alone without a key', async () => {
  const { origin } = cast.register;
  const without = await Harness.start({
    sources: httpSources({ cnpjAddresses: [], cepAddresses: [], geocode: { url: origin, key: undefined } }),
  });
  try {
    const { token: theirs } = await without.tenant();
    const reply = await without.app.inject({
      url: '/api/lookup/place?latitude=-23.5&longitude=-46.6',
      headers: { authorization: `Bearer ${theirs}` },
    });
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { latitude: '-23.5', longitude: '-46.6', country: null, state: null, city: null },
    ]);
    expect(cast.register.asked).toEqual([]);
  } finally {
    await without.stop();
  }
});
