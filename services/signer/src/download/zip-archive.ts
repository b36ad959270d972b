import { crc32 } from 'node:zlib';

import { centralHeader, endOfArchive, localHeader, type ZipRecord } from './zip-records.ts';

/** One file of an archive. */
export interface ZipEntry {
  /** Folders apart by `/`, never a leading one. */
  path: string;
  modifiedAt: Date;
  /** The file's bytes. Read twice, and the same both times: once to be measured, once to be written. */
  content: () => AsyncIterable<Uint8Array>;
}

/**
 * A zip of the entries, in their order, as a stream: memory holds one chunk of one file, and 100 bytes or so an entry.
 *
 * Contents are stored, not deflated: a PDF is deflated already. Each is measured before it is written, so that sizes
 * and checksum stand before the bytes: a data descriptor after stored bytes (APPNOTE 4.3.9) is what streaming readers,
 * Java's among them, refuse. The same entries give the same bytes.
 */
export async function* zipArchive(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: ZipRecord[] = [];
  let offset = 0;
  for (const entry of entries) {
    const measured = await measure(entry);
    const header = localHeader({ ...measured, offset });
    yield header;
    yield* unchanged(entry, measured);
    written.push({ ...measured, offset });
    offset += header.length + measured.sizeBytes;
  }
  const directoryOffset = offset;
  for (const record of written) {
    const header = centralHeader(record);
    yield header;
    offset += header.length;
  }
  yield endOfArchive({
    entries: written.length,
    directoryOffset,
    directoryBytes: offset - directoryOffset,
  });
}

type Measured = Omit<ZipRecord, 'offset'>;

async function measure({ path, modifiedAt, content }: ZipEntry): Promise<Measured> {
  let checksum = 0;
  let sizeBytes = 0;
  for await (const chunk of content()) {
    checksum = crc32(chunk, checksum);
    sizeBytes += chunk.byteLength;
  }
  return { path, modifiedAt, checksum, sizeBytes };
}

/** @throws Error when the file is not what was measured: its header, which has gone out, would lie */
async function* unchanged(
  { path, content }: ZipEntry,
  { checksum, sizeBytes }: Measured,
): AsyncGenerator<Uint8Array> {
  let seen = 0;
  let leftBytes = sizeBytes;
  for await (const chunk of content()) {
    seen = crc32(chunk, seen);
    leftBytes -= chunk.byteLength;
    yield chunk;
  }
  if (seen !== checksum || leftBytes !== 0) throw new Error(`${path} changed while it was archived`);
}
