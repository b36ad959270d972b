import { sealPdf, type StrictPdf } from '@lacre/pades';

import { NOW } from '../fixtures/authorities.ts';
import { onePage } from '../fixtures/hand-written-pdf.ts';
import { signedByLibpdf } from '../fixtures/honest-documents.ts';
import { attacks, type Attack } from './attack.ts';
import { covered, type CoveredBy, sealedPage } from './covered-update.ts';
import type { RawUpdate } from './raw-update.ts';
import type { Bases } from './sealed-bases.ts';

const OURS = 'our time stamp';
const THEIRS = 'a stranger’s signature';

/** A first Info for a document that had none. */
const info =
  (value: string, by: CoveredBy = OURS): Attack['make'] =>
  async (bases) => {
    const dictionary = '<< /Title (Distrato) /Author (Outro) >>';
    const base = await sealedPage(bases, {
      catalog: '/PieceInfo 30 0 R',
      more: (pdf) => pdf.object(30, dictionary),
    });
    return covered(base, bases, by, (update) => update.finish({ Info: value }));
  };

const packet = (body: string): string =>
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""' +
  ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:c="urn:contrato">' +
  `${body}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const METADATA = '/Type /Metadata /Subtype /XML';
const list = (kind: string, ...items: readonly string[]): string =>
  `<rdf:${kind}>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:${kind}>`;
const entry = (name: string, amount: string): string =>
  `<rdf:li rdf:parseType="Resource"><c:nome>${name}</c:nome><c:valor>${amount}</c:valor></rdf:li>`;

/** Metadata that says something else afterwards. */
const metadata =
  (before: string, after: string, by: CoveredBy = OURS): Attack['make'] =>
  async (bases) => {
    const base = await sealedPage(bases, {
      catalog: '/Metadata 30 0 R',
      more: (pdf) => pdf.stream(30, packet(before), METADATA),
    });
    return covered(base, bases, by, (update) => update.stream(30, packet(after), METADATA).finish());
  };

/** A signature in the same tokens somewhere else, where its ByteRange does not have it. */
function moveSignature(update: RawUpdate, pdf: StrictPdf, index: number): Buffer {
  const num = pdf.form.signatures.at(index)?.valueRef?.num ?? 0;
  return update.object(num, pdf.sourceOf(num)).finish();
}

async function signedThenSealed({ owner }: Bases): Promise<Buffer> {
  const pdf = await signedByLibpdf(onePage().table('/Root 1 0 R').bytes);
  const request = { pdf, signer: owner.signer, signingTime: NOW, reserveBytes: 4200 };
  return Buffer.concat((await sealPdf(request)).pdf);
}

const moved =
  (index: number, by: CoveredBy, base: (bases: Bases) => Promise<Buffer> | Buffer): Attack['make'] =>
  async (bases) =>
    covered(await base(bases), bases, by, (update, pdf) => moveSignature(update, pdf, index));

/** Nothing that is drawn: what a document says of itself, and whether those who signed it before still did. */
export const TOLD_OTHERWISE: readonly Attack[] = attacks('incremental saving', {
  'a first Info that was another dictionary of the document': info('30 0 R'),
  'a first Info that was another dictionary of the document, beside a signature': info('30 0 R', THEIRS),
  'a first Info in the trailer itself': info('<< /Title (Distrato) >>'),
  'a first Info in the trailer itself, beside a signature': info('<< /Title (Distrato) >>', THEIRS),
  'a first Info that is nothing': info('900 0 R'),
  'metadata: a custom property by the name of a standard one': metadata(
    '<c:Producer>Empresa A</c:Producer>',
    '<c:Producer>Empresa B</c:Producer>',
  ),
  'metadata: the same, beside a signature': metadata(
    '<c:DocumentID>Contrato 1</c:DocumentID>',
    '<c:DocumentID>Contrato 2</c:DocumentID>',
    THEIRS,
  ),
  'metadata: the authors in another order': metadata(
    `<dc:creator>${list('Seq', 'Ana', 'Rui')}</dc:creator>`,
    `<dc:creator>${list('Seq', 'Rui', 'Ana')}</dc:creator>`,
  ),
  'metadata: another of two said twice': metadata(
    `<dc:subject>${list('Bag', 'a', 'a', 'b')}</dc:subject>`,
    `<dc:subject>${list('Bag', 'a', 'b', 'b')}</dc:subject>`,
  ),
  'metadata: amounts exchanged': metadata(
    `<c:partes><rdf:Seq>${entry('Ana', '1')}${entry('Rui', '2')}</rdf:Seq></c:partes>`,
    `<c:partes><rdf:Seq>${entry('Ana', '2')}${entry('Rui', '1')}</rdf:Seq></c:partes>`,
    THEIRS,
  ),
  'an earlier signature, written again': moved(0, OURS, signedThenSealed),
  'an earlier signature, written again beside another': moved(0, THEIRS, signedThenSealed),
  'an archive time stamp written again': moved(-1, OURS, ({ archived }) => archived.file),
  'an archive time stamp written again beside a signature': moved(
    -1,
    THEIRS,
    ({ archived }) => archived.file,
  ),
  'a signature without area, of a colour': ({ table, ...bases }) =>
    covered(table.file, bases, THEIRS, (update) => update.finish(), { field: '/MK << /BG [1 0 0] >>' }),
});
