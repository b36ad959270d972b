import { deflateSync } from 'node:zlib';

import { contractFile } from '../../attacks/contract.ts';
import { HandWrittenPdf, onePage } from '../../fixtures/hand-written-pdf.ts';
import { HONEST_DOCUMENTS, pdfLibDocument } from '../../fixtures/honest-documents.ts';
import { rewrittenByQpdf } from '../../fixtures/outside-judges.ts';
import { taggedDocument, taggedEvidence } from '../../fixtures/tagged-documents.ts';
import type { Seed } from './seed.ts';

/** Made with the time or with random numbers in them, so that no run could be repeated. */
const NEVER_THE_SAME = /libpdf|signpdf|qpdf/;

/** Unsealed documents, of every kind of cross-reference. */
export async function plainFiles(): Promise<Seed[]> {
  const honest = Object.entries(HONEST_DOCUMENTS).filter(([name]) => !NEVER_THE_SAME.test(name));
  const made = honest.map(async ([name, make]): Promise<Seed> => ({ name, bytes: await make() }));
  const document = await pdfLibDocument(false);
  const rewritten = QPDF_OPTIONS.map(async (options): Promise<Seed> => {
    const bytes = await rewrittenByQpdf(document, '--static-id', ...options);
    return { name: `qpdf ${options.join(' ')}`, bytes };
  });
  return [
    ...(await Promise.all(made)),
    ...(await Promise.all(rewritten)),
    { name: 'contract', bytes: contractFile() },
    { name: 'tagged', bytes: taggedDocument(TAGGED) },
    { name: 'tagged evidence', bytes: taggedEvidence() },
    { name: 'cross-reference stream without a filter', bytes: plainCrossReferenceStream() },
    ...BOMBS.map(({ name, make }) => ({ name, bytes: make(), weight: 0.02 })),
  ];
}

const TAGGED = {
  kids: '[6 0 R]',
  parentTree: '9 0 R',
  root: '/ParentTreeNextKey 2 /RoleMap << /Clausula /P >>',
  objects: {
    9: '<< /Kids [10 0 R 11 0 R] >>',
    10: '<< /Nums [0 [7 0 R 8 0 R]] >>',
    11: '<< /Nums [1 8 0 R] >>',
  },
};

const QPDF_OPTIONS = [
  ['--linearize', '--object-streams=disable'],
  ['--linearize', '--object-streams=generate'],
  ['--object-streams=generate'],
  ['--object-streams=generate', '--compress-streams=n'],
];

/** A cross-reference stream and an object stream whose bytes are as they are read. */
export function plainCrossReferenceStream(): Buffer {
  const pdf = onePage(undefined, '/Resources << /ExtGState << /G 6 0 R /H 7 0 R >> >>');
  const offsets = [...pdf.bytes.toString('latin1').matchAll(/(\d) 0 obj/g)].map(({ index }) => index);
  const container = pdf.length;
  const members = '6 0 7 31 << /Type /ExtGState /ca 0.5 >> << /Type /ExtGState /ca 0.2 >>';
  pdf.stream(5, members, '/Type /ObjStm /N 2 /First 9');
  const self = pdf.length;
  const rows: [number, number, number][] = [
    [0, 0, 65_535],
    ...offsets.map((offset): [number, number, number] => [1, offset, 0]),
    [1, container, 0],
    [2, 5, 0],
    [2, 5, 1],
    [1, self, 0],
  ];
  const data = Buffer.alloc(rows.length * 7);
  for (const [index, [type, second, third]] of rows.entries()) {
    data.writeUInt8(type, index * 7);
    data.writeUInt32BE(second, index * 7 + 1);
    data.writeUInt16BE(third, index * 7 + 5);
  }
  pdf.stream(8, data, `/Type /XRef /Size 9 /W [1 4 2] /Index [0 9] /Root 1 0 R`);
  return pdf.raw(`startxref\n${self}\n%%EOF\n`).bytes;
}

/** Files that ask for more than they bring. */
const BOMBS: readonly { readonly name: string; readonly make: () => Buffer }[] = [
  {
    name: 'an object stream of 8 MB',
    make: () => {
      const members = Buffer.concat([
        Buffer.from('6 0 '),
        Buffer.alloc(8_000_000, ' '),
        Buffer.from('<< >>'),
      ]);
      const data = deflateSync(members, { level: 9 });
      return onePage()
        .stream(5, data, '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode')
        .table('/Root 1 0 R').bytes;
    },
  },
  {
    name: 'an attachment deflated twice',
    make: () => {
      const data = deflateSync(deflateSync(Buffer.alloc(40_000_000), { level: 9 }), { level: 9 });
      return onePage(undefined, '', '/Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>')
        .object(5, '<< /Type /Filespec /F (a) /EF << /F 6 0 R >> >>')
        .stream(6, data, '/Filter [/FlateDecode /FlateDecode]')
        .table('/Root 1 0 R').bytes;
    },
  },
  {
    name: 'arrays within arrays',
    make: () =>
      onePage()
        .object(5, '['.repeat(2000) + ']'.repeat(2000))
        .table('/Root 1 0 R').bytes,
  },
  {
    name: 'pages within pages',
    make: () => {
      const pdf = new HandWrittenPdf().object(1, '<< /Type /Catalog /Pages 2 0 R >>');
      for (let num = 2; num < 400; num += 1) {
        const parent = num === 2 ? '' : `/Parent ${num - 1} 0 R`;
        pdf.object(num, `<< /Type /Pages ${parent} /Kids [${num + 1} 0 R] /Count 1 >>`);
      }
      return pdf.object(400, '<< /Type /Page /Parent 399 0 R /MediaBox [0 0 9 9] >>').table('/Root 1 0 R')
        .bytes;
    },
  },
  {
    name: 'revision upon revision',
    make: () => {
      const pdf = onePage().table('/Root 1 0 R');
      for (let round = 0; round < 300; round += 1) pdf.object(5, `(${round})`).table('/Root 1 0 R');
      return pdf.bytes;
    },
  },
  {
    name: 'objects in the strings of others',
    make: () => {
      const pdf = onePage();
      for (let num = 5; num < 300; num += 1)
        pdf.entry(num, pdf.length + (num - 5) * 14, 0).raw(`${String(num).padStart(4, '0')} 0 obj (\n`);
      return pdf.raw(`${')'.repeat(400)}\nendobj\n`).table('/Root 1 0 R').bytes;
    },
  },
];
