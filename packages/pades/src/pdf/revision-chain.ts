import { linearizedHead } from './linearization.ts';
import { type Revision, sameEntry } from './revision.ts';
import { sameEntry as sameInDict } from './same-source.ts';
import { asBuffer, isWhiteSpace, latin1 } from './syntax/characters.ts';
import { PdfSyntaxError } from './syntax/pdf-syntax-error.ts';
import { countIn, PdfDict } from './syntax/pdf-values.ts';
import { MAX_OBJECT_NUMBER } from './syntax/reader-limits.ts';
import { ValueParser } from './syntax/value-parser.ts';
import {
  readXrefSection,
  type SectionAllowance,
  type XrefEntry,
  type XrefSection,
} from './syntax/xref-section.ts';

/** How far from the end of the file the last `startxref` may be. */
const TAIL_BYTES = 2048;

/**
 * From `startxref` to the end of `%%EOF`: MuPDF searches the last 1,024 bytes for the one, so white space between them
 * would have it rebuild the file. Honest writers take 30.
 */
const MAX_ENDING_BYTES = 64;

interface Ending {
  readonly startxref: number;
  readonly markerEnd: number;
  readonly end: number;
}

/**
 * Follows startxref and Prev through the whole file and orders what it finds into revisions, oldest
 * first. Each must end with its own `startxref … %%EOF`, and lie wholly after the one before.
 */
export function readRevisions(bytes: Uint8Array, allowance: SectionAllowance): Revision[] {
  const last = lastEnding(bytes);
  const newestFirst = readChain(bytes, last.startxref, allowance);
  const revisions: Revision[] = [];
  const hybrid = newestFirst.some(({ trailer }) => trailer.has('XRefStm'));
  const current = new Map<number, XrefEntry>();
  for (const sections of groupByRevision(newestFirst, bytes).toReversed()) {
    const revision = revisionOf(bytes, sections, revisions, allowance);
    if (hybrid) {
      checkHidden(revision, current);
      for (const [num, entry] of revision.entries) current.set(num, entry);
    }
    revisions.push(revision);
  }
  const newest = revisions.at(-1) as Revision;
  checkLinearization(bytes, revisions);
  if (newest.markerEnd !== last.markerEnd) {
    throw new PdfSyntaxError(
      'xref-order',
      newest.markerEnd,
      'the last startxref is not that of the last section',
    );
  }
  return revisions;
}

function lastEnding(bytes: Uint8Array): Ending {
  const tailStart = Math.max(0, bytes.length - TAIL_BYTES);
  const found = latin1(bytes, tailStart).lastIndexOf('startxref');
  if (found < 0)
    throw new PdfSyntaxError('startxref-missing', bytes.length, 'no startxref at the end of the file');
  const ending = readEnding(new ValueParser(bytes, tailStart + found, 1));
  for (let at = ending.end; at < bytes.length; at += 1) {
    if (!isWhiteSpace(bytes[at]))
      throw new PdfSyntaxError('trailing-bytes', at, 'bytes after the last %%EOF');
  }
  return ending;
}

/** `startxref`, a number, `%%EOF`, and at most one end of line, which belongs to the revision. */
function readEnding(parser: ValueParser): Ending {
  const { bytes } = parser;
  const at = parser.position;
  if (!parser.takeKeyword('startxref'))
    throw new PdfSyntaxError('startxref-missing', at, 'startxref expected');
  while (isWhiteSpace(bytes[parser.position])) parser.position += 1;
  const startxref = parser.readDigits('offset after startxref');
  while (isWhiteSpace(bytes[parser.position])) parser.position += 1;
  if (latin1(bytes, parser.position, parser.position + 5) !== '%%EOF') {
    throw new PdfSyntaxError('startxref-missing', parser.position, '%%EOF expected');
  }
  const markerEnd = parser.position + 5;
  if (markerEnd - at > MAX_ENDING_BYTES)
    throw new PdfSyntaxError('startxref-missing', at, 'startxref is far from %%EOF');
  let end = markerEnd;
  if (bytes[end] === 0x0d) end += 1;
  if (bytes[end] === 0x0a) end += 1;
  return { startxref, markerEnd, end };
}

function readChain(bytes: Uint8Array, startxref: number, allowance: SectionAllowance): XrefSection[] {
  const chain: XrefSection[] = [];
  const seen = new Set<number>();
  let next: number | undefined = startxref;
  while (next !== undefined) {
    if (seen.has(next)) throw new PdfSyntaxError('xref-loop', next, 'cross-reference sections form a loop');
    if (seen.size >= allowance.limits.maxSections) {
      throw new PdfSyntaxError('limit-revisions', next, `more than ${allowance.limits.maxSections} sections`);
    }
    seen.add(next);
    const section = readXrefSection(bytes, next, allowance);
    chain.push(section);
    next = offsetIn(section.trailer, 'Prev', bytes.length);
  }
  return chain;
}

function offsetIn(trailer: PdfDict, key: string, limit: number): number | undefined {
  if (!trailer.has(key)) return undefined;
  const value = countIn(trailer, key);
  if (value === undefined || value >= limit) {
    throw new PdfSyntaxError('trailer-malformed', trailer.start, `${key} is not an offset in the file`);
  }
  return value;
}

/**
 * Puts together the sections of one revision. An update's section lies after the section it
 * continues; only in a linearized file (ISO 32000-2, Annex F) is it the other way round, once, for
 * the first writing.
 */
function groupByRevision(newestFirst: readonly XrefSection[], bytes: Uint8Array): XrefSection[][] {
  const groups: XrefSection[][] = [];
  for (const [index, section] of newestFirst.entries()) {
    const newer = newestFirst[index - 1];
    if (newer === undefined || newer.offset > section.offset) {
      groups.push([section]);
      continue;
    }
    if (index !== newestFirst.length - 1 || !isLinearized(bytes)) {
      throw new PdfSyntaxError('xref-order', section.offset, 'Prev points forward');
    }
    (groups.at(-1) as XrefSection[]).push(section);
  }
  return groups;
}

/** Annex F.3.3: where the linearization dictionary must lie to be noticed. */
const LINEARIZATION_BYTES = 1024;

function isLinearized(bytes: Uint8Array): boolean {
  return asBuffer(bytes).subarray(0, LINEARIZATION_BYTES).includes('/Linearized');
}

/**
 * A file whose length is that of its linearization dictionary is read by its beginning: readers then
 * never see what was appended. A document made to have just the length that sealing will give it
 * would be two documents, so no number near the beginning may be the length of an updated file.
 */
function checkLinearization(bytes: Uint8Array, revisions: readonly Revision[]): void {
  if (revisions.length === 1) return;
  const head = linearizedHead(bytes);
  if (head === undefined) return;
  for (const [number] of head.matchAll(/\d+/g)) {
    if (Number(number) === bytes.length) {
      throw new PdfSyntaxError('xref-order', 0, 'an updated file claims to be linearized');
    }
  }
}

function revisionOf(
  bytes: Uint8Array,
  sections: readonly XrefSection[],
  before: readonly Revision[],
  allowance: SectionAllowance,
): Revision {
  const newest = sections[0] as XrefSection;
  // The stream of a hybrid section may lie in an older revision: Word writes it so. What it lists is
  // compared as any other change.
  const lowest = sections.at(-1) as XrefSection;
  const start = before.at(-1)?.end ?? 0;
  if (newest.offset < start || lowest.offset < start)
    throw new PdfSyntaxError('xref-order', newest.offset, 'revisions overlap');
  const parser = new ValueParser(bytes, lowest.end, 1);
  parser.skipSpace();
  const ending = readEnding(parser);
  if (ending.startxref !== newest.offset) {
    throw new PdfSyntaxError('xref-order', parser.position, 'startxref is not that of this section');
  }
  const withHybrids = sections.flatMap((section) => withHybridStream(bytes, section, allowance));
  const entries = mergeEntries(withHybrids);
  checkSize(newest, entries, before);
  checkTrailers(withHybrids, before);
  checkOwnNumbers(withHybrids, entries, before);
  return {
    index: before.length,
    start,
    markerEnd: ending.markerEnd,
    end: ending.end,
    kind: newest.kind,
    startxref: newest.offset,
    trailer: newest.trailer,
    sections: withHybrids,
    entries,
    highestInUse: highestInUse(entries, before),
  };
}

/**
 * 7.5.5: numbers from Size on are to be ignored, which not every reader does; so they are refused, those of the
 * revisions before too, for the newest Size is about the whole file.
 */
function checkSize(
  newest: XrefSection,
  entries: ReadonlyMap<number, XrefEntry>,
  before: readonly Revision[],
): void {
  const size = countIn(newest.trailer, 'Size');
  if (size === undefined)
    throw new PdfSyntaxError('trailer-malformed', newest.offset, 'Size is not a number');
  if (size > MAX_OBJECT_NUMBER + 1)
    throw new PdfSyntaxError('xref-size', newest.offset, `Size ${size} is more than readers count to`);
  const earlier = before.at(-1)?.highestInUse ?? 0;
  for (const num of [...entries.keys(), earlier]) {
    if (num >= size)
      throw new PdfSyntaxError('xref-size', newest.offset, `object ${num} is beyond Size ${size}`);
  }
}

function highestInUse(entries: ReadonlyMap<number, XrefEntry>, before: readonly Revision[]): number {
  let highest = before.at(-1)?.highestInUse ?? 0;
  for (const [num, { kind }] of entries) if (kind !== 'free') highest = Math.max(highest, num);
  return highest;
}

/**
 * Sections need not list their own stream. To MuPDF it is the object of its number all the same, whatever
 * the sections say; so that number must be unused.
 */
function checkOwnNumbers(
  sections: readonly XrefSection[],
  entries: ReadonlyMap<number, XrefEntry>,
  before: readonly Revision[],
): void {
  for (const { streamObject: num, offset } of sections) {
    if (num === undefined) continue;
    const entry =
      entries.get(num) ?? before.findLast((revision) => revision.entries.has(num))?.entries.get(num);
    if (entry === undefined || entry.kind === 'free') continue;
    const isSection = [...before.flatMap((revision) => revision.sections), ...sections].some(
      (section) => entry.kind === 'offset' && section.streamObject === num && section.offset === entry.offset,
    );
    if (!isSection) {
      throw new PdfSyntaxError(
        'object-mismatch',
        offset,
        `a cross-reference stream has the number of object ${num}`,
      );
    }
  }
}

/**
 * Readers take the trailer of one section or of another when a revision has several, and notice an
 * encryption dictionary in any of them.
 */
function checkTrailers(sections: readonly XrefSection[], before: readonly Revision[]): void {
  const [newest, ...others] = sections as [XrefSection, ...XrefSection[]];
  for (const { trailer, offset } of others) {
    for (const key of ['Root', 'Info']) {
      if (!trailer.has(key) || sameInDict(trailer, newest.trailer, key)) continue;
      throw new PdfSyntaxError('trailer-malformed', offset, `one revision has two of ${key}`);
    }
  }
  const encrypted = newest.trailer.has('Encrypt');
  const earlier = [...others.map(({ trailer }) => trailer), ...before.map(({ trailer }) => trailer)];
  if (!encrypted && earlier.some((trailer) => trailer.has('Encrypt'))) {
    throw new PdfSyntaxError('trailer-malformed', newest.offset, 'encrypted in one section only');
  }
}

/**
 * A hybrid's stream adds objects that old readers do not see (7.5.8.4). Were it to put others in the
 * place of ones they do see, or to lead to sections of its own, every reader would have its own file.
 */
function checkHidden({ sections }: Revision, earlier: ReadonlyMap<number, XrefEntry>): void {
  for (const [index, hidden] of sections.entries()) {
    const table = sections[index - 1];
    if (table?.kind !== 'table' || table.trailer.get('XRefStm') !== hidden.offset) continue;
    if (hidden.trailer.has('Prev') && hidden.trailer.get('Prev') !== table.trailer.get('Prev')) {
      throw conflict(hidden, 'the stream of a hybrid section leads to other sections');
    }
    for (const [num, entry] of hidden.entries) {
      const replaced = earlier.get(num);
      if (replaced && replaced.kind !== 'free' && !sameEntry(replaced, entry)) {
        throw conflict(hidden, `object ${num} is another one to old readers`);
      }
    }
  }
}

function conflict(section: XrefSection, detail: string): PdfSyntaxError {
  return new PdfSyntaxError('hybrid-conflict', section.offset, detail);
}

/** ISO 32000-2, 7.5.8.4: a table may name a stream with the entries old readers should not see. */
function withHybridStream(
  bytes: Uint8Array,
  section: XrefSection,
  allowance: SectionAllowance,
): XrefSection[] {
  const offset = offsetIn(section.trailer, 'XRefStm', bytes.length);
  if (offset === undefined) return [section];
  // It has no place in a cross-reference stream; MuPDF goes there all the same.
  if (section.kind === 'stream') throw conflict(section, 'a cross-reference stream names another one');
  const hidden = readXrefSection(bytes, offset, allowance);
  if (hidden.kind !== 'stream') throw new PdfSyntaxError('xref-malformed', offset, 'XRefStm is not a stream');
  return [section, hidden];
}

function mergeEntries(newestFirst: readonly XrefSection[]): ReadonlyMap<number, XrefEntry> {
  const [only, ...others] = newestFirst as [XrefSection, ...XrefSection[]];
  if (others.length === 0) return only.entries;
  const merged = new Map(only.entries);
  for (const section of others) {
    for (const [num, entry] of section.entries) {
      const existing = merged.get(num);
      if (existing === undefined) merged.set(num, entry);
      else if (!sameEntry(existing, entry)) {
        throw conflict(section, `object ${num} is listed in two ways in one revision`);
      }
    }
  }
  return merged;
}
