import { describe, expect, it } from 'vitest';

import { tidy } from '../jobs/tidy.ts';
import { brasilApi, brasilCep, FAILURES, freshCep, freshCnpj, useLookUps } from '../testing/use-look-ups.ts';

const { cast, get, outcome } = useLookUps();

describe('a CNPJ', () => {
  it('fills the form of a company, whatever way it is written', async () => {
    const cnpj = '12ABC34501DE35';
    cast.register.json(brasilApi('12.abc.345/01de-35'));
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
    expect(cast.register.asked).toEqual([`/cnpj/${cnpj}`]);
  });

  it('leaves out values that do not fit the form', async () => {
    const cnpj = freshCnpj();
    cast.register.json({
      cnpj,
      razao_social: 'X',
      email: 'não tem',
      ddd_telefone_1: '123',
      uf: '',
      cep: 1310200,
    });
    const { body } = await get(`/lookup/cnpj/${cnpj}`);
    expect(body).toEqual({ cnpj, companyName: 'X', zip: '01310200', country: 'Brasil' });
  });

  it('that no register knows is answered with 404', async () => {
    expect(await outcome(`/lookup/cnpj/${freshCnpj()}`)).toEqual([404, 'CNPJ_DATA_NOT_FOUND']);
    expect(cast.register.asked.length + cast.fallback.asked.length).toBe(2);
  });

  it('that is malformed is refused before any register is asked', async () => {
    expect(await outcome('/lookup/cnpj/11222333000180')).toEqual([422, 'CLASS_VALIDATION_ERROR']);
    expect(cast.register.asked).toEqual([]);
  });

  it.each(FAILURES)('is looked for elsewhere when the register is %s', async (_case, answering) => {
    const cnpj = freshCnpj();
    cast.register.answers(answering);
    cast.fallback.json(brasilApi(cnpj));
    expect((await get(`/lookup/cnpj/${cnpj}`)).body).toMatchObject({
      cnpj,
      companyName: 'PADARIA REAL LTDA',
    });
  });

  it.each(FAILURES)('is to be filled in by hand when every register is %s', async (_case, answering) => {
    for (const server of [cast.register, cast.fallback]) server.answers(answering);
    // Of one that never answers it is the time-out that ends the wait: without it the test's own would.
    expect(await outcome(`/lookup/cnpj/${freshCnpj()}`)).toEqual([502, 'EMPTY_CNPJ_SEARCH']);
  });

  it('is known though the first register knows it not, and unknown though the second is away', async () => {
    const cnpj = freshCnpj();
    cast.fallback.json(brasilApi(cnpj));
    expect((await get(`/lookup/cnpj/${cnpj}`)).status).toBe(200);
    cast.fallback.answers((request) => request.socket.destroy());
    expect(await outcome(`/lookup/cnpj/${freshCnpj()}`)).toEqual([404, 'CNPJ_DATA_NOT_FOUND']);
  });
});

describe('a CEP', () => {
  it('fills an address', async () => {
    const cep = '01310200';
    cast.register.json(brasilCep('01310-200'));
    expect((await get('/lookup/cep/01310-200')).body).toEqual({
      zip: cep,
      address: 'Avenida Paulista',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      country: 'Brasil',
    });
  });

  it('is read from ViaCEP’s shape too, which answers an unknown one with 200', async () => {
    const cep = freshCep();
    cast.fallback.json({ cep, uf: 'MG', localidade: 'Ouro Preto', bairro: '', logradouro: '' });
    expect((await get(`/lookup/cep/${cep}`)).body).toEqual({
      zip: cep,
      city: 'Ouro Preto',
      state: 'MG',
      country: 'Brasil',
    });
    cast.fallback.json({ erro: 'true' });
    expect(await outcome(`/lookup/cep/${freshCep()}`)).toEqual([404, 'EMPTY_CEP_SEARCH']);
  });

  it('that is malformed is refused', async () => {
    expect(await outcome('/lookup/cep/123')).toEqual([422, 'CLASS_VALIDATION_ERROR']);
  });

  it.each(FAILURES)('is to be filled in by hand when the registers are %s', async (_case, answering) => {
    for (const server of [cast.register, cast.fallback]) server.answers(answering);
    expect(await outcome(`/lookup/cep/${freshCep()}`)).toEqual([502, 'CEP_SEARCH_ERROR']);
  });
});

describe('an answer is kept', () => {
  it('for a month when it was found, for an hour when not', async () => {
    const [known, unknown] = [freshCep(), freshCep()];
    cast.register.answers((request, response) => {
      const isKnown = request.url?.endsWith(known) === true;
      response.writeHead(isKnown ? 200 : 404).end(JSON.stringify(isKnown ? brasilCep(known) : {}));
    });
    const ask = async () => [await outcome(`/lookup/cep/${known}`), await outcome(`/lookup/cep/${unknown}`)];
    const answers = await ask();
    expect(answers).toEqual([
      [200, undefined],
      [404, 'EMPTY_CEP_SEARCH'],
    ]);
    cast.clock = new Date(cast.clock.getTime() + 59 * 60_000);
    expect(await ask()).toEqual(answers);
    expect(cast.register.asked).toHaveLength(2);
    cast.clock = new Date(cast.clock.getTime() + 2 * 60_000);
    await ask();
    expect(cast.register.asked).toHaveLength(3);
    cast.clock = new Date(cast.clock.getTime() + 31 * 86_400_000);
    await ask();
    expect(cast.register.asked).toHaveLength(5);
  });

  it('beyond its time while no register answers, and dropped when it is too old', async () => {
    const cep = freshCep();
    cast.register.json(brasilCep(cep));
    await get(`/lookup/cep/${cep}`);
    for (const server of [cast.register, cast.fallback])
      server.answers((request) => request.socket.destroy());
    cast.clock = new Date(cast.clock.getTime() + 100 * 86_400_000);
    await tidy(cast.harness.service);
    expect(await outcome(`/lookup/cep/${cep}`)).toEqual([200, undefined]);
    cast.clock = new Date(cast.clock.getTime() + 100 * 86_400_000);
    await tidy(cast.harness.service);
    cast.clock = new Date();
    expect(await outcome(`/lookup/cep/${cep}`)).toEqual([502, 'CEP_SEARCH_ERROR']);
  });

  it('for concurrent callers: the register is asked once', async () => {
    const cep = freshCep();
    cast.register.answers((_request, response) => {
      setTimeout(() => response.end(JSON.stringify(brasilCep(cep))), 50);
    });
    const replies = await Promise.all(Array.from({ length: 20 }, () => outcome(`/lookup/cep/${cep}`)));
    expect(new Set(replies.map(String))).toEqual(new Set(['200,']));
    expect(cast.register.asked).toHaveLength(1);
  });
});
