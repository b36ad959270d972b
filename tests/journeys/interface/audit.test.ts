import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { brokenLine } from '@lacre/local/audit/export-log';
import { runOperatorCommand } from '@lacre/local/operator-commands';
import { loadSecrets } from '@lacre/local/secrets';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { Api } from '../../support/api.ts';
import { Lacre } from '../../support/lacre.ts';
import { addPerson } from '../../support/scenario.ts';
import { insideOf, type StoppedLacre } from '../../support/stopped-lacre.ts';
import { until } from '../../support/until.ts';

const LACRE = fileURLToPath(new URL('../../../infra/local/src/lacre.ts', import.meta.url));
const PATIENCE_MS = 180_000;
vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let lacre: Lacre;
let processId: string;

/** The demo, all of it sealed and settled, then stopped. */
beforeAll(async () => {
  lacre = await Lacre.create({}, ['--demo']);
  await lacre.start();
  const visitor = new Api(lacre.origin);
  const { token } = await until('the demo has its account', () =>
    visitor.call('signIn', { body: { email: 'demo@exemplo.com.br', password: 'demonstracao' } }),
  );
  const api = visitor.as(token);
  const { uid } = await api.call('currentUser');
  await api.call('editTenantSettings', { body: { uploads: [{ name: 'logo', base64: PIXEL }] } });
  await api.call('editUser', {
    params: { uid },
    body: { user: {}, uploads: [{ name: 'avatar', base64: PIXEL }] },
  });
  const { personId } = await addPerson(api, 'Zuleica Pamplona');
  await api.call('erasePerson', { params: { personId }, body: { reason: 'subject-request' } });
  processId = await until(
    'the demo is sealed and settled',
    async () => {
      const { items } = await api.call('listProcesses');
      const finished = items.find(
        ({ summary, status }) => summary === 'Contrato de locação comercial' && status === 'finished',
      );
      return lacre.output.includes('Ctrl-C') ? finished?.processId : undefined;
    },
    PATIENCE_MS / 2,
  );
});
afterAll(() => lacre.dispose());

interface Ended {
  status: number | null;
  output: string;
}

/** The command in this process: what the program is beside it, `runAt` tries. */
async function run(...args: string[]): Promise<Ended> {
  const written: Buffer[] = [];
  const terminal = () =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written.push(chunk);
        done();
      },
    });
  const [out, err] = [terminal(), terminal()];
  const status = await runOperatorCommand([...args, '--data', lacre.dataDir], { out, err });
  return { status, output: Buffer.concat(written).toString('utf8') };
}

/** The program, as an operator runs it. */
function runAt(folder: string, variables: Record<string, string>, ...args: string[]): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [LACRE, ...args, '--data', folder], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', ...variables },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, output: `${stdout}${stderr}` };
}

it('finds nothing wrong, while the product runs and after it has stopped', async () => {
  const report = runAt(lacre.dataDir, {}, 'fsck');
  for (const name of ['log', 'read-models', 'indexes', 'keys', 'blobs', 'seal-keys', 'seals', 'credits'])
    expect(report.output).toContain(`✓ ${name}`);
  expect(report.status).toBe(0);
  expect((await new Api(lacre.origin).send('tenantBranding', { params: { domain: 'nada' } })).status).toBe(
    404,
  );
  await lacre.stop();
  expect(runAt(lacre.dataDir, {}, 'fsck')).toMatchObject({
    status: 0,
    output: expect.stringContaining('Tudo confere') as string,
  });
});

it('replays a process to its end, to any event and to any date', async () => {
  const whole = await run('audit', 'replay', '--process', processId);
  expect(whole.output).toContain('#0');
  expect(whole.output).toMatch(/ProcessFinished[\s\S]*processo: concluído/);
  expect(whole.output).toMatch(
    /por Ana Souza Lima \(pessoa\)[\s\S]*documento "Contrato de locação.pdf": selado\n {7}assinatura de Ana Souza Lima \(signatário\): assinada/,
  );
  const first = (await run('audit', 'replay', '--process', processId, '--at', '0', '--json')).output
    .trim()
    .split('\n');
  expect(first).toHaveLength(1);
  expect(JSON.parse(first[0] ?? '')).toMatchObject({
    event: { revision: 0, type: 'ProcessCreated' },
    state: { status: 'waiting' },
  });
  expect(await run('audit', 'replay', '--process', processId, '--until', '2020-01-01')).toMatchObject({
    status: 2,
  });
  // A date alone is all of that day, in Brasília: today's holds everything, and what is no date is told.
  const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
  expect((await run('audit', 'replay', '--process', processId, '--until', today)).output).toBe(whole.output);
  expect((await run('audit', 'replay', '--process', processId, '--until', '22/11/2026')).output).toContain(
    '--until pede',
  );
  expect((await run('audit', 'replay', '--process', processId.replace(/./g, '0'))).output).toContain(
    'não há eventos',
  );
});

it('exports the log so that whoever has it can tell that it is whole', async () => {
  const lines = (await run('audit', 'export')).output.trim().split('\n');
  expect(lines.length).toBeGreaterThan(20);
  expect(brokenLine(lines)).toBeUndefined();
  for (const damaged of [
    lines.toSpliced(5, 1),
    lines.toSpliced(5, 2, lines[6] ?? '', lines[5] ?? ''),
    lines.with(5, (lines[5] ?? '').replace('"type":"', '"type":"X')),
    lines.slice(0, -1),
  ])
    expect(brokenLine(damaged)).toBeGreaterThan(0);
  const one = (await run('audit', 'export', '--process', processId)).output.trim().split('\n');
  expect(one.length).toBeLessThan(lines.length);
  expect(brokenLine(one)).toBeUndefined();
});

it('says in words what an export could not do, and overwrites nothing', async () => {
  const out = join(lacre.dataDir, 'exported.jsonl');
  expect(await run('audit', 'export', '--out', out)).toEqual({ status: 0, output: '' });
  expect(brokenLine(readFileSync(out, 'utf8').trim().split('\n'))).toBeUndefined();
  for (const [args, words] of [
    [['--out', out], 'já existe'],
    [['--out', join(lacre.dataDir, 'absent', 'x')], 'não foi possível escrever'],
    [['--process', 'outro'], 'não há eventos'],
  ] as const) {
    const { status, output } = await run('audit', 'export', ...args);
    expect([status, output]).toEqual([2, expect.stringContaining(words)]);
    expect(output).not.toMatch(/^\s+at /m);
  }
});

it('takes the keys of an installation whose services run apart from the environment', async () => {
  const { blobMasterKey, digestKey, personalDataKeys } = await loadSecrets(lacre.dataDir);
  const hex = (key: Buffer) => key.toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'lacre-apart-'));
  for (const shared of ['blobs', 'seal-keys']) symlinkSync(join(lacre.dataDir, shared), join(folder, shared));
  try {
    await insideOf(lacre.dataDir, async ({ databaseUrl }) => {
      const given = {
        DATABASE_URL: databaseUrl,
        BLOB_MASTER_KEY: hex(blobMasterKey),
        DIGEST_KEY: hex(digestKey),
        PERSONAL_DATA_KEYS: personalDataKeys.map(hex).join(','),
      };
      const apart = (variables: Record<string, string>, ...args: string[]) =>
        runAt(folder, variables, ...args);
      const checked = apart(given, 'fsck', '--only', 'log,blobs,seals,credits');
      expect(checked).toMatchObject({ status: 0, output: expect.stringContaining('Tudo confere') as string });
      const replayed = apart(given, 'audit', 'replay', '--process', processId, '--at', '0');
      expect(replayed.output).toContain('#0');
      const switched = apart(given, 'tenant', 'deactivate', 'demo', '--reason', 'conferência');
      expect(switched).toMatchObject({ status: 0 });
      expect(apart(given, 'tenant', 'activate', 'demo')).toMatchObject({ status: 0 });
      const { DIGEST_KEY: _absent, ...fewer } = given;
      expect(apart(fewer, 'fsck')).toMatchObject({
        status: 2,
        output: expect.stringContaining('falta DIGEST_KEY') as string,
      });
    });
    // Without its keys in the environment: what lies there belongs to an installation.
    expect(runAt(folder, {}, 'fsck').output).toMatch(/falta .*secrets\.json, com as chaves desta instalação/);
    expect(readdirSync(folder).toSorted()).toEqual(['blobs', 'seal-keys']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('says how it is used', async () => {
  for (const args of [['audit'], ['fsck', '--only', 'nada'], ['audit', 'replay'], ['fsck', '--nada']])
    expect(await run(...args)).toMatchObject({
      status: 2,
      output: expect.stringContaining('Uso:') as string,
    });
});

describe('names what was damaged', () => {
  const blobFiles = (): string[] =>
    readdirSync(join(lacre.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^[0-9a-f]{60,}/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name));
  /** Its database runs on from the first damage to the last, beside what looks for them. */
  const over = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<StoppedLacre['pool']>();
  let inside: Promise<void>;
  beforeAll(async () => {
    inside = insideOf(lacre.dataDir, ({ pool }) => {
      opened.resolve(pool);
      return over.promise;
    });
    await Promise.race([opened.promise, inside]);
  });
  afterAll(() => {
    over.resolve();
    return inside;
  });
  const sql = async (statement: string) => (await opened.promise).query(statement);

  it('a file that is gone, and one with another byte', async () => {
    // A step of sealing that was tried twice leaves a file behind that the log does not name.
    const { rows } = await sql("select string_agg(data::text, ' ') as told from event_store.events");
    const { told } = rows[0] as { told: string };
    const [gone = '', altered = ''] = blobFiles().filter((file) => told.includes(basename(file)));
    const [first, second] = [readFileSync(gone), readFileSync(altered)];
    rmSync(gone);
    const bytes = Buffer.from(second);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(altered, bytes);
    const { status, output } = await run('fsck', '--only', 'blobs');
    writeFileSync(gone, first);
    writeFileSync(altered, second);
    expect(status).toBe(1);
    expect(output).toMatch(
      /não está no armazenamento[\s\S]*alterado no armazenamento|alterado no armazenamento[\s\S]*não está no armazenamento/,
    );
    expect(createHash('sha256').update(readFileSync(altered)).digest('hex')).toBe(
      createHash('sha256').update(second).digest('hex'),
    );
    expect((await run('fsck', '--only', 'blobs')).status).toBe(0);
  });

  it('an event that was taken out of the log', async () => {
    await sql(
      "create table public.kept as select * from event_store.events where stream like 'credits-%' and revision = 1",
    );
    await sql('alter table event_store.events disable trigger all');
    await sql("delete from event_store.events where stream like 'credits-%' and revision = 1");
    const log = await run('fsck', '--only', 'log');
    const credits = await run('fsck', '--only', 'credits');
    const models = await run('fsck', '--only', 'read-models');
    await sql('insert into event_store.events overriding system value select * from public.kept');
    expect(log).toMatchObject({
      status: 1,
      output: expect.stringContaining('falta algo no registro') as string,
    });
    expect(credits.status).toBe(1);
    expect(models.status).toBe(1);
    expect((await run('fsck')).status).toBe(0);
  });

  it('a row of a read model that says something else', async () => {
    const { rows } = await sql(
      "select table_name from information_schema.tables where table_schema = 'read' and table_type = 'BASE TABLE' and table_name like 'process%' order by table_name",
    );
    const table =
      (rows as { table_name: string }[])
        .map((row) => row.table_name)
        .find((name) => /^process(_v?\d|$|__)/.test(name)) ?? '';
    await sql(
      `update read."${table}" set summary = summary || ' (outro)' where ctid = (select ctid from read."${table}" limit 1)`,
    );
    const { status, output } = await run('fsck', '--only', 'read-models');
    await sql(`update read."${table}" set summary = replace(summary, ' (outro)', '')`);
    expect([status, output]).toEqual([1, expect.stringMatching(/a linha é outra .*\(summary\)/)]);
  });

  /** Does to the log what nobody may, looks, and undoes it. */
  async function damaged(
    statement: string,
    ...args: string[]
  ): Promise<{ status: number | null; output: string }> {
    await sql('create table public.before as select * from event_store.events');
    await sql('alter table event_store.events disable trigger all');
    await sql(statement);
    const report = await run(...args);
    await sql('delete from event_store.events');
    await sql('insert into event_store.events overriding system value select * from public.before');
    await sql('drop table public.before');
    return report;
  }
  const set = (path: string, value: unknown, where: string) =>
    `update event_store.events set data = jsonb_set(data::jsonb, '{${path}}', '${JSON.stringify(value)}')::json where ${where}`;
  const first = (type: string) =>
    `position = (select min(position) from event_store.events where type = '${type}')`;
  const again = (type: string) =>
    `insert into event_store.events (position, stream, revision, event_id, type, data, metadata, recorded_at)
     overriding system value
     select (select max(position) + 1 from event_store.events),
       stream, (select max(revision) + 1 from event_store.events x where x.stream = e.stream),
       gen_random_uuid(), type, data, metadata, recorded_at
     from event_store.events e where ${first(type)}`;

  it.each([
    ['an event of no form', 'log', set('documents', 'nada', first('ProcessCreated')), 'não tem a forma'],
    [
      'one of no type',
      'log',
      `update event_store.events set type = 'Nada' where ${first('SealRendered')}`,
      'não existe',
    ],
    [
      'personal data that nobody erased and nobody can read',
      'log',
      `update event_store.events set metadata = (metadata::jsonb - 'personalData')::json where ${first('PersonCreated')}`,
      'ninguém os apagou',
    ],
    ['an event of another put in again', 'log', again('SignatureSigned'), 'ninguém os apagou'],
    [
      'a credit that nobody consumed',
      'credits',
      `delete from event_store.events where ${first('CreditsConsumed')}`,
      'selado, não foi consumido',
    ],
    ['a credit consumed twice', 'credits', again('CreditsConsumed'), 'acertado duas vezes'],
    [
      'more credits than documents',
      'credits',
      set('amount', 7, first('CreditsReserved')),
      'reservou 7 créditos',
    ],
    [
      'a document that cost more',
      'credits',
      set('amount', 3, first('CreditsConsumed')),
      'acertou 3 créditos',
    ],
    [
      'a seal that is gone as a whole',
      'seals',
      `delete from event_store.events where stream = (select stream from event_store.events where ${first('SealRendered')})`,
      'falta o registro do selo',
    ],
    [
      'a document called sealed in another file',
      'seals',
      set('sha256', 'a'.repeat(64), first('DocumentSealed')),
      'outro arquivo que não o do selo',
    ],
    [
      'a signature of another file',
      'seals',
      set('documentSha256', 'a'.repeat(64), first('SignatureSigned')),
      'a assinatura não é do arquivo',
    ],
    [
      'a lost logo',
      'blobs',
      set('image,sha256', 'b'.repeat(64), first('TenantImageChanged')),
      'o logotipo da conta não está',
    ],
    [
      'a lost picture',
      'blobs',
      set('avatar,sha256', 'b'.repeat(64), first('UserAvatarChanged')),
      'a foto do usuário não está',
    ],
  ])('%s', async (_case, check, statement, words) => {
    const { status, output } = await damaged(statement, 'fsck', '--only', check);
    expect([status, output]).toEqual([1, expect.stringContaining(`✗ ${check}`)]);
    expect(output).toContain(words);
    expect(output).not.toMatch(/^\s+at /m);
  });

  /** As `damaged`, to a table beside the log. */
  async function changed(table: string, statement: string, ...args: string[]) {
    await sql(`create table public.before as select * from ${table}`);
    await sql(statement);
    const report = await run(...args);
    await sql(`delete from ${table}`);
    await sql(`insert into ${table} overriding system value select * from public.before`);
    await sql('drop table public.before');
    return report;
  }
  const [MENTIONS, ISSUED, OPEN, UNPLACED, KEYS] = [
    'personal_data.mention',
    'signer.issued_version',
    'command.open_process',
    'command.unplaced_webhook',
    'personal_data.subject_key',
  ] as const;
  const someOf = (table: string) => `ctid = (select min(ctid) from ${table})`;

  it.each([
    [
      'a mention that is gone',
      'indexes',
      MENTIONS,
      `delete from ${MENTIONS} where ${someOf(MENTIONS)}`,
      /: falta no índice de dados pessoais a menção a [\da-f-]{36}\n/,
    ],
    [
      'a mention that the log does not make',
      'indexes',
      MENTIONS,
      `insert into ${MENTIONS} select subject_id, 'process-nenhum' from ${MENTIONS} limit 1`,
      / process-nenhum: o índice de dados pessoais tem uma menção que o registro não faz/,
    ],
    [
      'an issued file that is unknown',
      'indexes',
      ISSUED,
      `delete from ${ISSUED} where ${someOf(ISSUED)}`,
      /falta no índice de arquivos emitidos um que o registro emitiu \([\da-f]{64}\)/,
    ],
    [
      'a file that was never issued',
      'indexes',
      ISSUED,
      `insert into ${ISSUED} select (jsonb_populate_record(i, jsonb_build_object('sha256', repeat('a', 64)))).* from ${ISSUED} i limit 1`,
      /o índice de arquivos emitidos tem um que o registro não emitiu \(a{64}\)/,
    ],
    [
      'an issued file that is said to be of another account',
      'indexes',
      ISSUED,
      `update ${ISSUED} set tenant_id = gen_random_uuid() where ${someOf(ISSUED)}`,
      /o índice de arquivos emitidos diz de um outra coisa que o registro/,
    ],
    [
      'an open process that is unknown',
      'indexes',
      OPEN,
      `delete from ${OPEN} where ${someOf(OPEN)}`,
      /processo [\da-f-]{36}: falta no índice de processos em aberto/,
    ],
    [
      'an open process that never was',
      'indexes',
      OPEN,
      `insert into ${OPEN} values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '{}')`,
      /processo [\da-f-]{36}: está no índice de processos em aberto, e o registro não o tem/,
    ],
    [
      'an open process that is said to wait for nobody',
      'indexes',
      OPEN,
      `update ${OPEN} set person_ids = '{}' where ${someOf(OPEN)}`,
      /processo [\da-f-]{36}: o índice de processos em aberto diz dele outra coisa/,
    ],
    [
      'a webhook without a place that never was',
      'indexes',
      UNPLACED,
      `insert into ${UNPLACED} (webhook_id, tenant_id) values (gen_random_uuid(), gen_random_uuid())`,
      /webhook [\da-f-]{36}: está no índice de webhooks sem lugar, e o registro não o tem assim/,
    ],
    [
      'a key that ended without an erasure',
      'keys',
      KEYS,
      `update ${KEYS} set wrapped = null, master_key = null, destroyed_at = now()
        where subject_id = (select subject_id from ${KEYS} where wrapped is not null limit 1)`,
      /subject_key [\da-f-]{36}: a chave dos dados pessoais foi destruída sem que o registro/,
    ],
  ])('%s', async (_case, check, table, statement, words) => {
    const { status, output } = await changed(table, statement, 'fsck', '--only', check);
    expect([status, output]).toEqual([1, expect.stringMatching(words)]);
  });

  it('a key that an erasure left', async () => {
    const other = `to_jsonb((select min(subject_id::text) from ${KEYS} where wrapped is not null))`;
    const statement = `update event_store.events set data = jsonb_set(data::jsonb, '{personId}', ${other})::json
                        where type in ('PersonErased', 'PersonErasureCompleted')`;
    const { status, output } = await damaged(statement, 'fsck', '--only', 'keys');
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(/ person-[\da-f-]{36}: a chave dos dados pessoais ainda existe/),
    ]);
  });

  it('but not a credit that is still to be settled', async () => {
    const { rows } = await sql(
      `select data ->> 'documentId' as id from event_store.events where ${first('CreditsConsumed')}`,
    );
    const [{ id }] = rows as [{ id: string }];
    await sql(
      `insert into projector.open_work (kind, key, tenant_id, payload, opened_position, opened_at, not_before)
       values ('consume-credit', '${id}', gen_random_uuid(), '{}', '1', now(), now() + interval '1 day')`,
    );
    const statement = `delete from event_store.events where ${first('CreditsConsumed')}`;
    const { status, output } = await damaged(statement, 'fsck', '--only', 'credits');
    await sql(`delete from projector.open_work where kind = 'consume-credit' and key = '${id}'`);
    expect([status, output]).toEqual([0, expect.stringContaining('(falta acertar 1, ')]);
  });

  it('what a single check has to pass over is named all the same', async () => {
    const statement = set('documents', 'nada', first('ProcessCreated'));
    const { status, output } = await damaged(statement, 'fsck', '--only', 'blobs');
    expect([status, output]).toEqual([1, expect.stringContaining('ProcessCreated não tem a forma')]);
  });

  it('a read model that is not there', async () => {
    await sql(
      "create table public.pointer as select * from projector.checkpoint where projection = 'person'",
    );
    await sql("delete from projector.checkpoint where projection = 'person'");
    const { status, output } = await run('fsck', '--only', 'read-models');
    await sql('insert into projector.checkpoint select * from public.pointer');
    expect([status, output]).toEqual([1, expect.stringContaining('o modelo de leitura não existe')]);
  });

  it('and replays or exports nothing that it cannot read', async () => {
    const statement = `update event_store.events set metadata = (metadata::jsonb - 'personalData')::json where ${first('PersonCreated')}`;
    const { status, output } = await damaged(statement, 'audit', 'export');
    expect([status, output]).toEqual([1, expect.stringContaining('lacre fsck')]);
    // Nothing of all this damage was left behind.
    const { status: after, output: found } = await run('fsck');
    expect([after, found]).toEqual([0, expect.stringContaining('Tudo confere')]);
  });
});

describe('a start without what the log speaks of', () => {
  const MAIN = fileURLToPath(new URL('../../../infra/local/src/main.ts', import.meta.url));
  const startFails = (folder: string) => {
    const { status, stdout } = spawnSync(process.execPath, [MAIN, '--data', folder, '--port', '1'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    return { status, output: stdout };
  };
  /** Does something while a folder of the installation is elsewhere. */
  async function without<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
    const [there, away] = [join(lacre.dataDir, name), join(lacre.dataDir, `${name}-away`)];
    renameSync(there, away);
    try {
      return await work();
    } finally {
      rmSync(there, { recursive: true, force: true });
      renameSync(away, there);
    }
  }

  it('is refused without the keys of the seal, and makes no new authority', async () => {
    for (const [folder, words] of [
      ['seal-keys', 'A pasta de chaves do selo'],
      ['seal-keys/authority', 'as chaves do selo não estão em'],
    ] as const) {
      const { status, output, made } = await without(folder, () => ({
        ...startFails(lacre.dataDir),
        made: existsSync(join(lacre.dataDir, 'seal-keys', 'authority')),
      }));
      expect([status, made]).toEqual([1, false]);
      expect(output).toContain(words);
    }
  });

  it('is refused with the keys of another installation', async () => {
    const { status, output } = await without('seal-keys/certificates', () => startFails(lacre.dataDir));
    expect(status).toBe(1);
    expect(output).toContain('são de outra instalação ou estão incompletas');
    const report = await without('seal-keys/certificates', () => run('fsck', '--only', 'seal-keys'));
    expect([report.status, report.output]).toEqual([1, expect.stringContaining('falta o certificado')]);
  });

  it('is refused without the files', async () => {
    for (const [folder, words] of [
      ['blobs', 'está vazia ou não é a da instalação'],
      ['blobs/blobs', 'documentos que não estão na pasta de arquivos'],
    ] as const) {
      const { status, output } = await without(folder, () => startFails(lacre.dataDir));
      expect(status).toBe(1);
      expect(output).toContain(words);
    }
  });

  it('is refused without the database, as fsck is, and makes no new one', async () => {
    const { status, output, report, made } = await without('postgres', async () => ({
      ...startFails(lacre.dataDir),
      report: await run('fsck'),
      made: existsSync(join(lacre.dataDir, 'postgres')),
    }));
    expect([status, report.status, made]).toEqual([1, 2, false]);
    expect(output).toContain('falta o banco de dados');
    expect(report.output).toContain('falta o banco de dados');
  });

  it('leaves the installation as it was', async () => {
    expect((await run('fsck')).status).toBe(0);
  });
});
