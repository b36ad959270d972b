import { describe, expect, it } from 'vitest';

import type { SignerContext } from '../dependencies.ts';
import { askedDownload } from '../testing/sealed-process.ts';
import { A_WEEK_LATER, never, useDownloads } from '../testing/use-downloads.ts';
import { handleExpireJob, handlePrepareJob, PREPARE_QUEUE } from './download-workers.ts';
import { expireDownload } from './expire-download.ts';
import { prepareDownload } from './prepare-download.ts';

const {
  cast,
  tenantId,
  aProcess,
  eventsOf,
  aDownload,
  typesOf,
  rowsOf,
  jobOf,
  later,
  dyingBeforeAppend,
  dyingAfterAppend,
} = useDownloads();

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
    await handlePrepareJob(cast.signer, jobOf(download), never);
    expect((await eventsOf(download))[1]?.data['sha256']).toBe(stored[0]);
    expect(await rowsOf('job_problem', download)).toEqual([]);
  });

  it('after recording it leaves nothing to do', async () => {
    const download = await aDownload();
    await expect(handlePrepareJob(dyingAfterAppend(), jobOf(download), never)).rejects.toThrow('no answer');
    const before = await eventsOf(download);
    await handlePrepareJob(cast.signer, jobOf(download), never);
    expect(await eventsOf(download)).toEqual(before);
    expect(before).toHaveLength(2);
  });

  it('between removing an expired zip and recording it leaves only that to do', async () => {
    const download = await aDownload();
    const { sha256 } = await prepareDownload(cast.signer, download.downloadId, never);
    const dying = { ...dyingBeforeAppend(), now: () => A_WEEK_LATER };
    await expect(handleExpireJob(dying, jobOf(download))).rejects.toThrow('died here');
    expect(await cast.signer.blobs.has(sha256)).toBe(false);
    expect(await typesOf(download)).toHaveLength(2);
    await handleExpireJob(later(), jobOf(download));
    expect(await typesOf(download)).toEqual(['DownloadRequested', 'DownloadPrepared', 'DownloadExpired']);
  });
});

describe('an expired download', () => {
  it('is removed from the store, once, and no document with it', async () => {
    const process = await aProcess('Contrato', 'a.pdf');
    const [download, other] = [
      await askedDownload(cast.test, tenantId, [process]),
      await askedDownload(cast.test, tenantId, [process]),
    ];
    const { sha256, files } = await prepareDownload(cast.signer, download.downloadId, never);
    const kept = await prepareDownload(cast.signer, other.downloadId, never);
    await Promise.all([1, 2].map(() => expireDownload(later(), download.downloadId)));
    await expireDownload(later(), download.downloadId);
    expect(await typesOf(download)).toEqual(['DownloadRequested', 'DownloadPrepared', 'DownloadExpired']);
    expect(await cast.signer.blobs.has(sha256)).toBe(false);
    expect(await cast.signer.blobs.has(kept.sha256)).toBe(true);
    for (const file of files) expect(await cast.signer.blobs.has(file.sha256)).toBe(true);
  });

  it('is not removed before its time, nor before it exists', async () => {
    const download = await aDownload();
    await expect(expireDownload(later(), download.downloadId)).rejects.toMatchObject({
      name: 'Unprocessable',
    });
    const { sha256 } = await prepareDownload(cast.signer, download.downloadId, never);
    const early: SignerContext = { ...cast.signer, now: () => new Date(A_WEEK_LATER.getTime() - 1000) };
    await expect(expireDownload(early, download.downloadId)).rejects.toMatchObject({
      name: 'RetryLater',
      delayMs: 1000,
    });
    expect(await cast.signer.blobs.has(sha256)).toBe(true);
  });
});
