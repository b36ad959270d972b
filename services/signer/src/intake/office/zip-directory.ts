const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_HEADER = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const MAX_ENTRIES = 10_000;

/** One file of an archive, as the central directory has it (PKWARE APPNOTE 4.3.12). */
export interface ZipEntry {
  name: string;
  /** 0 stored, 8 deflated. */
  method: number;
  encrypted: boolean;
  /** CRC-32 of what it unpacks to, as stated. */
  checksum: number;
  /** What it takes in the archive, bytes. */
  packedBytes: number;
  /** What it says it unpacks to, bytes. */
  statedBytes: number;
  /** Where its local header is. */
  offset: number;
}

export const isZip = (file: Buffer): boolean => file.length > 4 && file.readUInt32LE(0) === LOCAL_HEADER;

/** All entries; undefined when the directory is not sound, has no end, or is that of no office file (ZIP64 as well). */
export function readZipDirectory(file: Buffer): ZipEntry[] | undefined {
  const from = Math.max(0, file.length - END_BYTES - MAX_COMMENT_BYTES);
  let end = file.length - END_BYTES;
  while (end >= from && file.readUInt32LE(end) !== END_HEADER) end -= 1;
  if (end < from) return undefined;
  const count = file.readUInt16LE(end + 10);
  let offset = file.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES) return undefined;
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (offset + 46 > file.length || file.readUInt32LE(offset) !== CENTRAL_HEADER) return undefined;
    const nameLength = file.readUInt16LE(offset + 28);
    entries.push({
      name: file.subarray(offset + 46, offset + 46 + nameLength).toString('utf8'),
      method: file.readUInt16LE(offset + 10),
      encrypted: (file.readUInt16LE(offset + 8) & 1) === 1,
      checksum: file.readUInt32LE(offset + 16),
      packedBytes: file.readUInt32LE(offset + 20),
      statedBytes: file.readUInt32LE(offset + 24),
      offset: file.readUInt32LE(offset + 42),
    });
    offset += 46 + nameLength + file.readUInt16LE(offset + 30) + file.readUInt16LE(offset + 32);
  }
  return entries;
}

/** The entry's bytes as they lie in the archive; undefined when there is no such place. */
export function packedData(file: Buffer, { offset, packedBytes }: ZipEntry): Buffer | undefined {
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== LOCAL_HEADER) return undefined;
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  return start + packedBytes > file.length ? undefined : file.subarray(start, start + packedBytes);
}
