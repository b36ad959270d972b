import { setTimeout as sleep } from 'node:timers/promises';

import { cnpjOf, cpfOf } from '@lacre/contracts/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { tidy } from '../jobs/tidy.ts';
import { Harness } from '../testing/harness.ts';
import { registerServer, type Answering, type RegisterServer } from '../testing/register-server.ts';
import { httpSources } from './http/http-sources.ts';

const TIMEOUT_MS = 300;
let clock = new Date();
let register: RegisterServer;
let fallback: RegisterServer;
let harness: Harness;
let token: string;
beforeAll(async () => {
  [register, fallback] = [await registerServer(), await registerServer()];
  harness = await Harness.start({
    now: () => clock,
    limits: { lookUpPerUser: { tries: 5_000, windowSeconds: 60 } },
    sources: httpSources({
      cnpjAddresses: [`${register.origin}/cnpj/{cnpj}`, `${fallback.origin}/{cnpj}`],
      cepAddresses: [`${register.origin}/cep/{cep}`, `${fallback.origin}/ws/{cep}/json/`],
      geocode: { url: `${register.origin}/geocode`, key: 'a secret key' },
      timeoutMs: TIMEOUT_MS,
    }),
  });
  ({ token } = await harness.tenant());
});
beforeEach(() => {
  clock = new Date();
  for (const server of [register, fallback]) {
    server.asked.length = 0;
    server.json({ message: 'não encontrado' }, 404);
  }
});
afterAll(async () => {
  await harness.stop();
  await Promise.all([register.stop(), fallback.stop()]);
});

let number = 940_000;
const freshCnpj = () => cnpjOf(++number);
const freshCep = () => String(10_000_000 + ++number);
async function get(path: string, as = token) {
  const reply = await harness.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${as}` } });
  return {
    status: reply.statusCode,
    body: reply.json<Record<string, unknown> & { code?: string }>(),
    headers: reply.headers,
  };
}
const told = async (path: string) => {
  const { status, body } = await get(path);
  return [status, body.code];
};
const brasilApi = (cnpj: string) => ({
  cnpj,
  razao_social: 'PADARIA  REAL LTDA',
  nome_fantasia: 'PAO QUENTE',
  cnae_fiscal: 4721102,
  email: 'CONTATO@PADARIA.COM.BR',
  ddd_telefone_1: '1133334444',
  ddd_telefone_2: '',
  identificador_matriz_filial: 2,
  descricao_situacao_cadastral: 'ATIVA',
  cep: '01310200',
  descricao_tipo_de_logradouro: 'AVENIDA',
  logradouro: 'PAULISTA',
  numero: '1578',
  complemento: null,
  bairro: 'BELA VISTA',
  municipio: 'SAO PAULO',
  uf: 'SP',
  qsa: [{ nome_socio: 'alguém' }],
});
const brasilCep = (cep: string) => ({
  cep,
  state: 'SP',
  city: 'São Paulo',
  neighborhood: 'Bela Vista',
  street: 'Avenida Paulista',
  service: 'correios',
});

/** Ways in which a server fails, besides saying so. */
const FAILURES: [string, Answering][] = [
  ['slow', () => {}],
  [
    'slow in the middle of its answer',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"cnpj":');
    },
  ],
  ['gone', (request) => request.socket.destroy()],
  ['answering rubbish', (_request, response) => response.end('<html>Bem-vindo</html>')],
  ['answering something else', (_request, response) => response.end('{"ok":true}')],
  [
    'answering about another',
    (_request, response) =>
      response.end(JSON.stringify({ ...brasilApi(cnpjOf(1)), ...brasilCep('99999999') })),
  ],
  ['answering too much', (_request, response) => response.end(`"${'x'.repeat(600_000)}"`)],
  ['broken', (_request, response) => response.writeHead(503).end()],
  ['sending elsewhere', (_request, response) => response.writeHead(302, { location: '/other' }).end()],
];

describe('a CNPJ', () => {
  it('fills the form of a company, whatever way it is written', async () => {
    const cnpj = '12ABC34501DE35';
    register.json(brasilApi('12.abc.345/01de-35'));
    const { status, body } = await get(`/lookup/cnpj/${encodeURIComponent('12.abc.345/01de-35')}`);
    expect([status, body]).toEqual([
      200,
      {
        cnpj,
        companyName: 'PADARIA REAL LTDA',
        tradingName: 'PAO QUENTE',
        cnae: '4721102',
        email: 'contato@padaria.com.br',
        phoneNumber: '1133334444',
        type: 'branch',
        registryStatus: 'ATIVA',
        zip: '01310200',
        address: 'AVENIDA PAULISTA',
        number: '1578',
        district: 'BELA VISTA',
        city: 'SAO PAULO',
        state: 'SP',
        country: 'Brasil',
      },
    ]);
    expect(register.asked).toEqual([`/cnpj/${cnpj}`]);
  });

  it('leaves out what does not fit a form', async () => {
    const cnpj = freshCnpj();
    register.json({ cnpj, razao_social: 'X', email: 'não tem', ddd_telefone_1: '123', uf: '', cep: 1310200 });
    const { body } = await get(`/lookup/cnpj/${cnpj}`);
    expect(body).toEqual({ cnpj, companyName: 'X', zip: '01310200', country: 'Brasil' });
  });

  it('that nobody knows is told as such', async () => {
    expect(await told(`/lookup/cnpj/${freshCnpj()}`)).toEqual([404, 'CNPJ_DATA_NOT_FOUND']);
    expect(register.asked.length + fallback.asked.length).toBe(2);
  });

  it('that is none is refused before anybody is asked', async () => {
    expect(await told('/lookup/cnpj/11222333000180')).toEqual([422, 'CLASS_VALIDATION_ERROR']);
    expect(register.asked).toEqual([]);
  });

  it.each(FAILURES)('is looked for elsewhere when the register is %s', async (_case, answering) => {
    const cnpj = freshCnpj();
    register.answers(answering);
    fallback.json(brasilApi(cnpj));
    expect((await get(`/lookup/cnpj/${cnpj}`)).body).toMatchObject({
      cnpj,
      companyName: 'PADARIA REAL LTDA',
    });
  });

  it.each(FAILURES)('is to be filled in by hand when every register is %s', async (_case, answering) => {
    for (const server of [register, fallback]) server.answers(answering);
    // Of one that never answers it is the time-out that ends the wait: without it the test's own would.
    expect(await told(`/lookup/cnpj/${freshCnpj()}`)).toEqual([502, 'EMPTY_CNPJ_SEARCH']);
  });

  it('is known though the first register knows it not, and unknown though the second is away', async () => {
    const cnpj = freshCnpj();
    fallback.json(brasilApi(cnpj));
    expect((await get(`/lookup/cnpj/${cnpj}`)).status).toBe(200);
    fallback.answers((request) => request.socket.destroy());
    expect(await told(`/lookup/cnpj/${freshCnpj()}`)).toEqual([404, 'CNPJ_DATA_NOT_FOUND']);
  });
});

describe('a CEP', () => {
  it('fills an address', async () => {
    const cep = '01310200';
    register.json(brasilCep('01310-200'));
    expect((await get('/lookup/cep/01310-200')).body).toEqual({
      zip: cep,
      address: 'Avenida Paulista',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      country: 'Brasil',
    });
  });

  it('is read from ViaCEP’s shape too, which says with 200 that there is none', async () => {
    const cep = freshCep();
    fallback.json({ cep, uf: 'MG', localidade: 'Ouro Preto', bairro: '', logradouro: '' });
    expect((await get(`/lookup/cep/${cep}`)).body).toEqual({
      zip: cep,
      city: 'Ouro Preto',
      state: 'MG',
      country: 'Brasil',
    });
    fallback.json({ erro: 'true' });
    expect(await told(`/lookup/cep/${freshCep()}`)).toEqual([404, 'EMPTY_CEP_SEARCH']);
  });

  it('that is none is refused', async () => {
    expect(await told('/lookup/cep/123')).toEqual([422, 'CLASS_VALIDATION_ERROR']);
  });

  it.each(FAILURES)('is to be filled in by hand when the registers are %s', async (_case, answering) => {
    for (const server of [register, fallback]) server.answers(answering);
    expect(await told(`/lookup/cep/${freshCep()}`)).toEqual([502, 'CEP_SEARCH_ERROR']);
  });
});

describe('an answer is kept', () => {
  it('for a month when there is one, for an hour when there is none', async () => {
    const [known, unknown] = [freshCep(), freshCep()];
    register.answers((request, response) => {
      const isKnown = request.url?.endsWith(known) === true;
      response.writeHead(isKnown ? 200 : 404).end(JSON.stringify(isKnown ? brasilCep(known) : {}));
    });
    const ask = async () => [await told(`/lookup/cep/${known}`), await told(`/lookup/cep/${unknown}`)];
    const answers = await ask();
    expect(answers).toEqual([
      [200, undefined],
      [404, 'EMPTY_CEP_SEARCH'],
    ]);
    clock = new Date(clock.getTime() + 59 * 60_000);
    expect(await ask()).toEqual(answers);
    expect(register.asked).toHaveLength(2);
    clock = new Date(clock.getTime() + 2 * 60_000);
    await ask();
    expect(register.asked).toHaveLength(3);
    clock = new Date(clock.getTime() + 31 * 86_400_000);
    await ask();
    expect(register.asked).toHaveLength(5);
  });

  it('beyond its time while nobody can be asked, and dropped when it is too old', async () => {
    const cep = freshCep();
    register.json(brasilCep(cep));
    await get(`/lookup/cep/${cep}`);
    for (const server of [register, fallback]) server.answers((request) => request.socket.destroy());
    clock = new Date(clock.getTime() + 100 * 86_400_000);
    await tidy(harness.service);
    expect(await told(`/lookup/cep/${cep}`)).toEqual([200, undefined]);
    clock = new Date(clock.getTime() + 100 * 86_400_000);
    await tidy(harness.service);
    clock = new Date();
    expect(await told(`/lookup/cep/${cep}`)).toEqual([502, 'CEP_SEARCH_ERROR']);
  });

  it('for all who want it at the same moment: the register is asked once', async () => {
    const cep = freshCep();
    register.answers((_request, response) => {
      setTimeout(() => response.end(JSON.stringify(brasilCep(cep))), 50);
    });
    const replies = await Promise.all(Array.from({ length: 20 }, () => told(`/lookup/cep/${cep}`)));
    expect(new Set(replies.map(String))).toEqual(new Set(['200,']));
    expect(register.asked).toHaveLength(1);
  });
});

describe('registers are asked with restraint', () => {
  it('four at a time each', async () => {
    let [inside, most] = [0, 0];
    register.answers((_request, response) => {
      most = Math.max(most, ++inside);
      setTimeout(() => {
        inside--;
        response.writeHead(404).end('{}');
      }, 20);
    });
    await Promise.all(Array.from({ length: 8 }, () => get(`/lookup/cep/${freshCep()}`)));
    expect(most).toBe(4);
    expect(register.asked).toHaveLength(8);
  });

  it('and whoever is not let in in time is turned away', async () => {
    for (const server of [register, fallback]) server.answers(() => {});
    const replies = await Promise.all(Array.from({ length: 30 }, () => told(`/lookup/cep/${freshCep()}`)));
    expect(new Set(replies.map(String))).toEqual(new Set(['502,CEP_SEARCH_ERROR']));
    // Nobody is left inside.
    const cep = freshCep();
    register.json(brasilCep(cep));
    expect(await told(`/lookup/cep/${cep}`)).toEqual([200, undefined]);
  });

  it('and not at all for as long as one says that it is asked too much', async () => {
    const [first, second] = await Promise.all([registerServer(), registerServer()]);
    const sources = httpSources({
      cnpjAddresses: [],
      cepAddresses: [`${first.origin}/{cep}`, `${second.origin}/{cep}`],
      geocode: { url: first.origin, key: undefined },
      timeoutMs: TIMEOUT_MS,
    });
    first.json({}, 429, { 'retry-after': '1' });
    second.answers((request, response) =>
      response.end(JSON.stringify(brasilCep(request.url?.slice(1) ?? ''))),
    );
    for (const cep of [freshCep(), freshCep(), freshCep()])
      expect(await sources.cep.find(cep)).toMatchObject({ zip: cep });
    expect(first.asked).toHaveLength(1);
    await sleep(1_050);
    await sources.cep.find(freshCep());
    expect(first.asked).toHaveLength(2);
    await expect(sources.cnpj.find(freshCnpj())).rejects.toThrow('nobody to ask');
    await Promise.all([first.stop(), second.stop()]);
  });

  it('by each user so often', async () => {
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

it('are for those who work in the tenant', async () => {
  const { tenantId } = await harness.tenant();
  const { token: totem } = await harness.member(tenantId, 'totem');
  expect((await get(`/lookup/cep/${freshCep()}`, totem)).body.code).toBe('AUTH_USER_WITHOUT_PERMISSION');
  expect((await get(`/lookup/cnpj/${freshCnpj()}`, totem)).body.code).toBe('AUTH_USER_WITHOUT_PERMISSION');
  expect((await harness.app.inject('/api/lookup/cep/01310200')).statusCode).toBe(401);
});

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
    register.json(ok(result));
    const path = ask();
    const { status, body } = await get(path);
    expect([status, body]).toEqual([
      200,
      { latitude: '-23.561414', longitude: `-${east}.655881`, country, state, city },
    ]);
    const asked = new URL(register.asked[0] ?? '', register.origin).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      latlng: `-23.561414,-${east}.655881`,
      language: 'pt-BR',
      key: 'a secret key',
    });
  });

  it('that has no name goes by its coordinates', async () => {
    register.json({ status: 'ZERO_RESULTS', results: [] });
    expect((await get(ask())).body).toMatchObject({ country: null, state: null, city: null });
  });

  it.each([
    ...FAILURES,
    [
      'over its quota',
      (_request, response) => response.end('{"status":"OVER_QUERY_LIMIT","results":[]}'),
    ] satisfies [string, Answering],
  ])('cannot be named while the service is %s, and no secret is told', async (_case, answering) => {
    register.answers(answering);
    const { status, body } = await get(ask());
    expect([status, body.code]).toEqual([502, 'GET_GEOLOCATION_ERROR']);
    expect(JSON.stringify(body) + harness.logged.join('')).not.toContain('a secret key');
    expect(harness.logged.join('')).not.toContain('a%20secret');
  });

  it.each(['latitude=91&longitude=0', 'latitude=x&longitude=0', 'latitude=0'])(
    'is none at %s',
    async (query) => {
      expect(await told(`/lookup/place?${query}`)).toEqual([422, 'CLASS_VALIDATION_ERROR']);
    },
  );

  it('is kept for its surroundings, under a name that does not tell where', async () => {
    register.json(ok({ address_components: components }));
    await get('/lookup/place?latitude=-20.10001&longitude=-40.10001');
    await get('/lookup/place?latitude=-20.10002&longitude=-40.09999');
    expect(register.asked).toHaveLength(1);
    const { rows } = await harness.pool.query<{ key: string }>(
      `select key from command.lookup where kind = 'place'`,
    );
    for (const { key } of rows) expect(key).toMatch(/^[\da-f]{64}$/);
  });

  it('can be asked for by persons who sign and by a totem, and by nobody else', async () => {
    register.json(ok({ address_components: components }));
    const tenant = await harness.tenant();
    const { processId, ana } = await harness.process(tenant);
    const { token: totem } = await harness.member(tenant.tenantId, 'totem');
    for (const as of [await harness.signingToken(processId, ana), totem])
      expect((await get(ask(), as)).body).toMatchObject({ city: 'Campinas' });
    expect((await harness.app.inject(`/api${ask()}`)).statusCode).toBe(401);
  });

  it('is recorded with a command, for which no service is asked', async () => {
    register.answers((request) => request.socket.destroy());
    const headers = {
      'client-country': 'Brasil',
      'client-state': 'SP',
      'client-city': 'Campinas',
      'client-latitude': '-22.9099',
      'client-longitude': '-47.0626',
    };
    const body = { cpf: cpfOf(940_001), name: 'Rui', email: 'rui@exemplo.com.br' };
    const reply = await harness.send<{ personId: string }>('POST', '/person', body, { token, headers });
    const [created] = await harness.stream(`person-${reply.body.personId}`);
    expect(created?.metadata['client']).toMatchObject({
      country: 'Brasil',
      state: 'SP',
      city: 'Campinas',
      latitude: '-22.9099',
      longitude: '-47.0626',
    });
    const refused = await harness.send('POST', '/person', body, {
      token,
      headers: { ...headers, 'client-latitude': 'aqui' },
    });
    expect(refused.body).toMatchObject({
      code: 'GEOLOCATION_VALIDATION_ERROR',
      errors: [{ field: 'client-latitude' }],
    });
  });
});

it('goes by coordinates alone without a key', async () => {
  const { origin } = register;
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
    expect(register.asked).toEqual([]);
  } finally {
    await without.stop();
  }
});
