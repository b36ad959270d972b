import { cnpjOf } from '@lacre/contracts/testing';
import { afterAll, beforeAll, beforeEach } from 'vitest';

import { httpSources } from '../lookup/http/http-sources.ts';
import { Harness } from './harness.ts';
import { registerServer, type Answering, type RegisterServer } from './register-server.ts';

/** How long a register may take here: one that answers at once does, however busy the machine. */
export const TIMEOUT_MS = 1000;

interface Cast {
  harness: Harness;
  register: RegisterServer;
  /** Asked for what the first does not answer. */
  fallback: RegisterServer;
  /** Of a user of a tenant. */
  token: string;
  /** The service's clock, which stands. */
  clock: Date;
}

let number = 940_000;
export const freshCnpj = () => cnpjOf(++number);
export const freshCep = () => String(10_000_000 + ++number);

/** A CNPJ as BrasilAPI answers. */
export const brasilApi = (cnpj: string) => ({
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
/** A CEP as BrasilAPI answers. */
export const brasilCep = (cep: string) => ({
  cep,
  state: 'SP',
  city: 'São Paulo',
  neighborhood: 'Bela Vista',
  street: 'Avenida Paulista',
  service: 'correios',
});

/** Ways in which a server fails, besides an error that it reports. */
export const FAILURES: [string, Answering][] = [
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

/** A service with two registers, for the tests of a file. `cast` is filled before the first of them. */
export function useLookUps() {
  const cast = { clock: new Date() } as Cast;
  beforeAll(async () => {
    const [register, fallback] = [await registerServer(), await registerServer()];
    cast.harness = await Harness.start({
      now: () => cast.clock,
      limits: { lookUpPerUser: { tries: 5_000, windowSeconds: 60 } },
      sources: httpSources({
        cnpjAddresses: [`${register.origin}/cnpj/{cnpj}`, `${fallback.origin}/{cnpj}`],
        cepAddresses: [`${register.origin}/cep/{cep}`, `${fallback.origin}/ws/{cep}/json/`],
        geocode: { url: `${register.origin}/geocode`, key: 'a secret key' },
        timeoutMs: TIMEOUT_MS,
      }),
    });
    Object.assign(cast, { register, fallback, token: (await cast.harness.tenant()).token });
  });
  beforeEach(() => {
    cast.clock = new Date();
    for (const server of [cast.register, cast.fallback]) {
      server.asked.length = 0;
      server.json({ message: 'não encontrado' }, 404);
    }
  });
  afterAll(async () => {
    await cast.harness.stop();
    await Promise.all([cast.register.stop(), cast.fallback.stop()]);
  });

  async function get(path: string, as = cast.token) {
    const headers = { authorization: `Bearer ${as}` };
    const reply = await cast.harness.app.inject({ url: `/api${path}`, headers });
    return {
      status: reply.statusCode,
      body: reply.json<Record<string, unknown> & { code?: string }>(),
      headers: reply.headers,
    };
  }
  /** Status and error code of the answer. */
  const outcome = async (path: string) => {
    const { status, body } = await get(path);
    return [status, body.code];
  };
  return { cast, get, outcome };
}
