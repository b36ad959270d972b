import { deflateSync } from 'node:zlib';

import { type Bases, sealedBases } from '@lacre/pades-lab/attacks/sealed-bases';
import { STAMP } from '@lacre/pades-lab/attacks/stamped-otherwise';
import { base85 } from '@lacre/pades-lab/drawn/random-stamp';
import { NOW } from '@lacre/pades-lab/fixtures/authorities';
import { HandWrittenPdf } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { type LaterSigning, revised, signedLater } from '@lacre/pades-lab/fixtures/later-revision';
import { withDocumentTimeStamp } from '@lacre/pades-lab/fixtures/long-term-pieces';
import { SMALL_JPEG } from '@lacre/pades-lab/fixtures/small-jpeg';
import { beforeAll, expect, test } from 'vitest';

import { sealPdf } from '../../seal/seal-pdf.ts';
import type { RevisionWriter } from '../../write/revision-writer.ts';
import { validatePdf } from '../validate-pdf.ts';

let bases: Bases;
beforeAll(async () => {
  bases = await sealedBases();
});

const judged = (file: Uint8Array) => validatePdf(file, { trustedSealCertificates: [bases.owner.signer] });

test.each(['table', 'stream', 'archived', 'archivedStream'] as const)(
  'a stamp on the sealed file of kind %s leaves it genuine, and its area is named',
  async (kind) => {
    const { file } = bases[kind];
    const { verdict, reasons, sealedBytes, laterSignatures } = await judged(await signedLater(file, STAMP));
    expect({ verdict, sealedBytes, codes: reasons.map(({ code }) => code) }).toEqual({
      verdict: 'later-signature',
      sealedBytes: file.length,
      codes: ['later-signature-stamp'],
    });
    expect(laterSignatures[0]?.stamp).toMatchObject({ page: 1, rectangle: [60, 60, 260, 110] });
  },
);

/** As pyHanko, iText and the signing service of the government draw them: a coat of arms or a scanned hand beside text. */
test.each([
  ['a picture as JPEG', '/ColorSpace /DeviceRGB /Filter /DCTDecode', SMALL_JPEG],
  ['a picture in Flate', '/ColorSpace /DeviceGray /Filter /FlateDecode', deflateSync(Buffer.alloc(64, 128))],
  [
    'a JPEG in ASCII85',
    '/ColorSpace /DeviceRGB /Filter [/ASCII85Decode /DCTDecode]',
    Buffer.from(base85(SMALL_JPEG), 'latin1'),
  ],
])(
  'a stamp with %s and a drawing in ASCII85 and Flate leaves the sealed file genuine',
  async (_, keys, data) => {
    const stream = (writer: RevisionWriter, dict: string, body: Uint8Array) =>
      writer.add(
        Buffer.concat([
          Buffer.from(`<< ${dict} /Length ${body.length} >>\nstream\n`, 'latin1'),
          body,
          Buffer.from('\nendstream'),
        ]),
      ).num;
    const drawing = 'q 40 0 0 40 5 5 cm /I Do Q BT /F 9 Tf 60 20 Td (Assinado por Outra Empresa) Tj ET';
    const packed = Buffer.from(base85(deflateSync(drawing)), 'latin1');
    const options: LaterSigning = {
      ...STAMP,
      field: (writer) => {
        const size = '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8';
        const picture = stream(writer, `${size} ${keys}`, data);
        const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
        const resources = `/Resources << /XObject << /I ${picture} 0 R >> /Font << /F ${font} >> >>`;
        const form = `/Type /XObject /Subtype /Form /BBox [0 0 200 50] ${resources}`;
        return `/AP << /N ${stream(writer, `${form} /Filter [/ASCII85Decode /FlateDecode]`, packed)} 0 R >>`;
      },
    };
    const { verdict, reasons } = await judged(await signedLater(bases.table.file, options));
    expect(reasons.map(({ code }) => code)).toEqual(['later-signature-stamp']);
    expect(verdict).toBe('later-signature');
  },
);

/** As pyHanko writes it: a PNG with transparency behind the text, in a state of its own opacity. */
test('a stamp with a picture that is transparent, behind a text, leaves the sealed file genuine', async () => {
  const options: LaterSigning = {
    ...STAMP,
    field: (writer) => {
      const add = (keys: string, data: Buffer) =>
        writer.add(
          Buffer.concat([
            Buffer.from(`<< ${keys} /Length ${data.length} >>\nstream\n`, 'latin1'),
            data,
            Buffer.from('\nendstream'),
          ]),
        ).num;
      const size =
        '/Type /XObject /Subtype /Image /Width 120 /Height 60 /BitsPerComponent 8 /Filter /FlateDecode';
      const alpha = add(`${size} /ColorSpace /DeviceGray`, deflateSync(Buffer.alloc(7200, 128)));
      const colours = deflateSync(Buffer.alloc(21_600, 200));
      const picture = add(`${size} /ColorSpace /DeviceRGB /SMask ${alpha} 0 R`, colours);
      const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>';
      const state = '<< /Type /ExtGState /CA 0.6 /ca 0.6 >>';
      const resources = `/ExtGState << /G ${state} >> /XObject << /I ${picture} 0 R >> /Font << /F ${font} >>`;
      const drawing =
        'q q /G gs 1 0 0 1 40 5 cm q 120 0 0 60 0 0 cm /I Do Q Q q /Tx BMC q BT /F 10 Tf 10 TL 0 10 Td (Assinado por\\072 Ana) Tj T* ET Q EMC Q 3 w 0 0 200 50 re S Q';
      const form = `/Type /XObject /Subtype /Form /BBox [0 0 200 50] /Resources << ${resources} >>`;
      return `/AP << /N ${add(form, Buffer.from(drawing, 'latin1'))} 0 R >>`;
    },
  };
  const { verdict, reasons } = await judged(await signedLater(bases.table.file, options));
  expect(reasons.map(({ code }) => code)).toEqual(['later-signature-stamp']);
  expect(verdict).toBe('later-signature');
});

test('two stamps, one after the other, are both named', async () => {
  const once = await signedLater(bases.table.file, STAMP);
  const twice = await signedLater(once, { ...STAMP, rect: '300 60 500 110' });
  const { verdict, laterSignatures } = await judged(twice);
  expect(verdict).toBe('later-signature');
  expect(laterSignatures.map(({ stamp }) => stamp?.rectangle[0])).toEqual([60, 300]);
});

test('a stamp is altered content where the signature over it does not verify', async () => {
  const file = await signedLater(bases.table.file, STAMP);
  file.write('1 g  ', file.lastIndexOf('0.9 g'), 'latin1');
  expect((await judged(file)).verdict).toBe('altered-after-sealing');
});

/** Where a rectangle at the left foot of a page 300 by 400 is seen when the page is turned. */
test.each([
  ['0', '', { left: 0, top: 0.75, width: 0.5, height: 0.25 }],
  ['90', '', { left: 0, top: 0, width: 0.25, height: 0.5 }],
  ['180', '', { left: 0.5, top: 0, width: 0.5, height: 0.25 }],
  ['270', '', { left: 0.75, top: 0.5, width: 0.25, height: 0.5 }],
  ['0', '/CropBox [0 0 150 200]', { left: 0, top: 0.5, width: 1, height: 0.5 }],
])('the area on a page turned by %s degrees %s', async (rotate, box, area) => {
  const pdf = new HandWrittenPdf()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Rotate ${rotate} ${box} >>`)
    .table('/Root 1 0 R /ID [<c0ffee> <c0ffee>]').bytes;
  const request = { pdf, signer: bases.owner.signer, signingTime: NOW, reserveBytes: 4200 };
  const sealed = Buffer.concat((await sealPdf(request)).pdf);
  const options: LaterSigning = { ...STAMP, rect: '0 0 150 100' };
  const { verdict, laterSignatures } = await judged(await signedLater(sealed, options));
  expect(verdict).toBe('later-signature');
  for (const [key, value] of Object.entries(area))
    expect(laterSignatures[0]?.stamp?.area[key as keyof typeof area]).toBeCloseTo(value, 6);
});

test('an empty form XObject without references, left by a signing program, changes nothing', async () => {
  const empty = '<< /Type /XObject /Subtype /Form /BBox [0 30 200 0] /Resources << >> /Length 0 >>';
  const edit: LaterSigning['edit'] = (writer) => void writer.add(`${empty}\nstream\n\nendstream`);
  const validation = await validatePdf(await signedLater(bases.table.file, { ...STAMP, edit }), {
    trustedSealCertificates: [bases.owner.signer],
  });
  expect(validation).toMatchObject({ verdict: 'later-signature', sealedBytes: bases.table.file.length });
  const rules = validation.report.revisions.at(-1)?.changes.map(({ allowedBy }) => allowedBy);
  expect(rules).toContain('unreached-form');
  // A time stamp needs none.
  const stamped = await withDocumentTimeStamp(
    revised(bases.table.file, (writer) => void writer.add(`${empty}\nstream\n\nendstream`)),
    bases.owner,
  );
  const altered = await validatePdf(stamped, { trustedSealCertificates: [bases.owner.signer] });
  expect(altered.verdict).toBe('altered-after-sealing');
});
