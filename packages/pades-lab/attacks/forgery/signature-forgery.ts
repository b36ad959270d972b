import { attacks, type Attack } from '../attack.ts';
import { RawUpdate } from '../raw-update.ts';
import { type Bases, patched, type SealedFile, spliced } from '../sealed-bases.ts';

const OTHER_TEXT = 'BT /F1 18 Tf 60 700 Td (O valor e de R$ 900.000,00.) Tj ET';

/** The seal's dictionary as text, to be written again with changes. */
function sealText({ pdf, signatureNum }: SealedFile): string {
  const object = pdf.indirectObject(signatureNum);
  if (!object) throw new Error('no seal');
  const text = Buffer.from(pdf.bytes.subarray(object.start, object.end)).toString('latin1');
  return text.slice(text.indexOf('<<'), text.lastIndexOf('endobj'));
}

/** Other bytes in the gap that the seal does not cover, which keeps its length. */
function inTheGap(
  { file, byteRange, cms }: SealedFile,
  write: (hex: string, room: number) => string,
): Buffer {
  const [, before, after] = byteRange;
  const text = write(cms.toString('hex'), after - before);
  if (text.length > after - before) throw new Error('does not fit the gap');
  return spliced(file, before, after, text.padEnd(after - before));
}

/** Zeros that end the Contents where it ended. */
function filler(used: number, room: number): string {
  return '0'.repeat((room - used) & ~1);
}

/** The sealed bytes with other text for the ByteRange, in the room it has. */
function withByteRange({ file, byteRange }: SealedFile, text: string): Buffer {
  const start = file.lastIndexOf('/ByteRange [', byteRange[1], 'latin1') + '/ByteRange '.length;
  const end = file.indexOf('\n', start, 'latin1');
  if (text.length > end - start) throw new Error('no room');
  return spliced(file, start, end, text.padEnd(end - start));
}

/**
 * Moves what the seal covers after its Contents to the end of a longer file, with something else in
 * between, and has the ByteRange point to it.
 */
function movedSecondPart(base: SealedFile, inserted: string): Buffer {
  const [, before, after, rest] = base.byteRange;
  const head = withByteRange(base, `[0 ${before} ${after + inserted.length} ${rest}]`);
  const middle = Buffer.from(inserted, 'latin1');
  return Buffer.concat([head.subarray(0, after), middle, base.file.subarray(after, after + rest)]);
}

/** As above, with a cross-reference of the attacker's where the covered startxref points to. */
function movedWithCrossReference(base: SealedFile): Buffer {
  const { pdf, roles, byteRange } = base;
  const [, , after] = byteRange;
  const revision = pdf.revisions.at(-1);
  if (!revision) throw new Error('no revision');
  const content = `\n>>\nendobj\n${roles.content.num} 0 obj\n<< /Length 3 >>\nstream\nq Q\nendstream\nendobj\n`;
  const body = content.padEnd(revision.startxref - after);
  const sectionOf = (delta: number): string => {
    const lines = [...revision.entries].flatMap(([num, entry]) => {
      if (entry.kind !== 'offset') return [];
      const offset = entry.offset < after ? entry.offset : entry.offset + delta;
      return `${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const own = `${roles.content.num} 1\n${String(after + 12).padStart(10, '0')} 00000 n \n`;
    const trailer = Buffer.from(pdf.bytes.subarray(revision.trailer.start, revision.trailer.end));
    return `xref\n${own}${lines.join('')}trailer\n${trailer.toString('latin1')}\nstartxref\n${revision.startxref}\n%%EOF\n`;
  };
  const delta = body.length + sectionOf(0).length;
  return movedSecondPart(base, body + sectionOf(delta));
}

export const SIGNATURE_WRAPPING: readonly Attack[] = attacks('signature wrapping', {
  'second part moved, an object put between': ({ table }) =>
    movedSecondPart(table, '\n/Nothing (x)>>\nendobj\n4 0 obj\n<<>>\nendobj\n'),
  'second part moved, comments put between': ({ table }) => movedSecondPart(table, '%'.repeat(40)),
  'second part moved, white space put between': ({ table }) => movedSecondPart(table, ' '.repeat(16)),
  'second part moved, a cross-reference put where the old one was': ({ table }) =>
    movedWithCrossReference(table),
  'a second dictionary that points to a copy of the second part': ({ table }) => {
    const [, before, after, rest] = table.byteRange;
    const second = table.file.subarray(after, after + rest);
    const update = new RawUpdate(table.file).stream(table.roles.content.num, OTHER_TEXT);
    const copy = update.fresh();
    const at = update.length + `${copy} 0 obj\n`.length + sealText(table).length + '\nendobj\n'.length;
    const text = sealText(table).replace(
      `[${table.byteRange.join(' ')}]`,
      `[0 ${before} ${at} ${rest}]`.padEnd(`[${table.byteRange.join(' ')}]`.length),
    );
    update.object(copy, text).raw(second);
    return update.edit({ num: table.fieldNum, gen: 0 }, { V: `${copy} 0 R` }).finish();
  },
  'Contents cut short, a key in what is left of the gap': ({ table }) =>
    inTheGap(table, (hex) => `<${hex}> /Inserted (something else)`),
  'Contents cut short, spaces in what is left': ({ table }) => inTheGap(table, (hex) => `<${hex}>`),
  'Contents cut short, a comment in what is left': ({ table }) =>
    inTheGap(table, (hex) => `<${hex}>%`.padEnd(hex.length + 400, 'x') + '\n'),
  'Contents cut short, a second Contents after it': ({ table }) =>
    inTheGap(table, (hex, room) => {
      const head = `<${hex}>/Contents <`;
      return `${head}${filler(head.length + 1, room)}>`;
    }),
  'Contents cut short, a second ByteRange after it': ({ table }) =>
    inTheGap(table, (hex) => `<${hex}> /ByteRange [0 1 2 3]`),
  'Contents cut short, the dictionary closed and another begun': ({ table }) =>
    inTheGap(table, (hex, room) => {
      const head = `<${hex}> >> endobj 4 0 obj << /Length 3 >> stream\nq Q\nendstream endobj 99 0 obj << /Rest <`;
      return `${head}${filler(head.length + 1, room)}>`;
    }),
  'a wrapped object in the gap, listed by an update': ({ table }) => {
    const [, before] = table.byteRange;
    const wrapped = inTheGap(table, (hex, room) => {
      const content = `4 0 obj\n<< /Length 3 >>\nstream\nq Q\nendstream\nendobj\n`;
      const head = `<${hex}>%\n${content}`;
      return `${head}${' '.repeat(room - head.length)}`;
    });
    const at = before + table.cms.length * 2 + 4;
    return new RawUpdate(wrapped, table.file).list(table.roles.content.num, { offset: at, gen: 0 }).finish();
  },
  'two Contents in one, by a line of white space': ({ table }) =>
    inTheGap(
      table,
      (hex, room) => `<${hex.slice(0, 100)}\n \n${hex.slice(100)}${filler(hex.length + 5, room)}>`,
    ),
  'something after the CMS instead of zeros': ({ table }) =>
    inTheGap(table, (hex, room) => `<${hex}${'41'.repeat((room - hex.length - 2) / 2)}>`),
  'the CMS pushed back by a leading zero byte': ({ table }) =>
    inTheGap(table, (hex, room) => `<00${hex}${filler(hex.length + 4, room)}>`),
  'capital digits': ({ table }) =>
    inTheGap(table, (hex, room) => `<${hex.toUpperCase()}${filler(hex.length + 2, room)}>`),
  'an odd number of digits': ({ table }) =>
    inTheGap(table, (hex, room) => `<${hex}${filler(hex.length + 2, room).slice(1)}> `),
  'Contents as a literal string': ({ table }) => {
    const [, before, after] = table.byteRange;
    const octal = [...table.cms].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
    return spliced(table.file, before, after, `(${octal})`.padEnd(after - before));
  },
});

/** What Contents may be instead, so that careless readers skip the check. */
const CONTENTS = [
  'null',
  '<>',
  '<00>',
  '<0000>',
  '()',
  '0',
  '-1',
  'true',
  '[]',
  '<< >>',
  '/Name',
  '2 0 R',
  '(x)',
];
const RANGES = [
  'null',
  '[]',
  '[0 0 0 0]',
  '[0 -1 1 2]',
  '[0 -1000 1000 -1]',
  '[-1 0 0 0]',
  '[null null null null]',
  '[(0) (1) (2) (3)]',
  '[0.0 1.0 2.0 3.0]',
  '[0 99999999999999 1 1]',
  '[0 4294967296 4294967297 1]',
  '(0 1 2 3)',
  '2 0 R',
  '<< >>',
  '[[0 1 2 3]]',
  '[0]',
];

/** The seal's dictionary written again in an update, with other content on the page. */
function forged(base: SealedFile, change: (text: string) => string): Buffer {
  const update = new RawUpdate(base.file).stream(base.roles.content.num, OTHER_TEXT);
  return update.object(base.signatureNum, change(sealText(base))).finish();
}

const contentsPattern = /\/Contents <[0-9a-f]*>/;
const rangePattern = /\/ByteRange \[[0-9 ]*\]/;

export const UNIVERSAL_FORGERY: readonly Attack[] = [
  ...attacks('universal forgery', {
    'no Contents': ({ table }) => forged(table, (text) => text.replace(contentsPattern, '')),
    'no ByteRange': ({ table }) => forged(table, (text) => text.replace(rangePattern, '')),
    'neither Contents nor ByteRange': ({ table }) =>
      forged(table, (text) => text.replace(contentsPattern, '').replace(rangePattern, '')),
    'no SubFilter': ({ table }) => forged(table, (text) => text.replace(/\/SubFilter \/\S+/, '')),
    'an old SubFilter': ({ table }) =>
      forged(table, (text) => text.replace('/ETSI.CAdES.detached', '/adbe.pkcs7.sha1')),
    'a certificate outside the CMS': ({ table, owner }) =>
      forged(table, (text) =>
        text
          .replace('/ETSI.CAdES.detached', '/adbe.x509.rsa_sha1')
          .replace(contentsPattern, `/Cert <${Buffer.from(owner.seal.certificate.der).toString('hex')}>`),
      ),
    'no signature dictionary at all': ({ table }) =>
      new RawUpdate(table.file).object(table.signatureNum, '<< >>').finish(),
    'a signature that is null': ({ table }) =>
      new RawUpdate(table.file).object(table.signatureNum, 'null').finish(),
    'the dictionary directly in the field': ({ table }) =>
      new RawUpdate(table.file).edit({ num: table.fieldNum, gen: 0 }, { V: sealText(table) }).finish(),
    'the key Contents written with an escape': ({ table }) =>
      patched(table.file, '/Contents', '/Con#74', table.byteRange[1] - 40),
    'the key ByteRange written with an escape': ({ table }) =>
      forged(table, (text) => text.replace('/ByteRange', '/By#74eRange')),
    'a second ByteRange, written with an escape': ({ table }) =>
      forged(table, (text) => text.replace('/ByteRange', '/By#74eRange [0 1 2 3] /ByteRange')),
    'a Contents longer than its room': ({ table }) =>
      forged(table, (text) => text.replace(/>(\s*\/M )/, `${'00'.repeat(40_000)}>$1`)),
  }),
  ...CONTENTS.map((value): Attack => ({
    family: 'universal forgery',
    name: `Contents ${value}`,
    make: ({ table }: Bases) => forged(table, (text) => text.replace(contentsPattern, `/Contents ${value}`)),
  })),
  ...CONTENTS.slice(0, 6).map((value): Attack => ({
    family: 'universal forgery',
    name: `Contents ${value} in the sealed bytes themselves`,
    make: ({ table }: Bases) => inTheGap(table, () => value),
  })),
  ...RANGES.map((value): Attack => ({
    family: 'universal forgery',
    name: `ByteRange ${value}`,
    make: ({ table }: Bases) => forged(table, (text) => text.replace(rangePattern, `/ByteRange ${value}`)),
  })),
];

/** Every way in which the numbers can be wrong, in the sealed bytes themselves. */
const WRONG: Readonly<Record<string, (range: readonly number[], size: number) => string>> = {
  'starts at 1': ([, a = 0, b, c]) => `[1 ${a - 1} ${b} ${c}]`,
  'leaves out a byte more before': ([, a = 0, b, c]) => `[0 ${a - 1} ${b} ${c}]`,
  'leaves out a byte less before': ([, a = 0, b, c]) => `[0 ${a + 1} ${b} ${c}]`,
  'goes on a byte early': ([, a, b = 0, c = 0]) => `[0 ${a} ${b - 1} ${c + 1}]`,
  'goes on a byte late': ([, a, b = 0, c = 0]) => `[0 ${a} ${b + 1} ${c - 1}]`,
  'ends a byte early': ([, a, b, c = 0]) => `[0 ${a} ${b} ${c - 1}]`,
  'ends a byte late': ([, a, b, c = 0]) => `[0 ${a} ${b} ${c + 1}]`,
  'ends at the Contents': ([, a, b]) => `[0 ${a} ${b} 0]`,
  'covers all, no gap': ([, a = 0], size) => `[0 ${a} ${a} ${size - a}]`,
  'overlaps itself': ([, a, b, c]) => `[0 ${b} ${a} ${c}]`,
  'the parts in the other order': ([, a, b, c]) => `[${b} ${c} 0 ${a}]`,
  'covers the first part only': ([, a]) => `[0 ${a}]`,
  'covers the first part twice': ([, a]) => `[0 ${a} 0 ${a}]`,
  'covers the second part only': ([, , b, c]) => `[0 0 ${b} ${c}]`,
  'three numbers': ([, a, b]) => `[0 ${a} ${b}]`,
  'six numbers': ([, a, b, c = 0]) => `[0 ${a} ${b} ${c - 1} 9 1]`,
  'a leading zero': ([, a, b, c]) => `[0 ${a} 0${b} ${c}]`,
  'a plus sign': ([, a, b, c]) => `[0 +${a} ${b} ${c}]`,
  'a decimal point': ([, a, b, c]) => `[0 ${a}.0 ${b} ${c}]`,
  'a minus sign': ([, a, b, c]) => `[0 ${a} ${b} -${c}]`,
  'a comment inside': ([, a, b, c]) => `[0 ${a}%\n${b} ${c}]`,
  'two spaces': ([, a, b, c]) => `[0  ${a} ${b} ${c}]`,
  'a tab': ([, a, b, c]) => `[0\t${a} ${b} ${c}]`,
  'a string for a number': ([, a, b]) => `[0 ${a} ${b} (1)]`,
  'a reference for a number': ([, a, b]) => `[0 ${a} ${b} 2 0 R]`,
  'ends at the revision before': ([, a], size) => `[0 ${a} ${size} 0]`,
};

export const WRONG_BYTE_RANGE: readonly Attack[] = Object.entries(WRONG).map(([name, write]) => ({
  family: 'wrong ByteRange',
  name,
  make: ({ table }: Bases) => withByteRange(table, write(table.byteRange, table.file.length)),
}));
