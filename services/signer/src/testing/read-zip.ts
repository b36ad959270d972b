import { crc32 } from 'node:zlib';

export interface ReadZipEntry {
  path: string;
  bytes: Buffer;
  /** Local time of the header, as it stands there. */
  dosMoment: string;
}

/**
 * Reads a zip of stored entries as a strict reader does: from its end, every local header compared with the central
 * one, every checksum checked, no byte between or after the parts.
 *
 * @throws Error naming what does not fit
 */
export function readZip(zip: Buffer): ReadZipEntry[] {
  const { count, directoryOffset, directoryEnd } = readEnd(zip);
  const entries: ReadZipEntry[] = [];
  let at = directoryOffset;
  let expectedOffset = 0;
  for (let index = 0; index < count; index += 1) {
    expectSignature(zip, at, 0x02014b50);
    const nameBytes = zip.readUInt16LE(at + 28);
    const path = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const offset = zip.readUInt32LE(at + 42);
    expect(offset === expectedOffset, `${path} begins at ${offset}, not ${expectedOffset}`);
    expectSignature(zip, offset, 0x04034b50);
    const same = zip.subarray(at + 6, at + 30).equals(zip.subarray(offset + 4, offset + 28));
    expect(same, `${path}: its two headers differ`);
    expect(zip.readUInt16LE(at + 8) === 0x0800, `${path}: flags other than UTF-8`);
    expect(zip.readUInt16LE(at + 10) === 0, `${path}: not stored`);
    const localPath = zip.toString('utf8', offset + 30, offset + 30 + nameBytes);
    expect(localPath === path, `${path} is ${localPath} in its own header`);
    const start = offset + 30 + nameBytes + zip.readUInt16LE(offset + 28);
    const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 24));
    expect(crc32(bytes) === zip.readUInt32LE(at + 16), `${path}: checksum`);
    entries.push({ path, bytes, dosMoment: dosMoment(zip, at + 12) });
    expectedOffset = start + bytes.length;
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  expect(expectedOffset === directoryOffset, 'bytes between the entries and the directory');
  expect(at === directoryEnd, 'bytes after the directory');
  return entries;
}

function readEnd(zip: Buffer) {
  const end = zip.length - 22;
  expectSignature(zip, end, 0x06054b50);
  const count = zip.readUInt16LE(end + 10);
  if (count < 0xffff) {
    const directoryOffset = zip.readUInt32LE(end + 16);
    const directoryEnd = directoryOffset + zip.readUInt32LE(end + 12);
    expect(directoryEnd === end, 'bytes before the end record');
    return { count, directoryOffset, directoryEnd };
  }
  const locator = end - 20;
  expectSignature(zip, locator, 0x07064b50);
  const end64 = Number(zip.readBigUInt64LE(locator + 8));
  expectSignature(zip, end64, 0x06064b50);
  return {
    count: Number(zip.readBigUInt64LE(end64 + 32)),
    directoryOffset: Number(zip.readBigUInt64LE(end64 + 48)),
    directoryEnd: end64,
  };
}

function dosMoment(zip: Buffer, at: number): string {
  const time = zip.readUInt16LE(at);
  const date = zip.readUInt16LE(at + 2);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${1980 + (date >> 9)}-${two((date >> 5) & 15)}-${two(date & 31)}`;
  return `${day} ${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`;
}

function expectSignature(zip: Buffer, at: number, signature: number): void {
  expect(at >= 0 && zip.readUInt32LE(at) === signature, `no record ${signature.toString(16)} at ${at}`);
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not a sound zip: ${what}`);
}
