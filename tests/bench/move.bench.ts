/**
 * Moving an account of some thousands of processes, and forgetting it where it was:
 * `node move.bench.ts [--quick] [--json]`. Files are in S3 at both ends, a pooler stands before each database, and the
 * queues are in NATS.
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readEnvironment } from '@lacre/adapters';
import { S3Server, s3ServerPath } from '@lacre/blob-store/testing';
import { streams } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { derivedId } from '@lacre/event-store';
import { appendToEnd } from '@lacre/event-store/testing';
import { openInstallation } from '@lacre/local/audit/open-installation';
import { ensureDatabase, startEmbeddedPostgres } from '@lacre/postgres';
import { lifeOf, newEvent, plannedProcess } from '@lacre/projector/testing';
import { NatsServer, natsServerPath } from '@lacre/work-queue/testing';

import { Lacre } from '../support/lacre.ts';
import { PgBouncer, pgbouncerPath } from '../support/pgbouncer.ts';
import { openAccount } from '../support/scenario.ts';

const PROCESSES = process.argv.includes('--quick') ? 50 : 4000;
const FILE_BYTES = 20_000;
const WRITERS = 16;
const COMMAND = fileURLToPath(new URL('../../infra/local/src/lacre.ts', import.meta.url));

await using stack = new AsyncDisposableStack();
const server = await S3Server.start(await s3ServerPath());
stack.defer(() => server.dispose());
const root = await mkdtemp(join(tmpdir(), 'lacre-move-bench-'));
await chmod(root, 0o755);
stack.defer(() => rm(root, { recursive: true, force: true }));
const postgres = await startEmbeddedPostgres({ dataDir: join(root, 'postgres') });
stack.defer(() => postgres.stop());

async function cell(bucket: string): Promise<{ lacre: Lacre; environment: Record<string, string> }> {
  const database = await ensureDatabase(postgres.connectionString('postgres'), bucket);
  const pooler = await PgBouncer.start(pgbouncerPath() ?? 'pgbouncer', database);
  stack.defer(() => pooler.stop());
  const nats = await NatsServer.start(natsServerPath() ?? 'nats-server');
  stack.defer(() => nats.dispose());
  const environment = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database,
    NATS_URL: nats.url,
    ...server.environment(server.makeBucket(bucket)),
  };
  const lacre = await Lacre.create({ ...environment, CREDITS_GRANT: '100000' });
  stack.defer(() => lacre.dispose());
  await lacre.start();
  return { lacre, environment };
}

const source = await cell('origem');
const target = await cell('destino');
const { tenantId } = await openAccount(source.lacre.origin, 'Conta grande');
await source.lacre.stop();
await target.lacre.stop();
await giveKeysOfPrint();
await write();
await source.lacre.start();
await target.lacre.start();
const settings = join(root, 'destino.env');
const lines = { ...target.environment, DATA_DIR: target.lacre.dataDir };
await writeFile(
  settings,
  Object.entries(lines).map(([name, value]) => `${name}=${value}\n`),
);

const move = await measured('move');
const forget = await measured('forget');
const tenth = (value: number): number => Math.round(value * 10) / 10;
const secondsBetween = ({ said }: typeof move, from: RegExp, to: RegExp): number => {
  const at = (words: RegExp) => said.find(({ line }) => words.test(line))?.atMs ?? Number.NaN;
  return tenth((at(to) - at(from)) / 1000);
};
const figures = {
  processes: PROCESSES,
  'copied before the freeze, s': secondsBetween(move, /^A conta "/, /suspensa/),
  'frozen, s': secondsBetween(move, /suspensa/, /^A conta agora/),
  'lines of progress': move.said.filter(({ line }) => line.includes('…')).length,
  'move, peak MiB': move.peakMib,
  'forget, s': tenth(forget.seconds),
  'forget, peak MiB': forget.peakMib,
  machine: { load: tenth(loadavg()[0] ?? 0) },
};
if (process.argv.includes('--json')) console.log(JSON.stringify(figures));
else console.table(figures);

/** One of the commands, with what it says, when, and the most memory that it held. */
async function measured(name: 'move' | 'forget') {
  const args = ['tenant', name, tenantId, '--to', settings, '--data', source.lacre.dataDir];
  const from = performance.now();
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, ...source.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: { atMs: number; line: string }[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trimEnd().split('\n')) {
      said.push({ atMs: performance.now() - from, line });
      console.error(`${((performance.now() - from) / 1000).toFixed(1)} s  ${line}`);
    }
  });
  let peakMib = 0;
  const looking = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(
      // Of a process that has just ended it says none.
      (status) => (peakMib = Math.max(peakMib, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)),
      () => {},
    );
  }, 100);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(looking);
  if (code !== 0) throw new Error(`lacre tenant ${name} ended with ${code}`);
  return { said, peakMib: Math.round(peakMib), seconds: (performance.now() - from) / 1000 };
}

async function giveKeysOfPrint(): Promise<void> {
  const files = [target, source].map(({ lacre }) => join(lacre.dataDir, 'secrets.json'));
  const [own, other] = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as Record<string, string>),
  );
  const payloadKey = [own!['payloadKey'], other!['payloadKey']];
  await writeFile(files[0]!, JSON.stringify({ ...own, payloadKey }));
}

/** Finished processes with three signers and a file each, written past the services. */
async function write(): Promise<void> {
  const environment = readEnvironment('commands', source.environment);
  const installation = await openInstallation(source.lacre.dataDir, environment);
  const { eventStore, blobs } = installation;
  let number = 0;
  const writer = async (): Promise<void> => {
    while (number < PROCESSES) {
      const own = (number += 1);
      const bytes = randomBytes(FILE_BYTES);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await blobs.put(bytes);
      const created = plannedProcess({
        tenantId,
        summary: `Contrato ${own} de prestação de serviços`,
        participants: [0, 1, 2].map((index) => ({
          name: `Participante ${own}-${index}`,
          cpf: cpfOf(own * 3 + index),
        })),
      });
      Object.assign(created.documents[0] ?? {}, { sha256, sourceSha256: sha256 });
      const life = lifeOf(created);
      await appendToEnd(eventStore, life.stream, [
        life.created(),
        ...[0, 1, 2].map((index) => life.signed(0, index)),
        life.completed(0),
        life.sealed(0),
        life.finished(),
      ]);
      for (const { personId } of created.participants) {
        const notificationId = derivedId('signature-requested', created.processId, '', 'person', personId);
        const recipient = { kind: 'person', id: personId } as const;
        const data = {
          notificationId,
          tenantId,
          kind: 'signature-requested',
          processId: created.processId,
          recipient,
        } as const;
        await appendToEnd(eventStore, streams.notification(notificationId), [
          newEvent('NotificationSent', data),
        ]);
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await installation.close();
}
