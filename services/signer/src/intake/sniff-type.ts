/** What a file is, by its content alone. */
export type SniffedType = 'pdf' | 'docx' | 'odt' | 'doc' | 'office-encrypted' | 'unknown';

export const MEDIA_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  doc: 'application/msword',
} as const;

/** Readers accept the header anywhere in the first 1,024 bytes (ISO 32000-1, Annex H, implementation note 13). */
const PDF_HEADER_WITHIN_BYTES = 1024;
const ZIP_LOCAL_HEADER = 0x04034b50;
const ZIP_CENTRAL_HEADER = 0x02014b50;
const ZIP_END = 0x06054b50;
const ZIP_END_BYTES = 22;
const ZIP_MAX_COMMENT_BYTES = 65_535;
/** Compound File Binary (MS-CFB 2.2). */
const CFB_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const MAX_ZIP_ENTRIES = 10_000;
/** What an office file may unpack to, bytes: beyond any real one, and short of a bomb. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** Tells the type of a file by its bytes; names and declared media types are never asked. */
export function sniffType(file: Buffer): SniffedType {
  if (file.subarray(0, PDF_HEADER_WITHIN_BYTES).includes('%PDF-')) return 'pdf';
  if (file.length > 4 && file.readUInt32LE(0) === ZIP_LOCAL_HEADER) return sniffZip(file);
  if (file.subarray(0, 8).equals(CFB_MAGIC)) return sniffCompound(file);
  return 'unknown';
}

function sniffZip(file: Buffer): SniffedType {
  const entries = zipEntries(file);
  if (entries === undefined) return 'unknown';
  if (entries.unpackedBytes > MAX_UNPACKED_BYTES) return 'unknown';
  const { names } = entries;
  if (names.has('[Content_Types].xml') && names.has('word/document.xml')) return 'docx';
  // ODF 1.3 part 2, 3.3: the first entry is `mimetype`, stored, without an extra field.
  const declared = file.subarray(30, 38 + MEDIA_TYPES.odt.length).toString('latin1');
  if (declared === `mimetype${MEDIA_TYPES.odt}` && names.has('content.xml')) return 'odt';
  return 'unknown';
}

/** Names in the central directory and what the entries say they unpack to; undefined when it is not sound. */
function zipEntries(file: Buffer): { names: Set<string>; unpackedBytes: number } | undefined {
  const from = Math.max(0, file.length - ZIP_END_BYTES - ZIP_MAX_COMMENT_BYTES);
  let end = file.length - ZIP_END_BYTES;
  while (end >= from && file.readUInt32LE(end) !== ZIP_END) end -= 1;
  if (end < from) return undefined;
  const count = file.readUInt16LE(end + 10);
  let offset = file.readUInt32LE(end + 16);
  if (count > MAX_ZIP_ENTRIES) return undefined;
  const names = new Set<string>();
  let unpackedBytes = 0;
  for (let index = 0; index < count; index += 1) {
    if (offset + 46 > file.length || file.readUInt32LE(offset) !== ZIP_CENTRAL_HEADER) return undefined;
    const nameLength = file.readUInt16LE(offset + 28);
    names.add(file.subarray(offset + 46, offset + 46 + nameLength).toString('utf8'));
    unpackedBytes += file.readUInt32LE(offset + 24);
    offset += 46 + nameLength + file.readUInt16LE(offset + 30) + file.readUInt16LE(offset + 32);
  }
  return { names, unpackedBytes };
}

/** A compound file's directory holds its stream names in UTF-16LE (MS-CFB 2.6.1). */
function sniffCompound(file: Buffer): SniffedType {
  if (file.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return 'office-encrypted';
  if (file.includes(Buffer.from('WordDocument', 'utf16le'))) return 'doc';
  return 'unknown';
}
