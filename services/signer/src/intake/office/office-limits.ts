import { inflateRawSync } from 'node:zlib';

import type { RefusalName } from '../intake-refusal.ts';
import { isZip, packedData, readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** What a document may unpack to, archives within it counted too, bytes: pictures without compression take the most. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
/** What its XML may come to, bytes: a book of a thousand pages takes 20 MB. */
const MAX_XML_BYTES = 64 * 1024 * 1024;
/**
 * Paragraphs and line breaks: a thousand full pages. LibreOffice takes 8 s of a core for 30,000 and 28 s for 60,000.
 */
const MAX_LINES = 50_000;
/**
 * Their elements, whatever the prefix of their namespace: `w:p`, `w:br`, `w:cr` (ECMA-376), `text:p`, `text:h`,
 * `text:line-break` (ODF 1.3).
 */
const LINE_ELEMENT = /<(?:[^\s<>/:]+:)?(?:p|h|br|cr|line-break)[\s/>]/g;
/** Characters counted at a time, for the memory that matches take; an element across two pieces is not counted. */
const PIECE = 4 * 1024 * 1024;
/** Archives within archives: a spreadsheet within a text document is one. */
const MAX_DEPTH = 3;
/** ECMA-376 part 2 asks for UTF-8 or UTF-16; older writers of ODF have been seen with the others. */
const ENCODINGS = new Set(['utf-8', 'utf-16', 'us-ascii', 'iso-8859-1', 'windows-1252']);
/** Where an XML declaration ends at the latest, characters. */
const DECLARATION_CHARACTERS = 200;

interface Budget {
  bytes: number;
  xmlBytes: number;
  lines: number;
}

/**
 * Why a zipped office document (DOCX, ODT) is not to be opened: it unpacks to more than any honest one's, whatever its
 * directory says, has more lines than can be laid out in time, declares entities (which grow without end, or fetch), or
 * is broken. Undefined when nothing is wrong.
 */
export function officeProblem(file: Buffer): RefusalName | undefined {
  return problemOf(file, { bytes: MAX_UNPACKED_BYTES, xmlBytes: MAX_XML_BYTES, lines: MAX_LINES }, 1);
}

function problemOf(file: Buffer, budget: Budget, depth: number): RefusalName | undefined {
  const entries = readZipDirectory(file);
  if (entries === undefined || overlap(entries)) return 'officeDamaged';
  for (const entry of entries) {
    const problem = entryProblem(file, entry, budget, depth);
    if (problem) return problem;
  }
  return undefined;
}

/** Entries that share their bytes make an archive of gigabytes out of kilobytes. */
function overlap(entries: readonly ZipEntry[]): boolean {
  const ordered = entries.toSorted((a, b) => a.offset - b.offset);
  return ordered.some(({ offset, packedBytes }, index) => {
    const next = ordered[index + 1];
    return next !== undefined && offset + 30 + packedBytes > next.offset;
  });
}

function entryProblem(file: Buffer, entry: ZipEntry, budget: Budget, depth: number): RefusalName | undefined {
  if (entry.encrypted) return 'officeEncrypted';
  const packed = packedData(file, entry);
  if (packed === undefined) return 'officeDamaged';
  const content = unpacked(packed, entry.method, budget.bytes);
  if (typeof content === 'string') return content;
  budget.bytes -= content.length;
  // ODF 1.3 part 2, 4.8.2: a package with a password has parts that are encrypted one by one, and its manifest says so.
  if (entry.name === 'META-INF/manifest.xml' && content.includes(':encryption-data'))
    return 'officeEncrypted';
  if (isXml(entry.name, content)) {
    budget.xmlBytes -= content.length;
    return budget.xmlBytes < 0 ? 'officeTooHeavy' : xmlProblem(content, budget);
  }
  if (!isZip(content)) return undefined;
  if (depth === MAX_DEPTH) return 'officeTooHeavy';
  const inner = problemOf(content, budget, depth + 1);
  // What only looks like an archive is not opened as one.
  return inner === 'officeDamaged' ? undefined : inner;
}

/** By its name, or by its first character: a package may give its parts any name. */
function isXml(name: string, content: Buffer): boolean {
  if (/\.(?:xml|rels|rdf)$/i.test(name)) return true;
  return /^(?:\uFEFF|\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF|[\0\s])*</.test(
    content.toString('latin1', 0, DECLARATION_CHARACTERS),
  );
}

function unpacked(packed: Buffer, method: number, maxBytes: number): Buffer | RefusalName {
  if (method === 0) return packed.length > maxBytes ? 'officeTooHeavy' : packed;
  if (method !== 8) return 'officeDamaged';
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return isLarge ? 'officeTooHeavy' : 'officeDamaged';
  }
}

/**
 * Any entity, in any encoding that the document could be read in, or too many lines. Other encodings are not read at
 * all.
 */
function xmlProblem(content: Buffer, budget: Budget): RefusalName | undefined {
  const [first = 0, second = 0] = content;
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  const even = content.subarray(0, content.length & ~1);
  const text = isLittle
    ? even.toString('utf16le')
    : isBig
      ? Buffer.from(even).swap16().toString('utf16le')
      : undefined;
  const beginning =
    text?.slice(0, DECLARATION_CHARACTERS) ?? content.toString('latin1', 0, DECLARATION_CHARACTERS);
  const declared = /^\W*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(beginning)?.[1];
  if (declared !== undefined && !ENCODINGS.has(declared.toLowerCase())) return 'officeEntities';
  if ((text ?? content).includes('<!ENTITY')) return 'officeEntities';
  budget.lines -= linesIn(text ?? content);
  return budget.lines < 0 ? 'officeTooLong' : undefined;
}

/** In one byte a character every encoding but UTF-16 has the same characters for markup. */
function linesIn(content: Buffer | string): number {
  let lines = 0;
  for (let at = 0; at < content.length; at += PIECE) {
    const piece =
      typeof content === 'string'
        ? content.slice(at, at + PIECE)
        : content.toString('latin1', at, at + PIECE);
    lines += piece.match(LINE_ELEMENT)?.length ?? 0;
  }
  return lines;
}
