import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { blobPlace, openLog, sealKeysMark, type Log } from '@lacre/adapters';
import { S3Server, withS3Server } from '@lacre/blob-store/testing';
import { streams } from '@lacre/contracts';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { loadSecrets } from '@lacre/local/secrets';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { operate, type Operated } from '../support/operator-command.ts';
import { recordPerson } from './installations.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Site {
  folder: string;
  databaseUrl: string;
  /** Of its log's server; undefined in the database. */
  logUrl?: string | undefined;
  /** Of its files' bucket; none for the folder. */
  bucket?: Bucket | undefined;
}

type Bucket = Record<'S3_URL' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string | undefined>;

let root: string;
let keyFile: string;
let site: Site;
/** After its first run, and after its second. */
let [first, second]: [string, string] = ['', ''];
const databases: TestDatabase[] = [];
const server = new KurrentDbStandIn();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lacre-skewed-'));
  keyFile = join(root, 'backup.key');
  await writeFile(keyFile, randomBytes(32).toString('hex'));
  await server.start();
  site = await emptySite();
  await live(site, 'primeiro');
  second = join(root, 'backup');
  await expectDone(site, 'backup', '--to', second);
  first = join(root, 'first');
  await cp(second, first, { recursive: true });
  await live(site, 'segundo');
  await expectDone(site, 'backup', '--to', second);
});
afterAll(async () => {
  // Other files of the worker start the product in the same environment.
  vi.unstubAllEnvs();
  server.close();
  await Promise.all(databases.map(({ drop }) => drop()));
  await rm(root, { recursive: true, force: true });
});

async function emptySite({ logUrl, bucket }: Pick<Site, 'logUrl' | 'bucket'> = {}): Promise<Site> {
  const database = await createTestDatabase();
  databases.push(database);
  const folder = join(root, randomUUID());
  await mkdir(folder);
  return { folder, databaseUrl: database.connectionString, logUrl, bucket };
}

const NO_BUCKET: Bucket = { S3_URL: undefined, S3_ACCESS_KEY_ID: undefined, S3_SECRET_ACCESS_KEY: undefined };

/** As a process does that serves: a person is recorded, and a file that the log names. */
async function live(
  { folder, databaseUrl, logUrl, bucket = NO_BUCKET }: Site,
  content: string,
): Promise<void> {
  const secrets = await loadSecrets(folder);
  const place = blobPlace(bucket, folder);
  const pool = createPool(databaseUrl, { max: 8, applicationName: 'skewed-backup-test' });
  try {
    const log = await openLog(logUrl, {
      pool,
      logger: pino({ level: 'silent' }),
      prefix: 'lacre.',
      masterKeys: secrets.personalDataKeys,
      ownKeys: { DIGEST_KEY: secrets.digestKey, PAYLOAD_KEY: secrets.payloadKey },
      stores: [place.mark, sealKeysMark(join(folder, 'seal-keys'))],
    });
    const blobs = await place.open(secrets.blobMasterKey);
    await recordPerson(log);
    await recordLogo(log, (await blobs.put(Buffer.from(content))).sha256);
    await log.close();
  } finally {
    await pool.end();
  }
}

async function recordLogo({ eventStore }: Log, sha256: string): Promise<void> {
  const tenantId = randomUUID();
  const metadata = {
    occurredAt: new Date().toISOString(),
    correlationId: tenantId,
    schemaVersion: 1,
    tenantId,
    actor: { kind: 'system', name: 'test' },
  };
  const data = { tenantId, name: 'logo', image: { sha256, mediaType: 'image/png' } };
  await eventStore.append(
    streams.tenant(tenantId),
    [{ id: randomUUID(), type: 'TenantImageChanged', data, metadata }],
    { expected: 'noStream' },
  );
}

async function run(at: Site, ...args: string[]): Promise<Operated> {
  vi.stubEnv('DATABASE_URL', at.databaseUrl);
  vi.stubEnv('EVENT_STORE_URL', at.logUrl);
  for (const [name, value] of Object.entries(at.bucket ?? NO_BUCKET)) vi.stubEnv(name, value);
  const key = args.includes('--key-file') || args[0] === 'fsck' ? [] : ['--key-file', keyFile];
  return operate(at.folder, ...args, ...key);
}

async function expectDone(at: Site, ...args: string[]): Promise<string> {
  const { status, said } = await run(at, ...args);
  expect(said).not.toMatch(/ {4}at /);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${said}`);
  return said;
}

async function expectRefused(at: Site, words: RegExp, ...args: string[]): Promise<void> {
  const { status, said } = await run(at, ...args);
  expect(said).toMatch(words);
  expect(status).not.toBe(0);
  expect(said).not.toMatch(/ {4}at |não foi possível concluir/);
}

const copyOf = async (backup: string): Promise<string> => {
  const copy = join(root, randomUUID());
  await cp(backup, copy, { recursive: true });
  return copy;
};
const contentOf = async (backup: string): Promise<string[]> =>
  (await readdir(backup, { recursive: true, withFileTypes: true })).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(backup.length + 1)] : [],
  );

it('is whole, and verified as such', async () => {
  const said = await expectDone(site, 'backup', 'verify', '--from', second);
  expect(said).toMatch(/5 eventos e 2 arquivos lidos e conferidos/);
  expect(said).toContain('A cópia está inteira');
});

it('names whatever has one bit flipped, or is gone', async () => {
  const names = await contentOf(second);
  // Manifest, key checks, two parts of the log, two of tables, keys, erasures and two files.
  expect(names.length).toBeGreaterThanOrEqual(10);
  for (const name of names) {
    const flipped = await copyOf(second);
    const bytes = await readFile(join(flipped, name));
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(join(flipped, name), bytes);
    await expectRefused(
      site,
      /alterado|cifrada com outra chave|outra chave/,
      'backup',
      'verify',
      '--from',
      flipped,
    );
    const lacking = await copyOf(second);
    await rm(join(lacking, name));
    await expectRefused(site, /falta/, 'backup', 'verify', '--from', lacking);
  }
});

it('restores nothing from an incomplete backup', async () => {
  const target = await emptySite();
  const lacking = await copyOf(second);
  await rm(join(lacking, 'files', 'blobs'), { recursive: true });
  await expectRefused(target, /Nada foi escrito/, 'restore', '--from', lacking);
  expect(await readdir(target.folder)).toEqual([]);
  await expectDone(target, 'restore', '--from', second);
});

it('is not opened with another key, nor without one', async () => {
  const other = join(root, 'other.key');
  await writeFile(other, randomBytes(32).toString('hex'));
  const target = await emptySite();
  await expectRefused(target, /não se abre com esta chave/, 'restore', '--from', second, '--key-file', other);
  await writeFile(other, 'abc');
  await expectRefused(target, /não tem uma chave/, 'restore', '--from', second, '--key-file', other);
  await expectRefused(
    target,
    /não foi possível ler a chave/,
    'restore',
    '--from',
    second,
    '--key-file',
    root,
  );
});

it('finds a log that is newer than its files, and files that are newer than their log', async () => {
  const olderFiles = await copyOf(second);
  await rm(join(olderFiles, 'files'), { recursive: true });
  await cp(join(first, 'files'), join(olderFiles, 'files'), { recursive: true });
  await expectRefused(site, /mais antiga que ele/, 'backup', 'verify', '--from', olderFiles);
  const olderLog = await copyOf(first);
  await rm(join(olderLog, 'files'), { recursive: true });
  await cp(join(second, 'files'), join(olderLog, 'files'), { recursive: true });
  const said = await expectDone(site, 'backup', 'verify', '--from', olderLog);
  expect(said).toMatch(/arquivos de que o registro da cópia não precisa \(1\)/);
  const olderManifest = await copyOf(second);
  await cp(join(first, 'manifest'), join(olderManifest, 'manifest'));
  await expectRefused(site, /incompleta: falta/, 'backup', 'verify', '--from', olderManifest);
});

it('is put back only where there is nothing', async () => {
  const otherFolder = { ...site, folder: (await emptySite()).folder };
  await expectRefused(otherFolder, /banco de dados .* não está vazio/, 'restore', '--from', second);
  const otherDatabase = { ...(await emptySite()), folder: site.folder };
  await expectRefused(otherDatabase, /já tem uma instalação/, 'restore', '--from', second);
  expect(await readdir(otherFolder.folder)).toEqual([]);
});

it('is put back into KurrentDB, backed up from there, and put back from that', async () => {
  const target = await emptySite({ logUrl: server.connectionString });
  await expectDone(target, 'restore', '--from', second);
  await expectRefused(
    await emptySite({ logUrl: server.connectionString }),
    /já tem eventos/,
    'restore',
    '--from',
    second,
  );
  await live(target, 'terceiro');
  // Another epoch of the log is another history.
  await expectRefused(target, /outra época/, 'backup', '--to', second);
  const anew = join(root, 'anew');
  await expectDone(target, 'backup', '--to', anew);
  await expectDone(target, 'fsck', '--only', 'installation,log,indexes,keys,blobs');
  const back = await emptySite();
  await expectDone(back, 'restore', '--from', anew);
  await live(back, 'quarto');
  await expectDone(back, 'fsck', '--only', 'installation,log,indexes,keys,blobs');
});

it('clears away the parts of runs that came to no end, with the keys in them', async () => {
  const backup = await copyOf(second);
  const before = await contentOf(join(first, 'parts'));
  await cp(join(first, 'parts'), join(backup, 'parts'), { recursive: true });
  await expectDone(site, 'backup', '--to', backup);
  const after = await contentOf(join(backup, 'parts'));
  // What did not change is one part for all runs; the keys of personal data are of one run each.
  expect(before.filter((name) => !after.includes(name))).toHaveLength(1);
  await expectDone(site, 'backup', 'verify', '--from', backup);
});

it('refuses the folder of another installation, and one that is no backup', async () => {
  const other = await emptySite();
  await live(other, 'outro');
  await expectRefused(
    other,
    /da instalação [\da-f-]{36}, e esta é a/,
    'backup',
    '--to',
    await copyOf(second),
  );
  await expectRefused(other, /não é uma cópia de segurança/, 'backup', '--to', site.folder);
  await expectRefused(other, /ainda não tem uma cópia/, 'backup', 'erasures', '--to', join(root, 'none'));
  await expectRefused(other, /falta o arquivo manifest/, 'backup', 'verify', '--from', site.folder);
});

await withS3Server('backups of files in a bucket', (binary) => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await S3Server.start(binary);
  });
  afterAll(() => s3.dispose());

  const bucketNamed = (name: string): Bucket => s3.environment(s3.makeBucket(name)) as Bucket;
  const CHECKS = ['fsck', '--only', 'installation,log,indexes,keys,blobs'];

  it('are put back into another bucket, and into a folder', async () => {
    const kept = await emptySite({ bucket: bucketNamed('kept') });
    await live(kept, 'no bucket');
    const backup = join(root, 'of-bucket');
    expect(await expectDone(kept, 'backup', '--to', backup)).toContain('1 arquivo novo');
    const taken = await emptySite({ bucket: kept.bucket });
    await expectRefused(taken, /já há arquivos.*Nada foi escrito/, 'restore', '--from', backup);
    expect(await readdir(taken.folder)).toEqual([]);
    for (const bucket of [bucketNamed('other'), undefined]) {
      const target = await emptySite({ bucket });
      await expectDone(target, 'restore', '--from', backup);
      await expectDone(target, ...CHECKS);
      await live(target, 'depois');
      await expectDone(target, ...CHECKS);
    }
  });

  it('of a folder are put back into a bucket; nothing is written while it is away', async () => {
    const target = await emptySite({ bucket: bucketNamed('from-folder') });
    await s3.stop();
    await expectRefused(target, /S3_URL: /, 'restore', '--from', second);
    expect(await readdir(target.folder)).toEqual([]);
    await s3.start();
    await expectDone(target, 'restore', '--from', second);
    await expectDone(target, ...CHECKS);
  });
});
