import { createHash, randomBytes, randomUUID } from 'node:crypto';

import { AuthorityUnavailable } from '@lacre/authority-client';
import { streams } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import { derivedId, type RecordedEvent } from '@lacre/event-store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { SignerContext } from '../dependencies.ts';
import { sealDocument } from '../seal/seal-document.ts';
import { completedProcess, recordSealed } from '../testing/completed-process.ts';
import { signedByOthers } from '../testing/pdfs/sample-pdfs.ts';
import { readZip } from '../testing/read-zip.ts';
import { askedDownload, sealedProcess, type AskedDownload } from '../testing/sealed-process.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import {
  EXPIRE_QUEUE,
  handleExpireJob,
  handlePrepareJob,
  PREPARE_QUEUE,
  startDownloadWorkers,
} from './download-workers.ts';
import { expireDownload } from './expire-download.ts';
import { prepareDownload } from './prepare-download.ts';

const NOW = new Date('2026-11-22T12:00:30.000Z');
const A_WEEK_LATER = new Date('2026-11-29T12:00:30.000Z');

let test: TestSigner;
let signer: SignerContext;
beforeAll(async () => {
  test = await openTestSigner();
  signer = { ...test.signer, now: () => NOW };
});
afterAll(() => test.close());

const tenantId = randomUUID();
const never = new AbortController().signal;
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const later = (): SignerContext => ({ ...signer, now: () => A_WEEK_LATER });
const jobOf = ({ downloadId }: AskedDownload) => ({
  payload: { key: downloadId, tenantId, downloadId },
  attempt: 1,
  signal: never,
});

/** A process of one or more sealed documents, all of it random. */
const aProcess = (summary: string, ...names: string[]) =>
  sealedProcess(test, {
    tenantId,
    summary,
    documents: names.map((name) => ({ name, bytes: randomBytes(70_000) })),
  });
const aDownload = async () => askedDownload(test, tenantId, [await aProcess('Contrato', 'a.pdf', 'b.pdf')]);

async function eventsOf({ downloadId }: AskedDownload): Promise<RecordedEvent[]> {
  const events = [];
  for await (const event of test.signer.eventStore.readStream(streams.download(downloadId)))
    events.push(event);
  return events;
}
const typesOf = async (download: AskedDownload) => (await eventsOf(download)).map(({ type }) => type);
const rowsOf = async (table: 'job_problem' | 'download_progress', { downloadId }: AskedDownload) =>
  (
    await test.signer.pool.query(
      `select * from signer.${table} where ${table === 'job_problem' ? 'key' : 'download_id'} = $1`,
      [downloadId],
    )
  ).rows as Record<string, unknown>[];
const zipOf = async (download: AskedDownload) => {
  const { sha256 } = await prepareDownload(signer, download.downloadId, never);
  return test.signer.blobs.read(sha256);
};

/** The signer, with a log whose appends go wrong. */
function appending(
  append: (original: SignerContext['eventStore']) => SignerContext['eventStore']['append'],
): SignerContext {
  const { eventStore } = signer;
  const faulty = Object.assign(Object.create(eventStore) as typeof eventStore, {
    readStream: eventStore.readStream.bind(eventStore),
    append: append(eventStore),
  });
  return { ...signer, log: createDomainLog(faulty) };
}
const dyingBeforeAppend = () => appending(() => () => Promise.reject(new Error('the process died here')));
const dyingAfterAppend = () =>
  appending((store) => async (...args) => {
    await store.append(...args);
    throw new Error('no answer');
  });

describe('a prepared download', () => {
  it('holds the page of signatures beside a document that others had signed, the same as by itself', async () => {
    const process = await completedProcess(test, await signedByOthers(), { alreadySigned: true });
    const { processId, documentId, tenantId: owner } = process;
    await recordSealed(test, process, await sealDocument(test.signer, processId, documentId));
    const download = await askedDownload(test, owner, [{ processId, documentIds: [documentId] }]);
    const stamping = vi
      .spyOn(test.signer.timeStamping, 'stamp')
      .mockRejectedValueOnce(new AuthorityUnavailable('away'));
    const job = { ...jobOf(download), payload: { ...jobOf(download).payload, tenantId: owner } };
    // By the clock that the seal's certificate is valid by.
    await expect(handlePrepareJob(test.signer, job, never)).rejects.toThrow('away');
    stamping.mockRestore();
    expect(await rowsOf('job_problem', download)).toMatchObject([
      { problem: 'Uma página de assinaturas ainda não pôde ser selada. Tentamos de novo sozinhos.' },
    ]);
    await handlePrepareJob(test.signer, job, never);
    expect(await rowsOf('job_problem', download)).toEqual([]);

    const entries = readZip(await zipOf(download));
    const [readme, sealed, evidence] = entries;
    expect(entries).toHaveLength(3);
    expect(sealed?.path).toMatch(/-assinado\.pdf$/);
    expect(evidence?.path).toBe(sealed?.path.replace('-assinado', '-assinaturas'));
    const alone = await test.app.inject({
      url: `/api/process/${processId}/document/${documentId}/evidence`,
      headers: { authorization: test.asUser(owner, derivedId('user', owner)) },
    });
    expect(evidence?.bytes.equals(alone.rawPayload)).toBe(true);
    expect(readme?.bytes.toString()).toContain(
      `Página de assinaturas, em arquivo à parte: ${evidence?.path}\r\n   SHA-256: ${sha256Of(alone.rawPayload)}`,
    );
    const prepared = (await eventsOf(download)).at(-1);
    expect(prepared?.data).toMatchObject({
      files: [{ path: sealed?.path, evidence: { path: evidence?.path, sha256: sha256Of(alone.rawPayload) } }],
    });
  });

  it('holds the documents of one process side by side, and says what it is', async () => {
    const [contract, annex] = [randomBytes(200_000), randomBytes(10)];
    const process = await sealedProcess(test, {
      tenantId,
      summary: 'Contrato anual',
      documents: [
        { name: 'Contrato de prestação.pdf', bytes: contract },
        { name: 'anexo.pdf', bytes: annex },
      ],
    });
    const download = await askedDownload(test, tenantId, [process]);
    const entries = readZip(await zipOf(download));
    expect(entries.map(({ path, dosMoment }) => [path, dosMoment])).toEqual([
      ['LEIA-ME.txt', '2026-11-22 09:00:00'],
      ['Contrato de prestação-assinado.pdf', '2026-11-21 11:30:00'],
      ['anexo-assinado.pdf', '2026-11-21 11:30:00'],
    ]);
    expect(entries[1]?.bytes.equals(contract)).toBe(true);
    expect(entries[2]?.bytes.equals(annex)).toBe(true);
    const readme = entries[0]?.bytes.toString() ?? '';
    expect(readme.startsWith('\u{feff}')).toBe(true);
    expect(readme.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const part of [
      'Download: Contratos de novembro',
      'Conta: Alfa Participações',
      'Pedido em: 22 de novembro de 2026 às 09:00 (horário de Brasília)',
      `Número do pedido: ${download.downloadId}`,
      '2 documentos em PDF',
      '1. Contrato de prestação-assinado.pdf',
      `Código de validação: COD-${process.documentIds[0]?.slice(0, 8)}`,
      `SHA-256: ${sha256Of(contract)}`,
      '1. Abra https://lacre.exemplo.com.br/validate',
    ])
      expect(readme).toContain(part);
  });

  it('has a folder for each process when there are several, and no name twice', async () => {
    const processes = [
      await aProcess('Locação: galpão', 'a.pdf', 'A.PDF'),
      await aProcess('locação_ galpão', 'a.pdf'),
      await aProcess('../fora', 'nul.pdf'),
    ];
    const download = await askedDownload(test, tenantId, processes);
    expect(readZip(await zipOf(download)).map(({ path }) => path)).toEqual([
      'LEIA-ME.txt',
      'Locação_ galpão/a-assinado.pdf',
      'Locação_ galpão/A-assinado (2).pdf',
      'locação_ galpão (2)/a-assinado.pdf',
      '_fora/nul-assinado.pdf',
    ]);
  });

  it('is recorded with what went into it and until when it is kept', async () => {
    const process = await aProcess('Contrato', 'a.pdf');
    const download = await askedDownload(test, tenantId, [process]);
    const zip = await zipOf(download);
    const [requested, prepared] = await eventsOf(download);
    expect(prepared).toMatchObject({
      type: 'DownloadPrepared',
      data: {
        downloadId: download.downloadId,
        tenantId,
        requesterId: download.userId,
        sha256: sha256Of(zip),
        sizeBytes: zip.length,
        files: [
          {
            processId: process.processId,
            documentId: process.documentIds[0],
            path: 'a-assinado.pdf',
            sizeBytes: 70_000,
          },
        ],
        expiresAt: A_WEEK_LATER.toISOString(),
      },
      metadata: { occurredAt: NOW.toISOString(), tenantId, causationId: requested?.id },
    });
  });

  it('is never the same file as another, even of the same documents', async () => {
    const process = await aProcess('Contrato', 'a.pdf');
    const zips = [
      await zipOf(await askedDownload(test, tenantId, [process])),
      await zipOf(await askedDownload(test, tenantId, [process])),
    ];
    expect(zips[0]?.equals(zips[1] ?? Buffer.alloc(0))).toBe(false);
  });

  it('is one, whoever prepares it and how often', async () => {
    const download = await aDownload();
    const prepared = await Promise.all(
      [1, 2, 3].map(() => prepareDownload(signer, download.downloadId, never)),
    );
    expect(new Set(prepared.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await typesOf(download)).toEqual(['DownloadRequested', 'DownloadPrepared']);
  });

  it('tells how far it is while it is being made, and no longer', async () => {
    const download = await aDownload();
    const seen: unknown[] = [];
    const { blobs } = signer;
    const watching: SignerContext = {
      ...signer,
      blobs: Object.assign(Object.create(blobs) as typeof blobs, {
        get: async (sha256: string) => {
          seen.push((await rowsOf('download_progress', download))[0]);
          return blobs.get(sha256);
        },
        put: blobs.put.bind(blobs),
      }),
    };
    await prepareDownload(watching, download.downloadId, never);
    expect(seen).toHaveLength(4);
    expect(seen[0]).toMatchObject({ tenant_id: tenantId, percent: 0 });
    for (const row of seen) expect((row as { percent: number }).percent).toBeLessThan(100);
    expect(await rowsOf('download_progress', download)).toEqual([]);
  });
});

describe('a crash', () => {
  it('between storing the zip and recording it leaves the same zip to be made again', async () => {
    const download = await aDownload();
    const stored: string[] = [];
    const dying = dyingBeforeAppend();
    const { blobs } = dying;
    const watched: SignerContext = {
      ...dying,
      blobs: Object.assign(Object.create(blobs) as typeof blobs, {
        get: blobs.get.bind(blobs),
        put: async (...args: Parameters<typeof blobs.put>) => {
          const blob = await blobs.put(...args);
          stored.push(blob.sha256);
          return blob;
        },
      }),
    };
    await expect(handlePrepareJob(watched, jobOf(download), never)).rejects.toThrow('died here');
    expect(await typesOf(download)).toEqual(['DownloadRequested']);
    expect(await rowsOf('job_problem', download)).toMatchObject([
      {
        kind: PREPARE_QUEUE,
        tenant_id: tenantId,
        attempts: 1,
        problem: expect.stringMatching(/preparar/) as string,
      },
    ]);
    await handlePrepareJob(signer, jobOf(download), never);
    expect((await eventsOf(download))[1]?.data['sha256']).toBe(stored[0]);
    expect(await rowsOf('job_problem', download)).toEqual([]);
  });

  it('after recording it leaves nothing to do', async () => {
    const download = await aDownload();
    await expect(handlePrepareJob(dyingAfterAppend(), jobOf(download), never)).rejects.toThrow('no answer');
    const before = await eventsOf(download);
    await handlePrepareJob(signer, jobOf(download), never);
    expect(await eventsOf(download)).toEqual(before);
    expect(before).toHaveLength(2);
  });

  it('between removing an expired zip and recording it leaves only that to do', async () => {
    const download = await aDownload();
    const { sha256 } = await prepareDownload(signer, download.downloadId, never);
    const dying = { ...dyingBeforeAppend(), now: () => A_WEEK_LATER };
    await expect(handleExpireJob(dying, jobOf(download))).rejects.toThrow('died here');
    expect(await signer.blobs.has(sha256)).toBe(false);
    expect(await typesOf(download)).toHaveLength(2);
    await handleExpireJob(later(), jobOf(download));
    expect(await typesOf(download)).toEqual(['DownloadRequested', 'DownloadPrepared', 'DownloadExpired']);
  });
});

describe('what keeps a download from being prepared', () => {
  it('is said, and tried again: a document that the store does not have', async () => {
    const gone = randomBytes(1000);
    const process = await sealedProcess(test, {
      tenantId,
      summary: 'Contrato',
      documents: [{ name: 'a.pdf', bytes: gone }],
    });
    const download = await askedDownload(test, tenantId, [process]);
    await signer.blobs.remove(sha256Of(gone));
    await expect(handlePrepareJob(signer, jobOf(download), never)).rejects.toMatchObject({
      name: 'BlobNotFound',
    });
    expect(await rowsOf('job_problem', download)).toMatchObject([
      { problem: 'O arquivo de um dos documentos não foi encontrado no armazenamento.' },
    ]);
    expect(await rowsOf('download_progress', download)).toEqual([]);
    await signer.blobs.put(gone);
    await handlePrepareJob(signer, jobOf(download), never);
    expect(await typesOf(download)).toHaveLength(2);
  });

  it('may be that nobody asked, or that nothing is sealed', async () => {
    const unprocessable = { name: 'Unprocessable' };
    await expect(prepareDownload(signer, randomUUID(), never)).rejects.toMatchObject(unprocessable);
    const { processId, pendingIds } = await sealedProcess(test, {
      tenantId,
      summary: 'x',
      documents: [],
      pending: ['a.pdf'],
    });
    const waiting = await askedDownload(test, tenantId, [{ processId, documentIds: pendingIds }]);
    await expect(prepareDownload(signer, waiting.downloadId, never)).rejects.toMatchObject(unprocessable);
    await expect(handlePrepareJob(signer, { ...jobOf(waiting), payload: {} }, never)).rejects.toMatchObject(
      unprocessable,
    );
  });

  it('is never another tenant’s process', async () => {
    const foreign = await askedDownload(test, randomUUID(), [await aProcess('Contrato', 'a.pdf')]);
    await expect(prepareDownload(signer, foreign.downloadId, never)).rejects.toMatchObject({
      name: 'Unprocessable',
    });
    expect(await typesOf(foreign)).toEqual(['DownloadRequested']);
  });

  it('is given up between two pieces when the service stops, and is no problem then', async () => {
    const download = await aDownload();
    await expect(handlePrepareJob(signer, jobOf(download), AbortSignal.abort())).rejects.toMatchObject({
      name: 'RetryLater',
    });
    expect(await rowsOf('job_problem', download)).toEqual([]);
    expect(await rowsOf('download_progress', download)).toEqual([]);
  });
});

describe('an expired download', () => {
  it('is gone from the store, once, and no document with it', async () => {
    const process = await aProcess('Contrato', 'a.pdf');
    const [download, other] = [
      await askedDownload(test, tenantId, [process]),
      await askedDownload(test, tenantId, [process]),
    ];
    const { sha256, files } = await prepareDownload(signer, download.downloadId, never);
    const kept = await prepareDownload(signer, other.downloadId, never);
    await Promise.all([1, 2].map(() => expireDownload(later(), download.downloadId)));
    await expireDownload(later(), download.downloadId);
    expect(await typesOf(download)).toEqual(['DownloadRequested', 'DownloadPrepared', 'DownloadExpired']);
    expect(await signer.blobs.has(sha256)).toBe(false);
    expect(await signer.blobs.has(kept.sha256)).toBe(true);
    for (const file of files) expect(await signer.blobs.has(file.sha256)).toBe(true);
  });

  it('is not removed a moment before its time, nor before it is there', async () => {
    const download = await aDownload();
    await expect(expireDownload(later(), download.downloadId)).rejects.toMatchObject({
      name: 'Unprocessable',
    });
    const { sha256 } = await prepareDownload(signer, download.downloadId, never);
    const early: SignerContext = { ...signer, now: () => new Date(A_WEEK_LATER.getTime() - 1000) };
    await expect(expireDownload(early, download.downloadId)).rejects.toMatchObject({
      name: 'RetryLater',
      delayMs: 1000,
    });
    expect(await signer.blobs.has(sha256)).toBe(true);
  });
});

it('takes its jobs from the queue', async () => {
  const download = await aDownload();
  let now = NOW;
  const workers = await startDownloadWorkers({ ...signer, now: () => now });
  const publish = (queue: string) =>
    signer.workQueue.publish(queue, jobOf(download).payload, {
      dedupeKey: `${queue}:${download.downloadId}`,
    });
  try {
    await publish(PREPARE_QUEUE);
    await expect.poll(() => typesOf(download), { timeout: 10_000 }).toHaveLength(2);
    now = A_WEEK_LATER;
    await publish(EXPIRE_QUEUE);
    await expect.poll(() => typesOf(download), { timeout: 10_000 }).toHaveLength(3);
  } finally {
    await workers.stop();
  }
});
