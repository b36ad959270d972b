import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readEnvironment } from '@lacre/adapters';
import { streams, type AnswerOf } from '@lacre/contracts';
import type { RecordedEvent } from '@lacre/event-store';
import { fsck, wholeLog } from '@lacre/local/audit/fsck';
import { openInstallation } from '@lacre/local/audit/open-installation';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Api } from '../support/api.ts';
import { evidenceOf } from '../support/evidence-of.ts';
import { Lacre } from '../support/lacre.ts';
import { operated } from '../support/operator-command.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
} from '../support/scenario.ts';
import { until } from '../support/until.ts';

/** Of a seal, each with another document whose log ends after it; then one that ends before the first. */
const STEPS = [
  'SealRendered',
  'SealSigned',
  'SealTimeStamped',
  'SealValidationDataAdded',
  'SealArchived',
  'SealProduced',
];
const CUT_AFTER = [1, 2, 3, 4, 0];

/** What the log says of a seal outside its stream. */
const FOLLOW_SEALS = new Set(['DocumentSealed', 'ProcessFinished', 'CreditsConsumed']);

interface Sealed {
  processId: string;
  documentId: string;
  /** How many steps of its seal the log keeps. */
  steps: number;
}

let root: string;
let keyFile: string;
let lacre: Lacre;
let restored: Lacre;
let account: Account;
let documents: Sealed[];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lacre-cut-'));
  keyFile = join(root, 'backup.key');
  await writeFile(keyFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  const environment = { CREDITS_GRANT: '1000' };
  lacre = await Lacre.create(environment);
  restored = await Lacre.create(environment);
  await lacre.start();
  account = await openAccount(lacre.origin);
  const ana = await addPerson(account.api, 'Ana Souza');
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  documents = [];
  for (const steps of CUT_AFTER) {
    const opened = await openProcess(account, [{ proof }], [{ person: ana, part: 'signer' }]);
    const { processId } = opened;
    documents.push({ processId, documentId: opened.documents[0]?.documentId ?? '', steps });
  }
  const session = await personSession(lacre.origin, documents[0]?.processId ?? '', ana);
  for (const { processId } of documents) await signAll(session, processId);
  for (const { processId } of documents)
    await processWhen(account.api, processId, ({ status }) => status === 'finished');
  await until(
    'the credits',
    async () => (await account.api.call('tenantCredits')).reserved === 0 || undefined,
  );
  // The last event, which is kept: a log that ends before its read models is refused.
  await addPerson(account.api, 'Rui Barbosa');
  await lacre.stop();
}, 300_000);
afterAll(async () => {
  await lacre.dispose();
  await restored.dispose();
  await rm(root, { recursive: true, force: true });
});

/**
 * The installation as a backup meets it whose log ends between two steps of each seal, while the installation went on:
 * its files are those of the finished seals.
 */
async function cutLog(): Promise<void> {
  const installation = await openInstallation(lacre.dataDir, readEnvironment('commands', {}));
  try {
    const { pool, blobs } = installation;
    const events = await Array.fromAsync(wholeLog(installation));
    const steps = new Map<string, number>(documents.map((one) => [streams.seal(one.documentId), one.steps]));
    const cut = events.filter(({ stream, revision, type }) => {
      const kept = steps.get(stream);
      return kept === undefined ? FOLLOW_SEALS.has(type) : revision >= BigInt(kept);
    });
    await pool.query('delete from event_store.events where event_id = any($1)', [cut.map(({ id }) => id)]);
    for (const sha256 of stepFiles(events)) await blobs.remove(sha256);
  } finally {
    await installation.close();
  }
}

/** What steps leave, without what they begin with. */
function stepFiles(events: readonly RecordedEvent[]): string[] {
  const named = events
    .filter(({ type }) => STEPS.slice(0, -1).includes(type))
    .map(({ data: { evidence, tail } }) => JSON.stringify([evidence, tail]));
  return named.flatMap((text) => text.match(/(?<=")[\da-f]{64}(?=")/g) ?? []);
}

it('seals a document that a backup holds between two steps, without their files', async () => {
  await cutLog();
  const folder = ['--key-file', keyFile];
  const backup = join(root, 'backup');
  const made = await operated(lacre.dataDir, 'backup', '--to', backup, ...folder);
  // A seal that begins anew lacks nothing.
  expect(made).not.toContain('Atenção');
  const verified = await operated(lacre.dataDir, 'backup', 'verify', '--from', backup, ...folder);
  expect(verified).toContain('A cópia está inteira');
  await operated(restored.dataDir, 'restore', '--from', backup, ...folder);
  await expectSteps(({ steps }) => STEPS.slice(0, steps));

  await restored.start();
  const { email, password } = account;
  const { token } = await new Api(restored.origin).call('signIn', { body: { email, password } });
  const api = new Api(restored.origin, token);
  for (const { processId, documentId } of documents) {
    await processWhen(api, processId, ({ status }) => status === 'finished');
    const bytes = await api.bytes('downloadSealed', { processId, documentId });
    const reply = await new Api(restored.origin).upload(bytes, 'contrato.pdf', 'validateDocument');
    const verdict = (await reply.json()) as AnswerOf<'validateDocument'>;
    expect(verdict).toMatchObject({
      verdict: 'genuine',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const { participants } = await evidenceOf(bytes);
    expect(participants.map(({ name, part }) => [name, part])).toEqual([['Ana Souza', 'signer']]);
  }
  await restored.stop();
  // The step whose files are not there is done again from the first one.
  await expectSteps(({ steps }) => [...STEPS.slice(0, steps), ...STEPS]);
  const said = await operated(restored.dataDir, 'fsck');
  expect(said).toContain('Tudo confere');
  expect(said).not.toContain('a mais no armazenamento');
}, 300_000);

async function expectSteps(expected: (one: Sealed) => string[]): Promise<void> {
  const installation = await openInstallation(restored.dataDir, readEnvironment('commands', {}));
  try {
    const events = await Array.fromAsync(wholeLog(installation));
    for (const one of documents) {
      const stream: string = streams.seal(one.documentId);
      const types = events.filter((event) => event.stream === stream).map(({ type }) => type);
      expect(types).toEqual(expected(one));
    }
    expect(await fsck(installation, ['blobs', 'seals', 'log'])).toEqual([]);
  } finally {
    await installation.close();
  }
}

it('has files counted that no event names, and finds no fault in them', async () => {
  const installation = await openInstallation(restored.dataDir, readEnvironment('commands', {}));
  try {
    await installation.blobs.put(Buffer.from('what a crash left after a seal'));
  } finally {
    await installation.close();
  }
  const said = await operated(restored.dataDir, 'fsck', '--only', 'blobs');
  expect(said).toContain('; 1 a mais no armazenamento, de que o registro não precisa');
});
