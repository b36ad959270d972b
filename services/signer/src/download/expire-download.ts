import type { BlobStore } from '@lacre/blob-store';
import type { DomainLog } from '@lacre/domain-log';
import { RetryLater, Unprocessable } from '@lacre/work-queue';

import { readDownload } from './download-record.ts';
import { recordNext } from './record-next.ts';

/** A wake-up that came early is looked at again after this long at most, milliseconds. */
const LOOK_AGAIN_MS = 300_000;

/**
 * Removes a zip whose time is over. No other download is the same file: each zip names its own.
 *
 * Commit point: the append of DownloadExpired as the stream's third event. A crash before it leaves a zip that is gone
 * and not yet said to be, which is not served either, since its time is over; the repeat removes nothing and records
 * it. After it every repeat finds it done.
 *
 * @throws RetryLater before its time, Unprocessable when there is no such zip
 */
export async function expireDownload(
  signer: { log: DomainLog; now: () => Date; blobs: BlobStore },
  downloadId: string,
): Promise<void> {
  const record = await readDownload(signer.log, downloadId);
  if (!record?.prepared) throw new Unprocessable(`download ${downloadId} was never prepared`);
  if (record.expired) return;
  const { tenantId, sha256, expiresAt } = record.prepared;
  const leftMs = Date.parse(expiresAt) - signer.now().getTime();
  if (leftMs > 0) throw new RetryLater(Math.min(leftMs, LOOK_AGAIN_MS), 'the download may still be fetched');
  await signer.blobs.remove(sha256);
  await recordNext(signer, record, { type: 'DownloadExpired', data: { downloadId, tenantId, sha256 } });
}
