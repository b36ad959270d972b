/**
 * What a sealed document leaves behind: events, bytes of the log, files, bytes on the disk:
 * `node tests/bench/footprint.bench.ts [--quick] [--json]`. Two pages, two signers, the default level; without what the
 * account, its people and their sessions cost.
 */
import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { readEnvironment } from '@lacre/adapters';
import { wholeLog } from '@lacre/local/audit/fsck';
import { openInstallation } from '@lacre/local/audit/open-installation';

import { Lacre } from '../support/lacre.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
} from '../support/scenario.ts';

const DOCUMENTS = process.argv.includes('--quick') ? 3 : 20;

interface Footprint {
  events: number;
  logBytes: number;
  files: number;
  diskBytes: number;
  /** Files and bytes of their plain content, by the event that names them first. */
  kinds: Map<string, { files: number; bytes: number }>;
}

async function onDisk(folder: string): Promise<{ files: number; diskBytes: number }> {
  let [files, diskBytes] = [0, 0];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!/^[\da-f]{64}$/.test(entry.name)) continue;
    files += 1;
    diskBytes += (await stat(join(entry.parentPath, entry.name))).blocks * 512;
  }
  return { files, diskBytes };
}

/** Whatever may be a file's address in what an event says. */
const hashesIn = (data: object): string[] => JSON.stringify(data).match(/(?<=")[\da-f]{64}(?=")/g) ?? [];

async function measure(dataDir: string): Promise<Footprint> {
  const installation = await openInstallation(dataDir, readEnvironment('commands', {}));
  try {
    const kinds: Footprint['kinds'] = new Map();
    const met = new Set<string>();
    let events = 0;
    for await (const event of wholeLog(installation)) {
      events += 1;
      for (const sha256 of hashesIn(event.data)) {
        if (met.has(sha256) || !(await installation.blobs.has(sha256))) continue;
        met.add(sha256);
        const known = kinds.get(event.type) ?? { files: 0, bytes: 0 };
        const bytes = known.bytes + (await installation.blobs.size(sha256));
        kinds.set(event.type, { files: known.files + 1, bytes });
      }
    }
    const { rows } = await installation.pool.query<{ bytes: string }>(
      'select sum(pg_column_size(events.*)) as bytes from event_store.events',
    );
    return { events, logBytes: Number(rows[0]?.bytes), kinds, ...(await onDisk(join(dataDir, 'blobs'))) };
  } finally {
    await installation.close();
  }
}

const lacre = await Lacre.create({ CREDITS_GRANT: '1000' });
try {
  await lacre.start();
  const account = await openAccount(lacre.origin);
  const people = [await addPerson(account.api, 'Ana Souza'), await addPerson(account.api, 'Rui Barbosa')];
  const begin = async (): Promise<string> => {
    const title = `Contrato ${randomUUID()}`;
    const { proof } = await uploadProof(account.api, await samplePdf({ pages: 2, title }), 'contrato.pdf');
    const parts = people.map((person) => ({ person, part: 'signer' as const }));
    return (await openProcess(account, [{ proof }], parts)).processId;
  };
  const first = await begin();
  // They sign in once; with the first process, which is not counted.
  const sessions = await Promise.all(people.map((person) => personSession(lacre.origin, first, person)));
  const seal = async (processId: string): Promise<void> => {
    for (const session of sessions) await signAll(session, processId);
    await processWhen(account.api, processId, ({ status }) => status === 'finished');
  };
  await seal(first);
  const before = await measure(lacre.dataDir);
  for (let n = 0; n < DOCUMENTS; n += 1) await seal(await begin());
  const after = await measure(lacre.dataDir);
  const each = (figure: 'events' | 'logBytes' | 'files' | 'diskBytes'): number =>
    Math.round(((after[figure] - before[figure]) / DOCUMENTS) * 10) / 10;
  const kinds = Object.fromEntries(
    [...after.kinds].map(([kind, { files, bytes }]) => {
      const known = before.kinds.get(kind) ?? { files: 0, bytes: 0 };
      return [
        kind,
        { files: (files - known.files) / DOCUMENTS, bytes: Math.round((bytes - known.bytes) / DOCUMENTS) },
      ];
    }),
  );
  const perDocument = {
    events: each('events'),
    logBytes: each('logBytes'),
    files: each('files'),
    diskBytes: each('diskBytes'),
  };
  console.log(JSON.stringify({ documents: DOCUMENTS, perDocument, kinds }));
} finally {
  await lacre.dispose();
}
