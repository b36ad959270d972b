import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { S3Server, withS3Server } from '@lacre/blob-store/testing';
import { listenLocally } from '@lacre/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readEnvironment, WrongEnvironment } from '../environment.ts';
import { s3CredentialsOf } from '../s3-access.ts';
import { askEngines } from './ask-engines.ts';

const SECRET = 'Senha-Muito-Secreta';

const faultOf = async (given: Record<string, string>): Promise<string> => {
  const environment = readEnvironment('commands', given);
  const faults = await askEngines({ S3_URL: environment.S3_URL }, { beside: environment });
  const lines = faults.map(({ line }) => line).join('\n');
  expect(lines).not.toContain(SECRET);
  return lines;
};

it('asks for both keys of a bucket, by name, and reads its address', () => {
  const half = { S3_URL: 's3://lacre', S3_ACCESS_KEY_ID: 'lacre' };
  expect(() => readEnvironment('commands', half)).toThrow(/S3_URL: não serve sem S3_SECRET_ACCESS_KEY/);
  expect(() => s3CredentialsOf(half)).toThrow(WrongEnvironment);
  expect(() => readEnvironment('commands', { S3_URL: 's3://lacre?regiao=sa-east-1' })).toThrow(
    /S3_URL: não há a opção regiao/,
  );
});

await withS3Server('what is said of an S3 service at start', (binary) => {
  let server: S3Server;
  let given: Record<string, string>;

  beforeAll(async () => {
    server = await S3Server.start(binary);
    given = server.environment(server.makeBucket('lacre'));
  });
  afterAll(() => server.dispose());

  it('finds nothing wrong with a bucket that keeps what it is given', async () => {
    expect(await faultOf(given)).toBe('');
    expect(await faultOf({ ...given, S3_URL: server.url('lacre', 'prod/um') })).toBe('');
  });

  it('names what is wrong in one line', async () => {
    const { host } = new URL(server.endpoint);
    expect(await faultOf({ ...given, S3_SECRET_ACCESS_KEY: SECRET })).toBe(
      'S3_URL: S3_SECRET_ACCESS_KEY está errada.',
    );
    expect(await faultOf({ ...given, S3_ACCESS_KEY_ID: 'ninguem' })).toBe(
      'S3_URL: S3_ACCESS_KEY_ID não é conhecida pelo serviço.',
    );
    expect(await faultOf({ ...given, S3_URL: server.url('outro') })).toBe(
      'S3_URL: o bucket não existe: crie-o antes.',
    );
    const elsewhere = `s3://lacre?endpoint=${server.endpoint}&region=eu-west-1`;
    expect(await faultOf({ ...given, S3_URL: elsewhere })).toBe('S3_URL: region não é a região do bucket.');
    await server.stop();
    expect(await faultOf(given)).toBe(`S3_URL: ninguém atende em ${host}.`);
    await server.start();
  });
});

it('refuses a service that overwrites where it is asked not to', async () => {
  const kept = new Map<string, Buffer>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '';
    const body = await buffer(request);
    if (request.method === 'PUT') kept.set(url, body);
    response.writeHead(kept.has(url) ? 200 : 404, { etag: '"one"' });
    response.end(request.method === 'GET' ? kept.get(url) : undefined);
  };
  const careless = createServer((request, response) => void answer(request, response));
  const port = await listenLocally(careless);
  try {
    const url = `s3://lacre?endpoint=http://127.0.0.1:${port}`;
    const keys = { S3_ACCESS_KEY_ID: 'lacre', S3_SECRET_ACCESS_KEY: SECRET };
    expect(await faultOf({ S3_URL: url, ...keys })).toMatch(/^S3_URL: o serviço sobrescreve objetos/);
  } finally {
    careless.closeAllConnections();
    careless.close();
  }
});
