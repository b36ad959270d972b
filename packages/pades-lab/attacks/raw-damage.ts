import { PdfStream } from '@lacre/pades/pdf';

import { attacks, type Attack } from './attack.ts';
import { type Bases, patched, type SealedFile } from './sealed-bases.ts';

const behind = (extra: string | ((base: SealedFile) => Uint8Array)): Attack['make'] => {
  return ({ table }) =>
    Buffer.concat([table.file, typeof extra === 'string' ? Buffer.from(extra, 'latin1') : extra(table)]);
};

export const TRAILING_BYTES: readonly Attack[] = attacks('trailing bytes', {
  'a line feed': behind('\n'),
  'a carriage return': behind('\r'),
  'a carriage return and a line feed': behind('\r\n'),
  'two line feeds': behind('\n\n'),
  'a line feed and a carriage return': behind('\n\r'),
  'a space': behind(' '),
  '1,101 spaces, beyond the window of MuPDF': behind(' '.repeat(1101)),
  '4,096 spaces, beyond the window of PDFium': behind(' '.repeat(4096)),
  '4,096 line feeds': behind('\n'.repeat(4096)),
  'a null byte': behind('\0'),
  'a thousand spaces': behind(' '.repeat(1000)),
  'a comment': behind('% nothing\n'),
  'a second end': behind('%%EOF\n'),
  'an object': behind('4 0 obj\n<< >>\nendobj\n'),
  'a startxref': behind('startxref\n9\n%%EOF\n'),
  'the whole file again': behind(({ file }) => file),
  'the whole original again': behind(({ file, pdf }) => file.subarray(0, pdf.revisions[0]?.end)),
  'a page of HTML': behind('<html><body>Outro</body></html>'),
  'an archive': behind('PK\x03\x04'),
  'a byte after an archive time stamp': ({ archived }) => Buffer.concat([archived.file, Buffer.from('\n')]),
  'an end after an archive time stamp': ({ archived }) =>
    Buffer.concat([archived.file, Buffer.from('%%EOF\n')]),
  'the archive time stamp again': ({ archived }) =>
    Buffer.concat([archived.file, archived.file.subarray(archived.pdf.revisions.at(-1)?.start)]),
  'the validation data again': ({ longTerm }) =>
    Buffer.concat([longTerm.file, longTerm.file.subarray(longTerm.pdf.revisions.at(-1)?.start)]),
});

/** Offsets at which something of the file begins or ends, by name. */
export function boundaries({ pdf, byteRange }: SealedFile): Map<string, number> {
  const found = new Map<string, number>();
  for (const { index, sections, startxref, markerEnd, end, trailer } of pdf.revisions) {
    const state = pdf.at(index);
    for (const num of pdf.revisions[index]?.entries.keys() ?? []) {
      const object = state.indirectObject(num);
      if (!object) continue;
      found.set(`before object ${num} of revision ${index}`, object.start);
      found.set(`after object ${num} of revision ${index}`, object.end);
      if (object.value instanceof PdfStream) {
        const { dict, data } = object.value;
        found.set(`before the data of object ${num} of revision ${index}`, object.end - data.length - 17);
        found.set(`after the keys of object ${num} of revision ${index}`, dict.end);
      }
    }
    found.set(`before the cross-reference of revision ${index}`, startxref);
    for (const section of sections)
      found.set(`after a section of revision ${index} at ${section.offset}`, section.end);
    found.set(`before the trailer of revision ${index}`, trailer.start);
    found.set(`before the end marker of revision ${index}`, markerEnd - 5);
    if (markerEnd !== end) found.set(`before the last end of line of revision ${index}`, markerEnd);
  }
  found.set('before Contents', byteRange[1]);
  found.set('inside Contents', byteRange[1] + 100);
  found.set('after Contents', byteRange[2]);
  return found;
}

/** A file cut at every boundary, save where the cut leaves what was once the whole file. */
export const truncations = (bases: Bases): readonly Attack[] =>
  (['table', 'archivedStream'] as const).flatMap((name) => {
    const base = bases[name];
    const whole = new Set(base.pdf.revisions.map(({ end }) => end));
    return [...boundaries(base)]
      .filter(([, at]) => !whole.has(at) && at < base.file.length)
      .map(([where, at]): Attack => ({
        family: 'truncation',
        name: `${name}, cut ${where}`,
        make: () => base.file.subarray(0, at),
      }));
  });

interface Region {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Pieces of the CMS that signs the file, found by what they hold. */
function cmsRegions({ cms, byteRange }: SealedFile, { owner }: Bases): Region[] {
  const at = (part: Uint8Array): number => byteRange[1] + 1 + 2 * cms.indexOf(part);
  const piece = (name: string, part: Uint8Array, skip = 0): Region => ({
    name,
    start: at(part) + 2 * skip,
    end: at(part) + 2 * part.length,
  });
  const { certificate } = owner.seal;
  const start = byteRange[1] + 1;
  return [
    { name: 'header of the CMS', start, end: start + 100 },
    piece('seal certificate', certificate.der),
    piece('issuing certificate', owner.issuing.certificate.der),
    piece('root certificate', owner.root.certificate.der),
    {
      name: 'signed attributes and signature',
      start: start + 2 * (cms.length - 320),
      end: start + 2 * cms.length,
    },
    { name: 'padding', start: start + 2 * cms.length, end: byteRange[2] - 1 },
    { name: 'brackets of Contents', start: byteRange[1], end: byteRange[1] + 1 },
    { name: 'closing bracket of Contents', start: byteRange[2] - 1, end: byteRange[2] },
  ];
}

/** Every object, section and end of every revision. */
export function regionsOf(base: SealedFile, bases: Bases): Region[] {
  const { pdf, file } = base;
  const regions: Region[] = [{ name: 'header', start: 0, end: 15 }];
  for (const revision of pdf.revisions) {
    const state = pdf.at(revision.index);
    for (const num of revision.entries.keys()) {
      const object = state.indirectObject(num);
      if (object) regions.push({ name: `object ${num} of revision ${revision.index}`, ...object });
    }
    for (const { offset, end } of revision.sections)
      regions.push({ name: `section of revision ${revision.index}`, start: offset, end });
    regions.push({ name: `end of revision ${revision.index}`, start: revision.end - 25, end: revision.end });
  }
  const range = file.lastIndexOf('/ByteRange', base.byteRange[1], 'latin1');
  regions.push({ name: 'ByteRange', start: range, end: range + 60 });
  return [...regions, ...cmsRegions(base, bases)];
}

/** In every region, one bit at its start, middle and end. */
export const flippedBits = (bases: Bases): readonly Attack[] =>
  (['table', 'stamped', 'longTerm', 'archivedStream'] as const).flatMap((name) => {
    const base = bases[name];
    return regionsOf(base, bases).flatMap(({ name: where, start, end }) =>
      [start, (start + end) >> 1, end - 1].map((at, index): Attack => ({
        family: 'flipped bits',
        name: `${name}, ${where}, ${['first', 'middle', 'last'][index]} byte`,
        make: () => {
          const changed = Buffer.from(base.file);
          changed[at] = (changed[at] as number) ^ (1 << (at % 8));
          return changed;
        },
      })),
    );
  });

/** Changes of whole bytes that leave the meaning as it was. */
export const SAME_MEANING: readonly Attack[] = attacks('flipped bits', {
  'a space made a tab in the original': ({ table }) => patched(table.file, '/Pages 2', '/Pages\t2'),
  'a line feed made a carriage return in the cross-reference': ({ table }) => {
    const copy = Buffer.from(table.file);
    copy[copy.lastIndexOf('xref\n', copy.lastIndexOf('trailer')) + 4] = 0x0d;
    return copy;
  },
  'the last line feed made a carriage return': ({ table }) => {
    const copy = Buffer.from(table.file);
    copy[copy.length - 1] = 0x0d;
    return copy;
  },
  'a capital digit in Contents': ({ table }) => {
    const copy = Buffer.from(table.file);
    const at =
      table.byteRange[1] +
      copy.subarray(table.byteRange[1]).findIndex((byte) => byte >= 0x61 && byte <= 0x66);
    copy[at] = (copy[at] as number) - 0x20;
    return copy;
  },
  'a capital digit in the archive time stamp': ({ archived }) => {
    const copy = Buffer.from(archived.file);
    const from = copy.lastIndexOf('/Contents <') + 11;
    const at = from + copy.subarray(from).findIndex((byte) => byte >= 0x61 && byte <= 0x66);
    copy[at] = (copy[at] as number) - 0x20;
    return copy;
  },
  'a digit in the padding of the archive time stamp': ({ archived }) => {
    const copy = Buffer.from(archived.file);
    copy[copy.indexOf('>', copy.lastIndexOf('/Contents <'), 'latin1') - 3] = 0x31;
    return copy;
  },
});
