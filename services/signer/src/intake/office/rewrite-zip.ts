import { crc32, deflateRawSync } from 'node:zlib';

import { centralHeader, endOfArchive, localHeader, type ZipRecord } from '../../download/zip-records.ts';
import { packedData, type ZipEntry } from './zip-directory.ts';

/** Of every entry, whenever it is written: the same entries give the same bytes. */
const WRITTEN_AT = new Date('2000-01-01T12:00:00.000Z');

/**
 * The archive with some of its entries' contents replaced, in the same order; the others go over as they are packed.
 *
 * @throws Error when an entry's bytes are not where the directory says
 */
export function rewriteZip(
  file: Buffer,
  entries: readonly ZipEntry[],
  replaced: ReadonlyMap<string, Buffer>,
): Buffer {
  const parts: Buffer[] = [];
  const records: ZipRecord[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = replaced.get(entry.name);
    const packed = content === undefined ? packedData(file, entry) : deflateRawSync(content);
    if (packed === undefined) throw new Error(`${entry.name} is not in the archive`);
    const record: ZipRecord = {
      path: entry.name,
      modifiedAt: WRITTEN_AT,
      checksum: content === undefined ? entry.checksum : crc32(content),
      sizeBytes: content?.length ?? entry.statedBytes,
      ...(content === undefined && entry.method === 0 ? {} : { deflatedBytes: packed.length }),
      offset,
    };
    const header = localHeader(record);
    parts.push(header, packed);
    records.push(record);
    offset += header.length + packed.length;
  }
  const directory = records.map(centralHeader);
  const directoryBytes = directory.reduce((bytes, { length }) => bytes + length, 0);
  const end = endOfArchive({ entries: records.length, directoryOffset: offset, directoryBytes });
  return Buffer.concat([...parts, ...directory, end]);
}
