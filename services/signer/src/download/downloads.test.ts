import { randomBytes, randomUUID } from 'node:crypto';

import { AuthorityUnavailable } from '@lacre/authority-client';
import { derivedId } from '@lacre/event-store';
import { describe, expect, it, vi } from 'vitest';

import type { SignerContext } from '../dependencies.ts';
import { sealDocument } from '../seal/seal-document.ts';
import { completedProcess, recordSealed } from '../testing/completed-process.ts';
import { signedByOthers } from '../testing/pdfs/sample-pdfs.ts';
import { readZip } from '../testing/read-zip.ts';
import { askedDownload, sealedProcess } from '../testing/sealed-process.ts';
import { A_WEEK_LATER, never, NOW, sha256Of, useDownloads } from '../testing/use-downloads.ts';
import { EXPIRE_QUEUE, handlePrepareJob, PREPARE_QUEUE, startDownloadWorkers } from './download-workers.ts';
import { prepareDownload } from './prepare-download.ts';

const { cast, tenantId, aProcess, eventsOf, aDownload, typesOf, rowsOf, zipOf, jobOf } = useDownloads();

describe('a prepared download', () => {
  it('holds the page of signatures beside a document that others had signed, the same as by itself', async () => {
    const process = await completedProcess(cast.test, await signedByOthers(), { alreadySigned: true });
    const { processId, documentId, tenantId: owner } = process;
    await recordSealed(cast.test, process, await sealDocument(cast.test.signer, processId, documentId));
    const download = await askedDownload(cast.test, owner, [{ processId, documentIds: [documentId] }]);
    const stamping = vi
      .spyOn(cast.test.signer.timeStamping, 'stamp')
      .mockRejectedValueOnce(new AuthorityUnavailable('away'));
    const job = { ...jobOf(download), payload: { ...jobOf(download).payload, tenantId: owner } };
    // By the clock that the seal's certificate is valid by.
    await expect(handlePrepareJob(cast.test.signer, job, never)).rejects.toThrow('away');
    stamping.mockRestore();
    expect(await rowsOf('job_problem', download)).toMatchObject([
      { problem: 'Uma página de assinaturas ainda não pôde ser selada. Tentamos de novo sozinhos.' },
    ]);
    await handlePrepareJob(cast.test.signer, job, never);
    expect(await rowsOf('job_problem', download)).toEqual([]);

    const entries = readZip(await zipOf(download));
    const [readme, sealed, evidence] = entries;
    expect(entries).toHaveLength(3);
    expect(sealed?.path).toMatch(/-assinado\.pdf$/);
    expect(evidence?.path).toBe(sealed?.path.replace('-assinado', '-assinaturas'));
    const alone = await cast.test.app.inject({
      url: `/api/process/${processId}/document/${documentId}/evidence`,
      headers: { authorization: cast.test.asUser(owner, derivedId('user', owner)) },
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
    const process = await sealedProcess(cast.test, {
      tenantId,
      summary: 'Contrato anual',
      documents: [
        { name: 'Contrato de prestação.pdf', bytes: contract },
        { name: 'anexo.pdf', bytes: annex },
      ],
    });
    const download = await askedDownload(cast.test, tenantId, [process]);
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
    const download = await askedDownload(cast.test, tenantId, processes);
    expect(readZip(await zipOf(download)).map(({ path }) => path)).toEqual([
      'LEIA-ME.txt',
      'Locação_ galpão/a-assinado.pdf',
      'Locação_ galpão/A-assinado (2).pdf',
      'locação_ galpão (2)/a-assinado.pdf',
      '_fora/nul-assinado.pdf',
    ]);
  });

  it('is recorded with its documents and its expiry', async () => {
    const process = await aProcess('Contrato', 'a.pdf');
    const download = await askedDownload(cast.test, tenantId, [process]);
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
      await zipOf(await askedDownload(cast.test, tenantId, [process])),
      await zipOf(await askedDownload(cast.test, tenantId, [process])),
    ];
    expect(zips[0]?.equals(zips[1] ?? Buffer.alloc(0))).toBe(false);
  });

  it('is one archive, though several workers prepare it at once', async () => {
    const download = await aDownload();
    const prepared = await Promise.all(
      [1, 2, 3].map(() => prepareDownload(cast.signer, download.downloadId, never)),
    );
    expect(new Set(prepared.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await typesOf(download)).toEqual(['DownloadRequested', 'DownloadPrepared']);
  });

  it('reports its progress while it is being made, and no longer', async () => {
    const download = await aDownload();
    const seen: unknown[] = [];
    const { blobs } = cast.signer;
    const watching: SignerContext = {
      ...cast.signer,
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

describe('a download that cannot be prepared', () => {
  it('is tried again, and shows its problem, where the store lacks a document', async () => {
    const gone = randomBytes(1000);
    const process = await sealedProcess(cast.test, {
      tenantId,
      summary: 'Contrato',
      documents: [{ name: 'a.pdf', bytes: gone }],
    });
    const download = await askedDownload(cast.test, tenantId, [process]);
    await cast.signer.blobs.remove(sha256Of(gone));
    await expect(handlePrepareJob(cast.signer, jobOf(download), never)).rejects.toMatchObject({
      name: 'BlobNotFound',
    });
    expect(await rowsOf('job_problem', download)).toMatchObject([
      { problem: 'O arquivo de um dos documentos não foi encontrado no armazenamento.' },
    ]);
    expect(await rowsOf('download_progress', download)).toEqual([]);
    await cast.signer.blobs.put(gone);
    await handlePrepareJob(cast.signer, jobOf(download), never);
    expect(await typesOf(download)).toHaveLength(2);
  });

  it('is given up where it was not requested or nothing is sealed', async () => {
    const unprocessable = { name: 'Unprocessable' };
    await expect(prepareDownload(cast.signer, randomUUID(), never)).rejects.toMatchObject(unprocessable);
    const { processId, pendingIds } = await sealedProcess(cast.test, {
      tenantId,
      summary: 'x',
      documents: [],
      pending: ['a.pdf'],
    });
    const waiting = await askedDownload(cast.test, tenantId, [{ processId, documentIds: pendingIds }]);
    await expect(prepareDownload(cast.signer, waiting.downloadId, never)).rejects.toMatchObject(
      unprocessable,
    );
    await expect(
      handlePrepareJob(cast.signer, { ...jobOf(waiting), payload: {} }, never),
    ).rejects.toMatchObject(unprocessable);
  });

  it('is given up where it names another tenant’s process', async () => {
    const foreign = await askedDownload(cast.test, randomUUID(), [await aProcess('Contrato', 'a.pdf')]);
    await expect(prepareDownload(cast.signer, foreign.downloadId, never)).rejects.toMatchObject({
      name: 'Unprocessable',
    });
    expect(await typesOf(foreign)).toEqual(['DownloadRequested']);
  });

  it('is given up between two pieces when the service stops, and is no problem then', async () => {
    const download = await aDownload();
    await expect(handlePrepareJob(cast.signer, jobOf(download), AbortSignal.abort())).rejects.toMatchObject({
      name: 'RetryLater',
    });
    expect(await rowsOf('job_problem', download)).toEqual([]);
    expect(await rowsOf('download_progress', download)).toEqual([]);
  });
});

it('takes its jobs from the queue', async () => {
  const download = await aDownload();
  let now = NOW;
  const workers = await startDownloadWorkers({ ...cast.signer, now: () => now });
  const publish = (queue: string) =>
    cast.signer.workQueue.publish(queue, jobOf(download).payload, {
      dedupeKey: `${queue}:${download.downloadId}`,
    });
  try {
    await publish(PREPARE_QUEUE);
    await expect.poll(() => typesOf(download)).toHaveLength(2);
    now = A_WEEK_LATER;
    await publish(EXPIRE_QUEUE);
    await expect.poll(() => typesOf(download)).toHaveLength(3);
  } finally {
    await workers.stop();
  }
});
