import { checkHiddenSyntax } from '../hidden-syntax.ts';
import { checkClaimedLength } from '../linearization.ts';
import type { PdfReader } from '../pdf-reader.ts';
import { type Revision, sameEntry } from '../revision.ts';
import { isDigit, isWhiteSpace, latin1 } from './characters.ts';
import type { IndirectObject } from './indirect-object.ts';
import { PdfSyntaxError } from './pdf-syntax-error.ts';

/** A piece of the file that something accounts for. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/**
 * Checks that the bytes of a file say what its cross-reference says. Readers that find a fault rebuild
 * the cross-reference by searching for objects, and take the last they find; so nothing that looks
 * like an object may stand in the file without being listed, no object may lie in another one, and
 * no revision may bring back what an earlier one laid down.
 *
 * @param containers numbers of the object streams in use
 * @throws PdfSyntaxError `layout-overlap`, `layout-hidden-object`, `layout-hidden-syntax`, `layout-order`,
 * `linearization-length`
 */
export function checkLayout(pdf: PdfReader, containers: readonly number[]): void {
  const regions = pdf.revisions.map((): Extent[] => []);
  const objects: IndirectObject[] = [];
  for (const revision of pdf.revisions) {
    for (const object of addObjects(pdf, revision, regions)) objects.push(object);
    for (const { offset, end } of revision.sections) {
      regions[regionOf(pdf, offset)]?.push({ start: offset, end });
    }
    const lowest = Math.max(...revision.sections.map(({ end }) => end).filter((end) => end <= revision.end));
    regions[revision.index]?.push({ start: lowest, end: revision.end });
  }
  for (const { index, start, end } of pdf.revisions) {
    checkRegion(pdf.bytes, regions[index] as Extent[], start, end);
  }
  const sections = pdf.revisions.flatMap((revision) => revision.sections);
  checkHiddenSyntax(pdf.bytes.subarray(0, pdf.end), { objects, sections });
  checkClaimedLength(pdf.bytes, pdf.end);
  checkMembers(pdf, containers);
}

/** Index of the revision whose bytes these are. */
function regionOf({ revisions }: PdfReader, offset: number): number {
  return revisions.findIndex(({ end }) => offset < end);
}

/** @returns the objects that the revision lists */
function addObjects(pdf: PdfReader, revision: Revision, regions: readonly Extent[][]): IndirectObject[] {
  const objects: IndirectObject[] = [];
  const state = pdf.at(revision.index);
  for (const [num, entry] of revision.entries) {
    if (entry.kind !== 'offset') continue;
    const extent = state.indirectObject(num);
    if (!extent || extent.end > revision.end) {
      throw new PdfSyntaxError('layout-order', entry.offset, `object ${num} lies beyond its revision`);
    }
    if (entry.offset < revision.start && !isKnown(pdf, revision, num)) {
      throw new PdfSyntaxError('layout-order', entry.offset, `object ${num} lies in an older revision`);
    }
    regions[regionOf(pdf, entry.offset)]?.push(extent);
    objects.push(extent);
  }
  return objects;
}

/** Listed again where it was, or by a hybrid's stream, which may be later than what it lists. */
function isKnown(pdf: PdfReader, revision: Revision, num: number): boolean {
  const entry = revision.entries.get(num);
  const earlier = revision.index > 0 ? pdf.entryOf(num, revision.index - 1) : undefined;
  if (entry && earlier && sameEntry(earlier, entry)) return true;
  return revision.kind === 'table' && revision.sections[0]?.entries.has(num) === false;
}

/** Objects may be listed twice at one place, but may not overlap; what lies between must be nothing. */
function checkRegion(bytes: Uint8Array, extents: Extent[], start: number, end: number): void {
  extents.sort((a, b) => a.start - b.start || a.end - b.end);
  let at = start;
  let previous: Extent | undefined;
  for (const extent of extents) {
    if (previous?.start === extent.start && previous.end === extent.end) continue;
    if (extent.start < at) throw new PdfSyntaxError('layout-overlap', extent.start, 'objects overlap');
    checkGap(bytes, at, extent.start);
    // `14 0 obj`, listed as object 4 one byte further on, is object 14 to a reader that searches.
    if (extent.start > at && isDigit(bytes[extent.start - 1])) {
      throw new PdfSyntaxError('object-mismatch', extent.start, 'an object begins inside a number');
    }
    at = extent.end;
    previous = extent;
  }
  checkGap(bytes, at, end);
}

/** What readers that search a file for objects would stop at. */
const SYNTAX = /obj|(?<!start)xref|trailer|stream/;

function checkGap(bytes: Uint8Array, start: number, end: number): void {
  let at = start;
  while (at < end) {
    while (at < end && isWhiteSpace(bytes[at])) at += 1;
    if (at === end) return;
    const line = lineEnd(bytes, at, end);
    // A comment is nothing, to those that search too.
    if (bytes[at] !== 0x25 && SYNTAX.test(latin1(bytes, at, line))) {
      throw new PdfSyntaxError('layout-hidden-object', at, 'an object that no cross-reference lists');
    }
    at = line;
  }
}

function lineEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
  return at;
}

/** Every member of an object stream must be listed as just that, once at least in the file's life. */
function checkMembers(pdf: PdfReader, containers: readonly number[]): void {
  const listed = new Map<number, Set<number>>();
  for (const { entries } of pdf.revisions) {
    for (const [num, entry] of entries) {
      if (entry.kind !== 'compressed') continue;
      const members = listed.get(entry.container);
      if (members) members.add(num);
      else listed.set(entry.container, new Set([num]));
    }
  }
  for (const container of containers) {
    const members = listed.get(container);
    const stranger = pdf.objectStream(container).numbers.find((num) => !members?.has(num));
    if (stranger !== undefined) {
      throw new PdfSyntaxError('layout-hidden-object', 0, `object ${stranger} is unlisted`);
    }
  }
}
