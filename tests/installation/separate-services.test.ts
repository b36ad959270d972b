import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openFolderBlobStore } from '@lacre/blob-store';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { freePort } from '@lacre/test-support';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { Installations, MASTER_KEYS, opened, recordPerson, type Places } from './installations.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });
const SECRET = 'ab'.repeat(32);

let installations: Installations;
let ours: Places;
let log: KurrentDbStandIn;

beforeAll(async () => {
  installations = await Installations.create();
  ours = await lived();
  const others = await lived();
  log = new KurrentDbStandIn({ file: others.log });
  await log.start();
});
afterAll(async () => {
  log.close();
  await installations.dispose();
});

async function lived(): Promise<Places> {
  const places = await installations.empty();
  const ownKeys = { PAYLOAD_KEY: [Buffer.from(SECRET, 'hex')], DIGEST_KEY: [Buffer.from(SECRET, 'hex')] };
  await opened(places, 'serve', async (own) => void (await recordPerson(own)), ownKeys);
  const blobs = { folder: join(places.folder, 'blobs'), masterKey: Buffer.from(SECRET, 'hex') };
  await openFolderBlobStore(blobs);
  return places;
}

/** What every service may be given; each takes what it needs. */
const variables = (more: Record<string, string>): Record<string, string> => ({
  DATABASE_URL: ours.databaseUrl,
  DATA_DIR: ours.folder,
  PUBLIC_URL: 'http://localhost:4400',
  SMTP_URL: 'smtp://127.0.0.1:1',
  JWKS_URL: 'http://127.0.0.1:1/jwks.json',
  API_TOKENS_URL: 'http://127.0.0.1:1/api-token',
  BLOB_MASTER_KEY: SECRET,
  PAYLOAD_KEY: SECRET,
  PROOF_SECRET: SECRET,
  DIGEST_KEY: SECRET,
  IDENTITY_SECRET: SECRET,
  PERSONAL_DATA_KEYS: MASTER_KEYS.map((key) => key.toString('hex')).join(','),
  ...more,
});

/** What is run for each service: `main.ts`, and what looks after the projector's read models. */
const programOf = (service: string): string[] =>
  service === 'maintenance' ? ['projector/src/maintain.ts', 'check'] : [`${service}/src/main.ts`];

/** Runs a service until it ends by itself. */
async function run(
  service: string,
  more: Record<string, string>,
): Promise<{ status: number; words: string }> {
  const [file = '', ...values] = programOf(service);
  const main = fileURLToPath(new URL(`../../services/${file}`, import.meta.url));
  const child = spawn(process.execPath, [main, ...values], {
    env: { ...process.env, ...variables(more), NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const status = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  return { status, words };
}

it.each([
  ['command', 'PERSONAL_DATA_KEYS', 'as chaves dos dados pessoais (PERSONAL_DATA_KEYS, '],
  ['command', 'DIGEST_KEY', 'a chave dos endereços já usados (emails, CPF, CNPJ) (DIGEST_KEY, '],
  ['signer', 'PAYLOAD_KEY', 'a chave das evidências dentro dos arquivos selados (PAYLOAD_KEY, '],
  ['signer', 'BLOB_MASTER_KEY', 'a chave dos arquivos guardados (BLOB_MASTER_KEY, '],
])(
  'the %s service refuses the %s of another installation, with a message',
  async (service, setting, words) => {
    const server = new KurrentDbStandIn({ file: ours.log });
    await server.start();
    try {
      const given = { EVENT_STORE_URL: server.connectionString, [setting]: 'cd'.repeat(32) };
      const { status, words: said } = await run(service, given);
      expect([status, said]).toEqual([1, expect.stringContaining(words)]);
      expect(said.trim().split('\n')).toHaveLength(1);
    } finally {
      server.close();
    }
  },
);

describe('the command service', () => {
  it('names the issuer of an API token at its internal address alone', async () => {
    const server = new KurrentDbStandIn({ file: ours.log });
    await server.start();
    const [port, internal] = [await freePort(), await freePort()];
    const main = fileURLToPath(new URL('../../services/command/src/main.ts', import.meta.url));
    const given = { EVENT_STORE_URL: server.connectionString, PORT: `${port}`, INTERNAL_PORT: `${internal}` };
    const child = spawn(process.execPath, [main], {
      env: { ...process.env, ...variables(given), NODE_OPTIONS: '' },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const ask = (at: number, path: string) =>
      fetch(`http://localhost:${at}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret: `lacre_${'a'.repeat(43)}` }),
      });
    try {
      await vi.waitUntil(() => fetch(`http://localhost:${port}/.well-known/jwks.json`).catch(() => false), {
        timeout: 50_000,
        interval: 200,
      });
      const answer = await ask(internal, '/api-token');
      expect([answer.status, await answer.json()]).toEqual([200, { token: null }]);
      for (const path of ['/.well-known/api-token', '/api-token', '/api/api-token'])
        expect([path, (await ask(port, path)).status]).toEqual([path, 404]);
      expect((await fetch(`http://localhost:${internal}/.well-known/jwks.json`)).status).toBe(404);
    } finally {
      child.kill();
      await ended;
      server.close();
    }
  });
});

describe.each(['command', 'query', 'projector', 'signer', 'maintenance'])(
  'the %s service alone',
  (service) => {
    it('refuses the log of another installation, says why, and writes nothing to it', async () => {
      const before = log.eventCount;
      const { status, words } = await run(service, { EVENT_STORE_URL: log.connectionString });
      expect([status, words]).toEqual([
        1,
        expect.stringMatching(/^O registro em 127\.0\.0\.1:\d+ \(EVENT_STORE_URL\) é da instalação .*\n$/),
      ]);
      expect(log.eventCount).toBe(before);
    });

    it('begins no second log where the variable is forgotten', async () => {
      const { status, words } = await run(service, {});
      expect([status, words]).toEqual([
        1,
        expect.stringMatching(/^EVENT_STORE_URL não está definida, e o registro da instalação .*\n$/),
      ]);
    });

    it('names every engine that does not answer, at once and without a password', async () => {
      const port = await freePort();
      const { status, words } = await run(service, {
        DATABASE_URL: `postgres://lacre:segredo@127.0.0.1:${port}/lacre`,
        EVENT_STORE_URL: `kurrentdb://lacre:segredo@127.0.0.1:${port}?tls=false`,
      });
      expect([status, words.split('\n').slice(0, 2)]).toEqual([
        1,
        [
          `DATABASE_URL: ninguém atende em 127.0.0.1:${port}.`,
          `EVENT_STORE_URL: ninguém atende em 127.0.0.1:${port}.`,
        ],
      ]);
      expect(words).not.toContain('segredo');
    });
  },
);
