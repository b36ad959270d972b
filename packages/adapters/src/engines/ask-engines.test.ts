import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createKurrentDbEventStore } from '@lacre/event-store/kurrentdb';
import { numberedEvents } from '@lacre/event-store/testing';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { freePort, listenLocally, portOf } from '@lacre/test-support';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { readEnvironment } from '../environment.ts';
import { askEngines, assertEngines, EnginesUnavailable, type EngineSetting } from './ask-engines.ts';

const PASSWORD = 'Senha-Muito-Secreta';
let folder: string;
let database: TestDatabase;
const closing: (() => unknown)[] = [];

const listening = async <Any extends Server | HttpServer>(server: Any): Promise<Any> => {
  await listenLocally(server);
  closing.push(() => server.close());
  return server;
};

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore', cwd: folder });

/** A certificate and its key, as files; from 2026 on, or of one day long ago. */
function certificate(name: string, { host = 'localhost', expired = false } = {}): string {
  const request = 'req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=node';
  const own = ['-addext', `subjectAltName=DNS:${host}`, '-keyout', `${name}.key`, '-out', `${name}.csr`];
  openssl(...request.split(' '), ...own);
  writeFileSync(join(folder, 'index.txt'), '');
  writeFileSync(join(folder, 'ca.cnf'), AUTHORITY);
  const [from, to] = expired ? ['20200101', '20200102'] : ['20200101', '20991231'];
  const sign = `ca -batch -config ca.cnf -selfsign -keyfile ${name}.key -in ${name}.csr -out ${name}.pem -notext`;
  openssl(...sign.split(' '), '-startdate', `${from}000000Z`, '-enddate', `${to}000000Z`);
  return name;
}

const AUTHORITY = `[ca]
default_ca=own
[own]
database=index.txt
new_certs_dir=.
rand_serial=yes
default_md=sha256
policy=names
copy_extensions=copy
[names]
commonName=supplied
`;

async function logServer(name: string): Promise<KurrentDbStandIn> {
  const [pem, key] = ['pem', 'key'].map((kind) => readFileSync(join(folder, `${name}.${kind}`), 'utf8'));
  const tls = { certificate: pem ?? '', key: key ?? '' };
  const server = new KurrentDbStandIn({ tls, users: { lacre: PASSWORD } });
  await server.start();
  closing.push(() => server.close());
  return server;
}

const logAt = (server: KurrentDbStandIn, ca: string, user = 'lacre', password = PASSWORD): string =>
  `kurrentdb://${user}:${password}@localhost:${/:(\d+)(?:\?|$)/.exec(server.connectionString)?.[1]}?tls=true&tlsCAFile=${join(folder, `${ca}.pem`)}`;

async function faultOf(setting: EngineSetting, value: string, timeoutMs = 4000): Promise<string> {
  const faults = await askEngines({ [setting]: value }, { timeoutMs });
  const lines = faults.map(({ line }) => line).join('\n');
  expect(lines).not.toContain(PASSWORD);
  return lines;
}

/** Takes connections and says nothing, or what is given. */
const mute = (says?: string) =>
  listening(
    createServer(
      (socket) =>
        void (says === undefined ? socket.on('error', () => {}) : socket.on('error', () => {}).write(says)),
    ),
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lacre-engines-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['DATABASE_URL', 'postgres'],
  ['EVENT_STORE_URL', 'kurrentdb'],
  ['NATS_URL', 'nats'],
  ['SMTP_URL', 'smtp'],
  ['TSA_URL', 'http'],
  ['GOTENBERG_URL', 'http'],
] as const)(
  '%s: says that no server listens, that a name is unknown and that no answer comes',
  async (setting, scheme) => {
    const dead = await freePort();
    const tail = scheme === 'kurrentdb' ? '?tls=false' : '/x';
    const at = (place: string) => `${scheme}://lacre:${PASSWORD}@${place}${tail}`;
    expect(await faultOf(setting, at(`127.0.0.1:${dead}`))).toBe(
      `${setting}: ninguém atende em 127.0.0.1:${dead}.`,
    );
    expect(await faultOf(setting, at(`nada.invalid:${dead}`))).toBe(
      `${setting}: o nome de nada.invalid:${dead} não é conhecido (DNS).`,
    );
    const silent = portOf(await mute());
    // The time given is the one that counts: a question with more of it, asked before, is still open then.
    let isLongerOver = false;
    const longer = faultOf(setting, at(`127.0.0.1:${silent}`), 2500).finally(() => (isLongerOver = true));
    expect(await faultOf(setting, at(`127.0.0.1:${silent}`), 1500)).toMatch(
      /não (?:respondeu a tempo|houve resposta em 2 s)\.$/,
    );
    expect(isLongerOver).toBe(false);
    await longer;
  },
);

it('distinguishes faults of a database’s users, names, rights and TLS', async () => {
  const own = new URL(database.connectionString);
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(own);
    change(url);
    return url.href;
  };
  const name = `probe_${Date.now()}`;
  const admin = new Client({ connectionString: own.href });
  await admin.connect();
  await admin.query(`create role ${name} login password '${PASSWORD}'`);
  try {
    expect(await faultOf('DATABASE_URL', own.href)).toBe('');
    expect(
      await faultOf(
        'DATABASE_URL',
        changed((url) => (url.pathname = '/nenhum')),
      ),
    ).toBe('DATABASE_URL: o banco de dados não existe: crie-o antes.');
    expect(
      await faultOf(
        'DATABASE_URL',
        changed((url) => Object.assign(url, { username: name, password: PASSWORD })),
      ),
    ).toMatch(/DATABASE_URL: o usuário não pode criar esquemas neste banco/);
    expect(
      await faultOf(
        'DATABASE_URL',
        changed((url) => url.searchParams.set('sslmode', 'verify-full')),
      ),
    ).toMatch(/não fala TLS/);
  } finally {
    await admin.query(`drop role ${name}`);
    await admin.end();
  }
});

/** The test's Postgres behind a proxy that changes every answer, by texts of equal length. */
async function answeringOtherwise(changes: Readonly<Record<string, string>>): Promise<string> {
  const url = new URL(database.connectionString);
  const real = { port: Number(url.port), host: url.hostname };
  const proxy = await listening(
    createServer((client) => {
      const straight = connect(real);
      for (const [from, to] of [
        [client, straight],
        [straight, client],
      ] as const)
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
      client.pipe(straight);
      straight.on('data', (bytes) => {
        let said = bytes.toString('latin1');
        for (const [was, is] of Object.entries(changes)) said = said.replaceAll(was, is);
        client.write(said, 'latin1');
      });
    }),
  );
  url.hostname = '127.0.0.1';
  url.port = String(portOf(proxy));
  return url.href;
}

it('refuses a PostgreSQL before 16 or after 18 by its release, and accepts those between', async () => {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query<{ number: string; release: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as release`,
  );
  await client.end();
  const { number = '', release = '' } = rows[0] ?? {};
  const saying = (major: string) =>
    answeringOtherwise({ [number]: `${major}${number.slice(2)}`, [release]: `${major}${release.slice(2)}` });
  for (const major of ['15', '19'])
    expect(await faultOf('DATABASE_URL', await saying(major))).toBe(
      `DATABASE_URL: o servidor é PostgreSQL ${major}${release.slice(2)}, e o Lacre pede do 16 ao 18.`,
    );
  for (const major of ['16', '17', '18']) expect(await faultOf('DATABASE_URL', await saying(major))).toBe('');
});

it('distinguishes faults of a log’s users, rights, certificates and TLS', async () => {
  const server = await logServer(certificate('own'));
  certificate('other');
  expect(await faultOf('EVENT_STORE_URL', logAt(server, 'own'))).toBe('');
  expect(await faultOf('EVENT_STORE_URL', logAt(server, 'own', 'lacre', 'errada'))).toBe(
    'EVENT_STORE_URL: usuário ou senha errados.',
  );
  expect(await faultOf('EVENT_STORE_URL', logAt(server, 'other'))).toMatch(
    /é de uma autoridade que não se conhece/,
  );
  expect(await faultOf('EVENT_STORE_URL', logAt(server, 'nenhum'))).toMatch(/tlsCAFile/);
  const elsewhere = await logServer(certificate('elsewhere', { host: 'outro.exemplo' }));
  expect(await faultOf('EVENT_STORE_URL', logAt(elsewhere, 'elsewhere'))).toMatch(
    /o certificado não é de localhost/,
  );
  const expired = await logServer(certificate('expired', { expired: true }));
  expect(await faultOf('EVENT_STORE_URL', logAt(expired, 'expired'))).toMatch(/venceu/);
  const plain = new KurrentDbStandIn();
  await plain.start();
  closing.push(() => plain.close());
  expect(await faultOf('EVENT_STORE_URL', logAt(plain, 'own'))).toMatch(/não fala TLS/);
  expect(await faultOf('EVENT_STORE_URL', plain.connectionString)).toBe('');
  plain.denyAccess('reads');
  expect(await faultOf('EVENT_STORE_URL', plain.connectionString)).toMatch(/ler \$all/);
  plain.denyAccess('appends');
  expect(await faultOf('EVENT_STORE_URL', plain.connectionString)).toMatch(/escrever nos fluxos/);
});

it('asks a log by the prefix of its own streams alone, beside others that have more', async () => {
  const server = new KurrentDbStandIn();
  await server.start();
  closing.push(() => server.close());
  const others = createKurrentDbEventStore({ connectionString: server.connectionString, prefix: 'a.' });
  await others.append('s', numberedEvents(3), { expected: 'noStream' });
  await others.close();
  server.askedPrefixes.clear();
  const environment = readEnvironment('start', {
    EVENT_STORE_URL: server.connectionString,
    EVENT_STORE_PREFIX: 'b.',
  });
  await assertEngines(environment, ['EVENT_STORE_URL'], () => {});
  expect([...server.askedPrefixes]).toEqual(['b.']);
  server.denyAccess('reads');
  await expect(assertEngines(environment, ['EVENT_STORE_URL'], () => {})).rejects.toThrow(/ler \$all/);
});

it.each([
  ['20.10.2', 'o servidor não diz que versão é'],
  ['23.10.1', 'o servidor é o 23.10.1'],
  ['26.0.0', 'o servidor é o 26.0.0'],
] as const)('refuses a log on KurrentDB %s in one line', async (release, words) => {
  const server = new KurrentDbStandIn({ release });
  await server.start();
  closing.push(() => server.close());
  expect(await faultOf('EVENT_STORE_URL', server.connectionString)).toBe(
    `EVENT_STORE_URL: ${words}, e o Lacre pede KurrentDB (EventStoreDB) 24.2 a 25.x.`,
  );
});

it.each(['24.2.0', '24.10.9', '25.0.1', '25.1.0'] as const)(
  'takes a log on KurrentDB %s',
  async (release) => {
    const server = new KurrentDbStandIn({ release });
    await server.start();
    closing.push(() => server.close());
    expect(await faultOf('EVENT_STORE_URL', server.connectionString)).toBe('');
  },
);

it('distinguishes faults of HTTP services', async () => {
  let status = 200;
  const seen: string[] = [];
  const server = await listening(
    createHttpServer((request, response) => {
      seen.push(
        `${request.method} ${request.url} ${request.headers.authorization === undefined ? '' : 'basic'}`,
      );
      response.writeHead(status).end();
    }),
  );
  const url = `http://lacre:${PASSWORD}@127.0.0.1:${portOf(server)}/tsa`;
  const told = async (answer: number, setting: EngineSetting) => {
    status = answer;
    return faultOf(setting, url);
  };
  expect(await told(400, 'TSA_URL')).toBe('');
  expect(await told(401, 'TSA_URL')).toMatch(/recusou o usuário ou a senha \(HTTP 401\)/);
  expect(await told(404, 'TSA_URL')).toMatch(/não tem este endereço \(HTTP 404\)/);
  expect(await told(503, 'GOTENBERG_URL')).toMatch(/está com problemas \(HTTP 503\)/);
  expect(await told(200, 'GOTENBERG_URL')).toBe('');
  expect(seen).toEqual([
    ...Array.from({ length: 3 }, () => 'POST /tsa basic'),
    'GET /tsa/health basic',
    'GET /tsa/health basic',
  ]);
  expect(await faultOf('TSA_URL', `https://127.0.0.1:${portOf(server)}/tsa`)).toMatch(/não fala TLS/);
  expect(await faultOf('TSA_URL', 'http://127.0.0.1:25')).toMatch(
    /não se pode usar a porta de 127\.0\.0\.1:25/,
  );
});

it('names a mail server’s refusal, and a folder that cannot be written to', async () => {
  const smtp = await listening(
    createServer((socket) => {
      socket.on('error', () => {}).write('220 correio\r\n');
      socket.on('data', (line) => {
        const said = line.toString();
        socket.write(said.startsWith('EHLO') ? '250-correio\r\n250 AUTH PLAIN\r\n' : '535 nao\r\n');
      });
    }),
  );
  const url = `smtp://lacre:${PASSWORD}@127.0.0.1:${portOf(smtp)}`;
  expect(await faultOf('SMTP_URL', url)).toBe('SMTP_URL: usuário ou senha errados.');
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await faultOf('DATA_DIR', file)).toMatch(/DATA_DIR: não é uma pasta: /);
  expect(await faultOf('DATA_DIR', folder)).toBe('');
});

it('ends the start with every fault at once, and starts where only optional engines have faults', async () => {
  const dead = await freePort();
  const environment = readEnvironment('start', {
    DATABASE_URL: `postgres://lacre:${PASSWORD}@127.0.0.1:${dead}/lacre`,
    NATS_URL: `nats://lacre:${PASSWORD}@127.0.0.1:${dead}`,
    SMTP_URL: `smtp://lacre:${PASSWORD}@127.0.0.1:${dead}`,
  });
  const told: string[] = [];
  const tell = ({ line }: { line: string }) => void told.push(line);
  const all = assertEngines(environment, ['DATABASE_URL', 'NATS_URL', 'SMTP_URL'], tell, folder);
  await expect(all).rejects.toThrow(EnginesUnavailable);
  await expect(all).rejects.toThrow(/DATABASE_URL: .*\nNATS_URL: .*\nSMTP_URL: /);
  expect(told).toEqual([]);
  await assertEngines(environment, ['SMTP_URL', 'EVENT_STORE_URL'], tell, folder);
  expect(told).toEqual([`SMTP_URL: ninguém atende em 127.0.0.1:${dead}.`]);
});
