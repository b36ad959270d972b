/** The records of a zip file, by PKWARE's APPNOTE 6.3.10; its clauses are named where a number needs one. */

export interface ZipRecord {
  path: string;
  modifiedAt: Date;
  /** CRC-32. */
  checksum: number;
  sizeBytes: number;
  /** What it takes in the archive when it is deflated; it is stored otherwise. */
  deflatedBytes?: number;
  /** Of its local header, from the archive's beginning. */
  offset: number;
}

/** What does not fit a field says so by this, and stands in the zip64 field (4.4.1.4). */
const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffffffff;
/** 4.4.3: version 2.0 knows folders, version 4.5 the zip64 format. */
const VERSION_FOLDERS = 20;
const VERSION_ZIP64 = 45;
/** 4.4.2: attributes are those of Unix. */
const MADE_ON_UNIX = 3 << 8;
/** Of a regular file writable by its owner, readable by all, in the upper half (Unix `st_mode`). */
const REGULAR_FILE = (0o100644 << 16) >>> 0;
/** 4.4.4, bit 11: names are UTF-8. */
const UTF8_NAMES = 1 << 11;
const STORED = 0;
const DEFLATED = 8;

/** 4.3.7. */
export function localHeader({ path, modifiedAt, checksum, sizeBytes, deflatedBytes }: ZipRecord): Buffer {
  const name = Buffer.from(path);
  const large = sizeBytes >= MAX_UINT32;
  // In a local header both sizes stand, or none (4.5.3).
  const extra = Buffer.concat([
    large ? zip64(sizeBytes, deflatedBytes ?? sizeBytes) : EMPTY,
    timestamp(modifiedAt),
  ]);
  const fixed = Buffer.alloc(30);
  fixed.writeUInt32LE(0x04034b50, 0);
  fixed.writeUInt16LE(large ? VERSION_ZIP64 : VERSION_FOLDERS, 4);
  writeDescription(fixed, 6, { modifiedAt, checksum, sizeBytes, deflatedBytes });
  fixed.writeUInt16LE(name.length, 26);
  fixed.writeUInt16LE(extra.length, 28);
  return Buffer.concat([fixed, name, extra]);
}

/** 4.3.12. */
export function centralHeader({
  path,
  modifiedAt,
  checksum,
  sizeBytes,
  deflatedBytes,
  offset,
}: ZipRecord): Buffer {
  const name = Buffer.from(path);
  const beyond = [
    ...(sizeBytes >= MAX_UINT32 ? [sizeBytes, deflatedBytes ?? sizeBytes] : []),
    ...(offset >= MAX_UINT32 ? [offset] : []),
  ];
  const extra = Buffer.concat([beyond.length > 0 ? zip64(...beyond) : EMPTY, timestamp(modifiedAt)]);
  const version = beyond.length > 0 ? VERSION_ZIP64 : VERSION_FOLDERS;
  const fixed = Buffer.alloc(46);
  fixed.writeUInt32LE(0x02014b50, 0);
  fixed.writeUInt16LE(MADE_ON_UNIX | version, 4);
  fixed.writeUInt16LE(version, 6);
  writeDescription(fixed, 8, { modifiedAt, checksum, sizeBytes, deflatedBytes });
  fixed.writeUInt16LE(name.length, 28);
  fixed.writeUInt16LE(extra.length, 30);
  fixed.writeUInt32LE(REGULAR_FILE, 38);
  fixed.writeUInt32LE(Math.min(offset, MAX_UINT32), 42);
  return Buffer.concat([fixed, name, extra]);
}

/** Flags, method, moment, checksum and sizes: the same in both headers. */
function writeDescription(
  header: Buffer,
  at: number,
  {
    modifiedAt,
    checksum,
    sizeBytes,
    deflatedBytes,
  }: Pick<ZipRecord, 'modifiedAt' | 'checksum' | 'sizeBytes'> & { deflatedBytes: number | undefined },
): void {
  const { time, date } = dosMoment(modifiedAt);
  header.writeUInt16LE(UTF8_NAMES, at);
  header.writeUInt16LE(deflatedBytes === undefined ? STORED : DEFLATED, at + 2);
  header.writeUInt16LE(time, at + 4);
  header.writeUInt16LE(date, at + 6);
  header.writeUInt32LE(checksum, at + 8);
  // 4.4.8, 4.4.9: with zip64 the two stand in its field, or neither.
  const isLarge = sizeBytes >= MAX_UINT32;
  header.writeUInt32LE(isLarge ? MAX_UINT32 : (deflatedBytes ?? sizeBytes), at + 12);
  header.writeUInt32LE(isLarge ? MAX_UINT32 : sizeBytes, at + 16);
}

/** 4.3.16, after 4.3.14 and 4.3.15 where a count or an offset does not fit it. */
export function endOfArchive({
  entries,
  directoryOffset,
  directoryBytes,
}: {
  entries: number;
  directoryOffset: number;
  directoryBytes: number;
}): Buffer {
  const end = Buffer.alloc(22);
  const count = Math.min(entries, MAX_UINT16);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(Math.min(directoryBytes, MAX_UINT32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, MAX_UINT32), 16);
  if (entries < MAX_UINT16 && directoryOffset < MAX_UINT32 && directoryBytes < MAX_UINT32) return end;

  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  // Of what follows this field.
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 12);
  end64.writeUInt16LE(VERSION_ZIP64, 14);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(directoryBytes), 40);
  end64.writeBigUInt64LE(BigInt(directoryOffset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

const EMPTY = Buffer.alloc(0);

/** 4.5.3: the values whose own fields are full, in the order of those fields. */
function zip64(...values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return field;
}

const MAX_INT32 = 0x7fffffff;

/**
 * Info-ZIP's extended timestamp: the moment in UTC, which readers prefer to the local time of the header. Its 32 bits
 * end in 2038; from then on only the header is right.
 */
function timestamp(moment: Date): Buffer {
  const seconds = Math.floor(moment.getTime() / 1000);
  if (seconds < 0 || seconds > MAX_INT32) return EMPTY;
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeInt32LE(seconds, 5);
  return field;
}

/** Brasília, without daylight saving since 2019 (Decreto 9.772). */
const BRASILIA_OFFSET_MS = -3 * 3600 * 1000;
const FIRST_YEAR = 1980;

/** 4.4.6: local time in steps of two seconds, from 1980 on. */
function dosMoment(moment: Date): { time: number; date: number } {
  const local = new Date(moment.getTime() + BRASILIA_OFFSET_MS);
  const year = Math.min(Math.max(local.getUTCFullYear() - FIRST_YEAR, 0), 127);
  return {
    time: (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1),
    date: (year << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate(),
  };
}
