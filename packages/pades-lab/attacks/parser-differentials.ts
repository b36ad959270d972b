import { attacks, type Attack } from './attack.ts';
import { PREPARED_DOCUMENTS } from './prepared-documents.ts';
import { RawUpdate } from './raw-update.ts';
import { patched, spliced } from './sealed-bases.ts';

const OTHER = '<< /Length 3 >>\nstream\nq Q\nendstream';

/** Done to a sealed file. */
const AFTERWARDS: readonly Attack[] = attacks('parser differential', {
  'a second object of the same number, unlisted': ({ table }) =>
    new RawUpdate(table.file).object(table.roles.content.num, OTHER, { unlisted: true }).finish(),
  'a second object of the same number between xref and startxref': ({ table }) => {
    const update = new RawUpdate(table.file);
    const start = update.table();
    return update.object(4, OTHER, { unlisted: true }).end(start);
  },
  'a second object of the same number after the end': ({ table }) =>
    new RawUpdate(table.file).object(4, OTHER, { unlisted: true }).bytes,
  'the cross-reference points at the first, a search finds the second': ({ table }) => {
    const update = new RawUpdate(table.file);
    const at = update.length;
    update
      .object(4, '<< /Length 16 >>\nstream\n0 0 100 100 re f\nendstream')
      .object(4, OTHER, { unlisted: true });
    return update.list(4, { offset: at, gen: 0 }).finish();
  },
  'two tables that disagree, the older one named': ({ table }) => {
    const update = new RawUpdate(table.file).object(4, OTHER);
    update.table();
    return update.end(update.previous);
  },
  'two startxref in one end': ({ table }) => {
    const update = new RawUpdate(table.file).object(4, OTHER);
    const start = update.table();
    return update.raw(`startxref\n${update.previous}\n`).end(start);
  },
  'two ends': ({ table }) => {
    const update = new RawUpdate(table.file).object(4, OTHER);
    const start = update.table();
    update.end(start);
    return update.end(update.previous);
  },
  'an end in a comment': ({ table }) => {
    const update = new RawUpdate(table.file);
    return update.raw(`%startxref\n%${update.previous}\n%%EOF\n`).bytes;
  },
  'a hybrid whose stream replaces the page content': ({ table }) => {
    const update = new RawUpdate(table.file);
    const at = update.length;
    update.object(4, OTHER, { unlisted: true });
    const stream = new RawUpdate(update.bytes, table.file).list(4, { offset: at, gen: 0 });
    const hidden = stream.crossReferenceStream({ Prev: undefined });
    const table2 = new RawUpdate(stream.bytes, table.file);
    return table2.end(table2.table({ XRefStm: String(hidden), Size: String(stream.size) }));
  },
  'an object in the table and in an object stream': ({ table }) => {
    const update = new RawUpdate(table.file);
    const container = update.fresh();
    update.stream(container, '4 0 << /A 1 >>', '/Type /ObjStm /N 1 /First 4');
    update.list(4, { container, index: 0 });
    return update.end(update.crossReferenceStream());
  },
  'an object stream inside an object stream': ({ stream }) => {
    const update = new RawUpdate(stream.file);
    const [outer, inner] = [update.fresh(), update.fresh()];
    update.stream(
      outer,
      `${inner} 0 << /Type /ObjStm /N 1 /First 4 >>`,
      `/Type /ObjStm /N 1 /First ${String(inner).length + 3}`,
    );
    update
      .list(inner, { container: outer, index: 0 })
      .list(stream.roles.page.num, { container: inner, index: 0 });
    return update.finish();
  },
  'a member listed at another place of its stream': ({ stream }) => {
    const { page } = stream.roles;
    const entry = stream.pdf.entryOf(stream.roles.secondPage.num);
    if (entry?.kind !== 'compressed') throw new Error('not compressed');
    return new RawUpdate(stream.file)
      .list(page.num, { container: entry.container, index: entry.index })
      .finish();
  },
  'a cross-reference that points into a stream': ({ table }) => {
    const update = new RawUpdate(table.file);
    const holder = update.fresh();
    update.stream(holder, `4 0 obj\n${OTHER}\nendobj`);
    return update.list(4, { offset: update.bytes.lastIndexOf('4 0 obj'), gen: 0 }).finish();
  },
  'a cross-reference that points into Contents': ({ table }) =>
    new RawUpdate(table.file).list(4, { offset: table.byteRange[1] + 1, gen: 0 }).finish(),
  'a reference of another generation': ({ table }) =>
    new RawUpdate(table.file).edit(table.roles.page, { Contents: '4 7 R' }).finish(),
  'an entry of another generation': ({ table }) =>
    new RawUpdate(table.file).list(4, { offset: table.pdf.indirectObject(4)?.start ?? 0, gen: 7 }).finish(),
  'a Prev that leads to itself': ({ table }) => {
    const update = new RawUpdate(table.file);
    return update.end(update.table({ Prev: String(update.length) }));
  },
  'a Prev that leads forward': ({ table }) => {
    const update = new RawUpdate(table.file);
    return update.end(update.table({ Prev: String(update.length + 300) }));
  },
  'a Prev that leads into a stream': ({ table }) => {
    const update = new RawUpdate(table.file);
    return update.end(update.table({ Prev: String(table.pdf.indirectObject(4)?.start) }));
  },
  'a Prev by reference': ({ table }) => new RawUpdate(table.file).finish({ Prev: '9 0 R' }),
  'a Size that leaves objects out': ({ table }) => new RawUpdate(table.file).finish({ Size: '5' }),
  'a Size that is too large': ({ table }) => new RawUpdate(table.file).finish({ Size: '99999999999' }),
  'a Size of no number': ({ table }) => new RawUpdate(table.file).finish({ Size: '(9)' }),
  'a key of the trailer twice': ({ table }) => {
    const update = new RawUpdate(table.file);
    return update.end(update.table({ Size: `${update.size} /Root 2 0 R` }));
  },
  'a key of the trailer twice, once with an escape': ({ table }) => {
    const update = new RawUpdate(table.file);
    return update.end(update.table({ Size: `${update.size} /R#6fot 2 0 R` }));
  },
  'a key of the catalog twice': ({ table }) =>
    new RawUpdate(table.file)
      .object(1, '<< /Type /Catalog /Pages 2 0 R /P#61ges 5 0 R /AcroForm 10 0 R >>')
      .finish(),
  'a subsection that begins at 1 with a free entry': ({ table }) => {
    const update = new RawUpdate(table.file).object(4, OTHER, { unlisted: true });
    const start = update.length;
    const at = String(table.file.length).padStart(10, '0');
    const entries = `0000000000 65535 f \n${at} 00000 n \n`;
    return update
      .raw(`xref\n1 2\n${entries}trailer\n<< /Size ${update.size} /Root 1 0 R /Prev ${update.previous} >>\n`)
      .end(start);
  },
  'an object number that is another one in 32 bits': ({ table }) =>
    new RawUpdate(table.file).object(4_294_967_300, OTHER).finish(),
  'junk before the header': ({ table }) => Buffer.concat([Buffer.from('junk\n'), table.file]),
  'a second header before the first': ({ table }) => Buffer.concat([Buffer.from('%PDF-1.4\n'), table.file]),
  'a byte order mark before the header': ({ table }) =>
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), table.file]),
  'another version in the header': ({ table }) => patched(table.file, '%PDF-1.7', '%PDF-1.0'),
  'a header of no version': ({ table }) => patched(table.file, '%PDF-1.7', '%PDF-x.y'),
  'a zip behind, whose offsets begin at the end': ({ table }) =>
    Buffer.concat([table.file, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
  'a linearization dictionary in the place of the header comment': ({ table }) =>
    spliced(
      table.file,
      9,
      14,
      `\n1 0 obj<</Linearized 1/L ${table.file.length + 40}/H[1 1]/O 3/E 9/N 1/T 9>>endobj`,
    ),
  'white space made comments by an end of line taken out': ({ table }) =>
    patched(table.file, '%\xe2\xe3\xcf\xd3\n', '%\xe2\xe3\xcf\xd3 '),
});

export const PARSER_DIFFERENTIALS: readonly Attack[] = [...AFTERWARDS, ...PREPARED_DOCUMENTS];
