import { signedLater } from '../fixtures/later-revision.ts';
import { attacks, type Attack } from './attack.ts';
import { contractFile } from './contract.ts';
import { RawUpdate } from './raw-update.ts';
import { type Bases, patched, type SealedFile, spliced, takenApart, withCms } from './sealed-bases.ts';
import { STAMP } from './stamped-otherwise.ts';

const AMOUNT = '100,00';
const FORGED = '999,99';

/** The contract, signed by a stranger alone. */
const signedContract = (): Promise<Buffer> => signedLater(contractFile());

const onSigned =
  (work: (file: Buffer, apart: SealedFile, bases: Bases) => Buffer | Promise<Buffer>): Attack['make'] =>
  async (bases) => {
    const file = await signedContract();
    return work(file, takenApart(file), bases);
  };

/** Overwrites the four numbers of ByteRange in the room that they have. */
function withRange(file: Buffer, { byteRange }: SealedFile, change: (range: number[]) => number[]): Buffer {
  const before = `[${byteRange.join(' ')}]`;
  return patched(file, before, `[${change([...byteRange]).join(' ')}]`);
}

/** A stranger signs once more, so that the last signature is a good one. */
const signedAgain = (file: Buffer): Promise<Buffer> => signedLater(file, {});

/** Files with a signature inside that does not hold, or not of what is seen. */
export const INNER_ATTACKS: readonly Attack[] = attacks('signature wrapping', {
  'inside: a byte of a sealed page changed': ({ table }) => patched(table.file, AMOUNT, FORGED),
  'inside: a byte of an archived file changed': ({ archived }) => patched(archived.file, AMOUNT, FORGED),
  'inside: a byte of a sealed page changed, signed once more': ({ table }) =>
    signedAgain(patched(table.file, AMOUNT, FORGED)),
  'inside: a byte of a stranger’s signed page changed': onSigned((file) => patched(file, AMOUNT, FORGED)),
  'inside: the same, signed once more': onSigned((file) => signedAgain(patched(file, AMOUNT, FORGED))),
  'inside: the name in a stranger’s certificate changed': onSigned((file, { cms }) => {
    const hex = Buffer.from('Selo local - Outra Empresa').toString('hex');
    return cms.length > 0
      ? patched(file, hex, Buffer.from('Selo local - Nossa Empresa').toString('hex'))
      : file;
  }),
  'inside: the signature value changed': onSigned((file, apart) => {
    const cms = Buffer.from(apart.cms);
    cms.writeUInt8(cms.readUInt8(cms.length - 1) ^ 1, cms.length - 1);
    return withCms(apart, cms);
  }),
  'inside: Contents of zeros': onSigned((_, apart) => withCms(apart, Buffer.alloc(0))),
  'inside: the signature of another document': onSigned((_, apart, { table }) => withCms(apart, table.cms)),
  'inside: a seal put into a stranger’s field': onSigned((_, apart, { archived }) =>
    withCms(apart, archived.cms),
  ),
  'inside: ByteRange that ends early': onSigned((file, apart) =>
    withRange(file, apart, ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d - 40]),
  ),
  'inside: ByteRange that begins late': onSigned((file, apart) =>
    withRange(file, apart, ([, b = 0, c = 0, d = 0]) => [9, b - 9, c, d]),
  ),
  'inside: ByteRange with a wider gap': onSigned((file, apart) =>
    withRange(file, apart, ([a = 0, b = 0, c = 0, d = 0]) => [a, b - 50, c, d]),
  ),
  'inside: ByteRange of nothing': onSigned((file, apart) => withRange(file, apart, () => [0, 0, 0, 0])),
  'inside: a page edited after a stranger’s signature': onSigned((file, { roles }) =>
    new RawUpdate(file).edit(roles.page, { Rotate: '180' }).finish(),
  ),
  'inside: a page edited after a stranger’s signature, signed once more': onSigned((file, { roles }) =>
    signedAgain(new RawUpdate(file).edit(roles.page, { Rotate: '90' }).finish()),
  ),
  'inside: the text of a signed page replaced, signed once more': onSigned((file, { roles }) =>
    signedAgain(
      new RawUpdate(file)
        .stream(roles.content.num, 'BT /F1 18 Tf 60 700 Td (O valor e de R$ 900.000,00.) Tj ET')
        .finish(),
    ),
  ),
  'inside: a value that was signed overwritten': onSigned((file, { roles }) =>
    signedAgain(new RawUpdate(file).edit(roles.field, { V: '(900000)' }).finish()),
  ),
  'inside: a sealed file edited and signed once more': ({ table }) =>
    signedAgain(
      new RawUpdate(table.file)
        .stream(table.roles.content.num, 'BT /F1 18 Tf 60 700 Td (O valor e de R$ 1.) Tj ET')
        .finish(),
    ),
  'inside: an annotation over a sealed page, signed once more': ({ table }) => {
    const update = new RawUpdate(table.file);
    const note = update.fresh();
    update.object(note, '<< /Type /Annot /Subtype /FreeText /Rect [60 680 460 740] /Contents (x) /F 4 >>');
    const { field, emptySignature, page } = table.roles;
    update.edit(page, { Annots: `[${field.num} 0 R ${emptySignature.num} 0 R ${note} 0 R]` });
    return signedAgain(update.finish());
  },
  'inside: a later stamp that covers the whole page': onSigned((file) =>
    signedLater(file, { ...STAMP, rect: '0 0 595 842' }),
  ),
  'inside: a later stamp that is only printed': onSigned((file) =>
    signedLater(file, { ...STAMP, flags: 36 }),
  ),
  'inside: a signature on a page that the form does not list': onSigned((file, apart) => {
    const update = new RawUpdate(file);
    const ghost = update.fresh();
    update.object(
      ghost,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Fantasma) /V ${apart.signatureNum} 0 R /F 132 /Rect [0 0 0 0] >>`,
    );
    return update.edit(apart.roles.secondPage, { Annots: `[${ghost} 0 R]` }).finish();
  }),
  'inside: the field of a sealed file taken off the form': ({ table }) => {
    const update = new RawUpdate(table.file);
    const { form, field, emptySignature } = table.roles;
    return update.edit(form, { Fields: `[${field.num} 0 R ${emptySignature.num} 0 R]` }).finish();
  },
  'inside: a signature dictionary under another type of field': onSigned((file, apart) =>
    new RawUpdate(file).edit({ num: apart.fieldNum, gen: 0 }, { FT: '/Tx' }).finish(),
  ),
  'inside: a second dictionary put in the place of the first': onSigned((file, apart) => {
    const update = new RawUpdate(file);
    const copy = update.fresh();
    const body = file.subarray(...extentOf(apart));
    update.object(copy, body);
    return update.edit({ num: apart.fieldNum, gen: 0 }, { V: `${copy} 0 R` }).finish();
  }),
  'inside: the same bytes with something after the last end': onSigned((file) =>
    Buffer.concat([file, Buffer.from('4 0 obj\n<< >>\nendobj\n')]),
  ),
  'inside: a second Contents beside the first': onSigned((file, apart) => {
    const [, before] = apart.byteRange;
    return spliced(file, before - 10, before - 10, ' /Contents <00> ');
  }),
});

function extentOf({ pdf, signatureNum }: SealedFile): [number, number] {
  const value = pdf.object(signatureNum);
  if (value === null || typeof value !== 'object' || !('end' in value)) throw new Error('no dictionary');
  return [value.start, value.end];
}
