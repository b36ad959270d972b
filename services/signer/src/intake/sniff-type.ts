import { isZip, readZipDirectory } from './office/zip-directory.ts';

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
/** Compound File Binary (MS-CFB 2.2). */
const CFB_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Detects a file's type by its bytes; names and declared media types are ignored. */
export function sniffType(file: Buffer): SniffedType {
  if (file.subarray(0, PDF_HEADER_WITHIN_BYTES).includes('%PDF-')) return 'pdf';
  if (isZip(file)) return sniffZip(file);
  if (file.subarray(0, 8).equals(CFB_MAGIC)) return sniffCompound(file);
  return 'unknown';
}

function sniffZip(file: Buffer): SniffedType {
  const names = new Set(readZipDirectory(file)?.map(({ name }) => name));
  if (names.has('[Content_Types].xml') && names.has('word/document.xml')) return 'docx';
  // ODF 1.3 part 2, 3.3: the first entry is `mimetype`, stored, without an extra field.
  const declared = file.subarray(30, 38 + MEDIA_TYPES.odt.length).toString('latin1');
  if (declared === `mimetype${MEDIA_TYPES.odt}` && names.has('content.xml')) return 'odt';
  return 'unknown';
}

/** A compound file's directory holds its stream names in UTF-16LE (MS-CFB 2.6.1). */
function sniffCompound(file: Buffer): SniffedType {
  if (file.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return 'office-encrypted';
  if (file.includes(Buffer.from('WordDocument', 'utf16le'))) return 'doc';
  return 'unknown';
}
