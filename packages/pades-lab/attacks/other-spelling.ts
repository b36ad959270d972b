import { readPdf, sealPdf } from '@lacre/pades';
import { PdfArray } from '@lacre/pades/pdf';
import { editedDict } from '@lacre/pades/write';

import { NOW } from '../fixtures/authorities.ts';
import { HandWrittenPdf, onePage } from '../fixtures/hand-written-pdf.ts';
import { signedLater } from '../fixtures/later-revision.ts';
import { attacks, type Attack } from './attack.ts';
import { stampedWith } from './forgery/long-term-forgery.ts';
import type { Bases } from './sealed-bases.ts';

/**
 * The same object in other tokens. Most readers see the same value; one or another does not, and shows what was
 * hidden, or hides what was shown.
 */
const SPELLINGS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'flags of a hidden note, as a real': ['<< /F 2 >>', '<< /F 2.0 >>'],
  'flags of a hidden note, with a point only': ['<< /F 2 >>', '<< /F 2. >>'],
  'flags of a shown note, no longer as a real': ['<< /F 2.0 >>', '<< /F 2 >>'],
  'flags with a sign': ['<< /F 2 >>', '<< /F +2 >>'],
  'flags with zeros before them': ['<< /F 2 >>', '<< /F 000000000000000000000000002 >>'],
  'flags that differ beyond what a double holds': [
    '<< /F 18014398509481986 >>',
    '<< /F 18014398509481984 >>',
  ],
  'nothing as minus nothing': ['<< /F 0 >>', '<< /F -0 >>'],
  'codes of an encoding, as reals': [
    '<< /Type /Encoding /Differences [65 /nine /eight] >>',
    '<< /Type /Encoding /Differences [65.0 /nine /eight] >>',
  ],
  'a fraction without its zero': ['<< /CA 0.5 >>', '<< /CA .5 >>'],
  'a fraction of more digits': ['<< /CA 0.5 >>', '<< /CA 0.50000000000000000000001 >>'],
  'a number alone': ['180', '180.0'],
  'a number in an array alone': ['[180]', '[180.0]'],
  'a name with an escape': ['<< /AS /F1 >>', '<< /AS /F#31 >>'],
  'a name whose escape is in the other case': ['<< /AS /F#4f >>', '<< /AS /F#4F >>'],
  'a key with an escape': ['<< /Subtype /Square >>', '<< /Subtyp#65 /Square >>'],
  'a name alone': ['/DeviceGray', '/DeviceGra#79'],
  'a string with another line end': ['(a\nb)', '(a\rb)'],
  'a string with both line ends': ['(a\nb)', '(a\r\nb)'],
  'a line end for its escape': ['(a\\nb)', '(a\nb)'],
  'an octal escape beyond a byte': ['(a\\101)', '(a\\501)'],
  'an octal escape of one digit': ['(a\\0017)', '(a\\17)'],
  'a line that goes on': ['(ab)', '(a\\\nb)'],
  'an escape of a letter that needs none': ['(aqb)', '(a\\qb)'],
  'an odd digit': ['<41F0>', '<41F>'],
  'space in hexadecimal': ['<4142>', '<41 42>'],
  'null for nothing': ['<< /F 2 >>', '<< /F 2 /AP null >>'],
  'nothing for null': ['<< /F 2 /AP null >>', '<< /F 2 >>'],
  'keys in another order': [
    '<< /AP << /N << /On 4 0 R /Yes 4 0 R >> >> >>',
    '<< /AP << /N << /Yes 4 0 R /On 4 0 R >> >> >>',
  ],
  'a reference with zeros': ['<< /AP 4 0 R >>', '<< /AP 4 00 R >>'],
  'a reference with zeros before its number': ['<< /AP 4 0 R >>', '<< /AP 04 0 R >>'],
  'a comment between tokens': ['<< /F 2 >>', '<< /F %\n2 >>'],
  'a NUL between tokens': ['<< /F 2 >>', '<< /F\x002 >>'],
  'a form feed between tokens': ['<< /F 2 >>', '<< /F\f2 >>'],
  'a number that becomes part of a reference': ['[4 0]', '[4 0 R]'],
};

/** A document that has the object at 30, reached as an annotation. */
function withObject(body: string): Buffer {
  return onePage(new HandWrittenPdf(), '/Annots [30 0 R]')
    .object(30, body)
    .table('/Root 1 0 R /ID [<c0> <c0>]').bytes;
}

async function sealed({ owner }: Bases, pdf: Buffer): Promise<Buffer> {
  return Buffer.concat(
    (await sealPdf({ pdf, signer: owner.signer, signingTime: NOW, reserveBytes: 4200 })).pdf,
  );
}

const AT = { num: 30, gen: 0 };

/** Written anew beside a genuine time stamp, which leaves the rest as it was. */
const stamped =
  (before: string, after: string): Attack['make'] =>
  async (bases) =>
    stampedWith({ file: await sealed(bases, withObject(before)) }, bases.owner, {
      edit: (writer) => void writer.write(AT, after),
    });

const ROWS = Buffer.from([2, 1, 2, 2, 3, 4]);
const image = (predictor: string): string =>
  `<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /DecodeParms << /Predictor ${predictor} /Columns 2 >> /Length ${ROWS.length} >>\nstream\n${ROWS.toString('latin1')}\nendstream`;

export const OTHER_SPELLING: readonly Attack[] = attacks('other spelling', {
  ...Object.fromEntries(
    Object.entries(SPELLINGS).map(([name, [before, after]]) => [name, stamped(before, after)]),
  ),
  'the predictor of an image, as a real': stamped(image('15'), image('15.0')),
  'the length of a stream, as a real': stamped(
    '<< /Length 3 >>\nstream\nq Q\nendstream',
    '<< /Length 3.0 >>\nstream\nq Q\nendstream',
  ),
  'flags of a hidden note, as a real, beside a later signature': async (bases) =>
    signedLater(await sealed(bases, withObject('<< /F 2 >>')), {
      edit: (writer) => void writer.write(AT, '<< /F 2.0 >>'),
    }),
  'the turn of a page, as a real': pageAndSignature('/Rotate 180', '/Rotate 180.0'),
  'the unit of a page, as a real': pageAndSignature('/UserUnit 2', '/UserUnit 2.0'),
  'an annotation of a page, with zeros': pageAndSignature('/Annots [30 0 R]', '/Annots [30 00 R]'),
  'a number of a page that is not one of its annotations': pageAndSignature(
    '/Annots [30 0]',
    '/Annots [30 0 R]',
  ),
  'the list of fields, with zeros': async (bases) => {
    const file = await sealed(bases, withObject('<< /F 2 >>'));
    const pdf = readPdf(file);
    const [seal] = pdf.form.signatures;
    const next = pdf.size + 1;
    const form = `<< /Fields [0${seal?.fieldRef.num} 0 R ${next} 0 R] /SigFlags 3 >>`;
    return signedLater(file, {
      bare: true,
      edit: (writer) => void writer.write(pdf.root, editedDict(pdf.catalog, new Map([['AcroForm', form]]))),
    });
  },
  'the language of the document in another token, the form beside it': async (bases) => {
    const document = onePage(new HandWrittenPdf(), '', '/PageMode /UseNone').table('/Root 1 0 R').bytes;
    const file = await sealed(bases, document);
    return signedLater(file, {
      bare: true,
      edit: (writer, pdf) => {
        const [seal] = pdf.form.signatures;
        const form = `<< /Fields [${seal?.fieldRef.num} 0 R ${pdf.size + 1} 0 R] /SigFlags 3 >>`;
        const keys = new Map([
          ['AcroForm', form],
          ['PageMode', '/UseNon#65'],
        ]);
        writer.write(pdf.root, editedDict(pdf.catalog, keys));
      },
    });
  },
  'a member of an object stream, as a real': async (bases) => {
    const document = onePage(new HandWrittenPdf(), '/Annots [30 0 R]').object(30, '<< /F 2 >>');
    const file = await sealed(bases, document.table('/Root 1 0 R').bytes);
    return signedLater(file, { edit: (writer) => void writer.write(AT, '<</F 2.0>>') });
  },
});

/** A page written anew with the widget of a stranger's signature, and one of its keys in other tokens. */
function pageAndSignature(before: string, after: string): Attack['make'] {
  return async (bases) => {
    const document = onePage(new HandWrittenPdf(), before).object(
      30,
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>',
    );
    const file = await sealed(bases, document.table('/Root 1 0 R').bytes);
    const pdf = readPdf(file);
    const page = pdf.pages[0]?.dict;
    const [seal] = pdf.form.signatures;
    if (!page || !seal) throw new Error('no page or no seal');
    const next = pdf.size + 1;
    const list = pdf.resolve(page.get('Annots'));
    if (!(list instanceof PdfArray)) throw new Error('no annotations');
    const annots = Buffer.from(list.source.subarray(list.start, list.end)).toString('latin1');
    const grown = `${annots.slice(0, -1)} ${next} 0 R]`;
    const text = Buffer.from(editedDict(page, new Map([['Annots', grown]]))).toString('latin1');
    // The list has grown at its end.
    const changed = text.replace(before.replace(']', ''), after.replace(']', ''));
    if (changed === text) throw new Error(`${before} is not there`);
    const form = `<< /Fields [${seal.fieldRef.num} 0 R ${next} 0 R] /SigFlags 3 >>`;
    return signedLater(file, {
      bare: true,
      edit: (writer) => {
        writer.write({ num: 3, gen: 0 }, changed);
        writer.write(pdf.root, editedDict(pdf.catalog, new Map([['AcroForm', form]])));
      },
    });
  };
}
