import { createHash, randomBytes, randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import { afterAll, beforeAll } from 'vitest';

import type { SignerContext } from '../dependencies.ts';
import { prepareDownload } from '../download/prepare-download.ts';
import { askedDownload, sealedProcess, type AskedDownload } from './sealed-process.ts';
import { openTestSigner, type TestSigner } from './test-signer.ts';

export const NOW = new Date('2026-11-22T12:00:30.000Z');
export const A_WEEK_LATER = new Date('2026-11-29T12:00:30.000Z');
export const never: AbortSignal = new AbortController().signal;
export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface DownloadJob {
  payload: { key: string; tenantId: string; downloadId: string };
  attempt: number;
  signal: AbortSignal;
}

/** The signer, with a log whose appends go wrong. */
function appending(
  signer: SignerContext,
  append: (original: SignerContext['eventStore']) => SignerContext['eventStore']['append'],
): SignerContext {
  const { eventStore } = signer;
  const faulty = Object.assign(Object.create(eventStore) as typeof eventStore, {
    readStream: eventStore.readStream.bind(eventStore),
    append: append(eventStore),
  });
  return { ...signer, log: createDomainLog(faulty) };
}

/** Downloads of one tenant, for the tests of a file. The service's clock stands at `NOW`. */
export function useDownloads() {
  const tenantId = randomUUID();
  const cast = {} as { test: TestSigner; signer: SignerContext };
  beforeAll(async () => {
    cast.test = await openTestSigner();
    cast.signer = { ...cast.test.signer, now: () => NOW };
  });
  afterAll(() => cast.test.close());

  /** A process of one or more sealed documents of random bytes. */
  const aProcess = (summary: string, ...names: string[]) =>
    sealedProcess(cast.test, {
      tenantId,
      summary,
      documents: names.map((name) => ({ name, bytes: randomBytes(70_000) })),
    });
  const eventsOf = ({ downloadId }: AskedDownload) =>
    Array.fromAsync(cast.test.signer.eventStore.readStream(streams.download(downloadId)));
  return {
    cast,
    tenantId,
    aProcess,
    eventsOf,
    aDownload: async () => askedDownload(cast.test, tenantId, [await aProcess('Contrato', 'a.pdf', 'b.pdf')]),
    typesOf: async (download: AskedDownload) => (await eventsOf(download)).map(({ type }) => type),
    rowsOf: async (table: 'job_problem' | 'download_progress', { downloadId }: AskedDownload) => {
      const column = table === 'job_problem' ? 'key' : 'download_id';
      const query = `select * from signer.${table} where ${column} = $1`;
      const { rows } = await cast.test.signer.pool.query<Record<string, unknown>>(query, [downloadId]);
      return rows;
    },
    zipOf: async (download: AskedDownload) => {
      const { sha256 } = await prepareDownload(cast.signer, download.downloadId, never);
      return cast.test.signer.blobs.read(sha256);
    },
    jobOf: ({ downloadId }: AskedDownload): DownloadJob => ({
      payload: { key: downloadId, tenantId, downloadId },
      attempt: 1,
      signal: never,
    }),
    later: (): SignerContext => ({ ...cast.signer, now: () => A_WEEK_LATER }),
    dyingBeforeAppend: () =>
      appending(cast.signer, () => () => Promise.reject(new Error('the process died here'))),
    dyingAfterAppend: () =>
      appending(cast.signer, (store) => async (...args) => {
        await store.append(...args);
        throw new Error('no answer');
      }),
  };
}
