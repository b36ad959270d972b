import type { BlobStore } from '@lacre/blob-store';

import { partsOf, type SealRecord } from './seal-record.ts';

/**
 * Removes what the steps of a seal left for each other, once the log says that it is produced or can never be: until then
 * it does nothing. A crash here leaves files that nothing reads, which the job's repeat removes.
 *
 * @throws BlobStoreUnavailable
 */
export async function removeSteps(
  { blobs }: { blobs: BlobStore },
  { produced, failed, stepFiles }: SealRecord,
): Promise<void> {
  if (!produced && !failed) return;
  const superfluous = new Set(stepFiles).difference(new Set(produced && partsOf(produced)));
  await Promise.all([...superfluous].map((sha256) => blobs.remove(sha256)));
}
