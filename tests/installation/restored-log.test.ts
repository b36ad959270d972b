import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';
import { operate } from '../support/operator-command.ts';
import { openAccount } from '../support/scenario.ts';
import { until } from '../support/until.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

/** A server of the log whose file a test may exchange for a backup of it. */
class RestorableLog {
  readonly #file: string;
  #server: KurrentDbStandIn | undefined;
  #port = 0;

  constructor(file: string) {
    this.#file = file;
  }

  get address(): string {
    return `kurrentdb://admin:segredo-do-log@127.0.0.1:${this.#port}?tls=false`;
  }

  get eventCount(): number {
    return this.#server?.eventCount ?? 0;
  }

  async start(): Promise<void> {
    this.#server = new KurrentDbStandIn({ file: this.#file });
    await this.#server.start(this.#port);
    this.#port = Number(/:(\d+)\?/.exec(this.#server.connectionString)?.[1]);
  }

  stop(): void {
    this.#server?.close();
  }

  backUp(): Promise<void> {
    return copyFile(this.#file, `${this.#file}.backup`);
  }

  async restore(): Promise<void> {
    this.stop();
    await copyFile(`${this.#file}.backup`, this.#file);
    await this.start();
  }
}

let log: RestorableLog;
let lacre: Lacre;
let forgetful: Lacre;
let api: Api;

beforeAll(async () => {
  forgetful = await Lacre.create();
  log = new RestorableLog(join(forgetful.dataDir, 'server.log'));
  await log.start();
  lacre = await forgetful.beside({ EVENT_STORE_URL: log.address });
  await lacre.start();
});
afterAll(async () => {
  await lacre.stop();
  await forgetful.dispose();
  log.stop();
});

/** A command without any variable: what it needs to know, the installation knows. */
const run = (...args: string[]) => operate(lacre.dataDir, ...args);

const startOf = (which: Lacre): Promise<string> =>
  which.start().then(
    () => 'started',
    (error: unknown) => String(error),
  );

const tags = async (): Promise<string[]> => (await api.call('listTags')).items.map(({ name }) => name);

it('begins no second log when the variable of its own is forgotten, and fsck does not need it', async () => {
  ({ api } = await openAccount(lacre.origin));
  await api.call('createTag', { body: { name: 'antes da cópia' } });
  await lacre.stop();
  const before = log.eventCount;
  const words = await startOf(forgetful);
  expect(words).toMatch(
    /EVENT_STORE_URL não está definida, e o registro da instalação [\da-f-]{36} fica no KurrentDB em 127/,
  );
  expect(words).not.toContain('segredo-do-log');
  expect(log.eventCount).toBe(before);
  const report = await run('fsck');
  expect(report).toMatchObject({
    status: 0,
    said: expect.stringMatching(/✓ installation: instalação [\s\S]*Tudo confere/) as string,
  });
});

it('refuses a log that was restored to an earlier state, and takes it once it is adopted', async () => {
  await log.backUp();
  await lacre.start();
  await api.call('createTag', { body: { name: 'depois da cópia' } });
  const { next: cursor } = await api.call('eventFeed', { query: { limit: 200 } });
  await until('both tags are shown', async () => (await tags()).length === 2);
  await lacre.stop();
  await log.restore();
  const before = log.eventCount;
  expect(await startOf(lacre)).toContain('foi cortado ou trocado: falta o último evento');
  expect(log.eventCount).toBe(before);

  const report = await run('fsck');
  expect(report.status).toBe(1);
  expect(report.said).toMatch(
    /^✗ installation: nada mais foi verificado\n {4}O registro em .*lacre log adopt.*\n$/,
  );
  expect(await run('rebuild')).toMatchObject({
    status: 2,
    said: expect.stringContaining('lacre log adopt') as string,
  });
  expect(await run('log', 'adopt')).toMatchObject({
    status: 2,
    said: expect.stringContaining('falta --reason') as string,
  });

  const adopted = await run('log', 'adopt', '--reason', 'disco perdido');
  expect(adopted).toMatchObject({ status: 0, said: expect.stringContaining('começou a época') as string });
  await lacre.start();
  expect(await tags()).toEqual(['antes da cópia']);
  await api.call('createTag', { body: { name: 'na época nova' } });
  await until('what is new is shown', async () => (await tags()).includes('na época nova'));

  const stale = await api.send('eventFeed', { query: { after: String(cursor) } });
  expect([stale.status, ((await stale.json()) as { code: string }).code]).toEqual([
    410,
    'POSITION_OF_ANOTHER_EPOCH',
  ]);
  // A browser that was open all the time asks for its own last write: it is not left waiting.
  const list = await api.send('listTags', { query: { 'min-position': String(cursor) } });
  expect(list.status).toBe(200);
  expect(await run('rebuild')).toMatchObject({
    status: 2,
    said: expect.stringContaining('em uso') as string,
  });
  await lacre.stop();
  expect(await run('fsck')).toMatchObject({ status: 0 });
});

it('builds everything anew on demand', async () => {
  expect(await run('rebuild')).toMatchObject({ status: 0 });
  expect(await run('fsck')).toMatchObject({ status: 0 });
  await lacre.start();
  expect(await tags()).toEqual(['antes da cópia', 'na época nova']);
});

it('ends when its log is restored behind it while it runs, and does not start with that either', async () => {
  await log.backUp();
  await api.call('createTag', { body: { name: 'depois da segunda cópia' } });
  await log.restore();
  const before = log.eventCount;
  const words = 'foi cortado ou trocado: falta o último evento';
  await until('the process says why it ends', () =>
    Promise.resolve(lacre.output.includes(words) || undefined),
  );
  expect(lacre.output).toContain('O Lacre não pode continuar');
  await until('it has ended', () =>
    fetch(lacre.origin).then(
      () => undefined,
      () => true,
    ),
  );
  expect(await startOf(lacre)).toContain(words);
  expect(log.eventCount).toBe(before);
});

it('keeps the address of its log encrypted, and in no line that people read', async () => {
  expect(await readFile(join(lacre.dataDir, 'lacre.log'), 'utf8')).not.toContain('segredo-do-log');
});
