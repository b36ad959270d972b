import type { S3Bucket } from '@lacre/blob-store/s3';

import type { MarkedStore } from './facts.ts';
import { MARK_NAME, parseMark } from './folder-mark.ts';

/** Uploads and what is sealed of them, in a bucket: by the folder's names, so that one may be copied to the other. */
export const bucketMark = (bucket: S3Bucket): MarkedStore => ({
  name: 'blobs',
  kind: 's3',
  where: bucket.where,
  async read() {
    const text = await bucket.read(MARK_NAME);
    return text && parseMark(text.toString(), `${MARK_NAME} (${bucket.where})`);
  },
  async write(mark) {
    await bucket.put(MARK_NAME, Buffer.from(`${JSON.stringify(mark)}\n`), { replaces: true });
  },
  async holdsData() {
    const first = await bucket.keys('blobs/', { atOnce: 1 })[Symbol.asyncIterator]().next();
    return first.done !== true;
  },
});
