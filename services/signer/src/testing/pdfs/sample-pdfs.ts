import { createHash, randomBytes } from 'node:crypto';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';

import { createLocalAuthority, RevisionWriter, readPdf, sealPdf } from '@lacre/pades';
import forge from 'node-forge';
import { degrees, PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';

import { runQpdf } from '../../intake/pdf/qpdf.ts';

export interface SampleOptions {
  pages?: number;
  objectStreams?: boolean;
  rotation?: number;
  /** Incompressible bytes in the first page's content, for size. */
  ballastBytes?: number;
  text?: string;
}

/** An honest PDF. */
export async function samplePdf(options: SampleOptions = {}): Promise<Buffer> {
  const { pages = 2, objectStreams = false, rotation = 0, ballastBytes = 0, text = 'Contrato' } = options;
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let index = 0; index < pages; index += 1) {
    const page = pdf.addPage([595, 842]);
    page.setRotation(degrees(rotation));
    page.drawText(`${text}, pagina ${index + 1}`, { x: 60, y: 760, size: 18, font });
  }
  if (ballastBytes > 0) {
    const image = pdf.context.stream(randomBytes(ballastBytes), { Type: 'Ballast' });
    pdf.getPage(0).node.set(PDFName.of('PieceInfo'), pdf.context.obj({ Lacre: pdf.context.register(image) }));
  }
  return Buffer.from(await pdf.save({ useObjectStreams: objectStreams }));
}

/** Everything that acts by itself, in every place it may stand. */
export async function armedPdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const { context, catalog } = pdf;
  pdf.addJavaScript('main', 'app.alert("script")');
  const launch = context.register(context.obj({ S: 'Launch', F: PDFString.of('calc.exe') }));
  const script = context.register(context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }));
  catalog.set(PDFName.of('OpenAction'), script);
  catalog.set(PDFName.of('AA'), context.obj({ WC: { S: 'JavaScript', JS: PDFString.of('app.alert(2)') } }));
  page.node.set(PDFName.of('AA'), context.obj({ O: script }));
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [10, 10, 90, 90] };
  page.node.addAnnot(context.register(context.obj({ ...link, A: launch })));
  page.node.addAnnot(
    context.register(
      context.obj({
        ...link,
        A: { S: 'URI', URI: PDFString.of('https://exemplo.com.br'), Next: [launch, script, { S: 'Hide' }] },
      }),
    ),
  );
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [], XFA: PDFString.of('<xdp/>') }));
  catalog.set(PDFName.of('Collection'), context.obj({ View: 'T' }));
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

/** What carries files and media, sends forms, leads to other files, and opens at a page and zoom. */
export async function loadedPdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  const { context, catalog } = pdf;
  await pdf.attach(Buffer.from('anexo'), 'anexo.txt', { mimeType: 'text/plain' });
  catalog.set(PDFName.of('OpenAction'), context.obj([page.ref, 'Fit']));
  const annotation = { Type: 'Annot', Rect: [10, 10, 90, 90] };
  const link = { ...annotation, Subtype: 'Link' };
  for (const dict of [
    { ...annotation, Subtype: 'Sound' },
    { ...link, A: { S: 'SubmitForm', F: PDFString.of('https://exemplo.com.br/envio') } },
    { ...link, A: { S: 'GoToR', F: PDFString.of('outro.pdf'), D: [0, 'Fit'] } },
  ])
    page.node.addAnnot(context.register(context.obj(dict)));
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

/** Encrypted by qpdf with AES-256; the user password may be empty (restricted only). */
export async function encryptedPdf(userPassword: string): Promise<Buffer> {
  const { status, read } = await runQpdf(
    ['--encrypt', userPassword, 'dono', '256', '--', '/in.pdf', '/out.pdf'],
    {
      '/in.pdf': await samplePdf(),
    },
  );
  if (status !== 0) throw new Error('qpdf did not encrypt');
  return Buffer.from(read('/out.pdf'));
}

/** It opens without a password, and its author allows neither printing nor changes. */
export async function restrictedPdf(): Promise<Buffer> {
  const { status, read } = await runQpdf(
    ['--encrypt', '', 'dono', '256', '--print=none', '--modify=none', '--', '/in.pdf', '/out.pdf'],
    { '/in.pdf': await samplePdf() },
  );
  if (status !== 0) throw new Error('qpdf did not encrypt');
  return Buffer.from(read('/out.pdf'));
}

/** Certified (DocMDP) by an authority that is not ours. */
export async function certifiedByOthers(): Promise<Buffer> {
  const authority = await createLocalAuthority({
    organization: 'Outra Empresa',
    now: new Date(),
    keyType: 'ec-p256',
  });
  const sealed = await sealPdf({ pdf: await samplePdf(), signer: authority.signer, signingTime: new Date() });
  return Buffer.concat(sealed.pdf);
}

const CONTENTS_BYTES = 4096;

/** Signed by an outsider with a plain approval signature (adbe.pkcs7.detached), as most signing programs leave it. */
export async function signedByOthers(): Promise<Buffer> {
  const original = await samplePdf();
  const pdf = readPdf(original);
  const writer = new RevisionWriter(pdf);
  const signature = writer.reserve();
  const field = writer.reserve();
  const range = '[0 0000000000 0000000000 0000000000]';
  const body =
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /M (D:20260101120000Z) ` +
    `/ByteRange ${range} /Contents <${'0'.repeat(CONTENTS_BYTES * 2)}> >>`;
  writer.write(signature, Buffer.from(body, 'latin1'));
  writer.write(
    field,
    Buffer.from(
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Assinatura1) /F 132 /Rect [0 0 0 0] /V ${signature.num} 0 R >>`,
    ),
  );
  const { root } = pdf;
  const catalog = Buffer.from(pdf.catalog.source.subarray(pdf.catalog.start, pdf.catalog.end)).toString(
    'latin1',
  );
  const form = `/AcroForm << /SigFlags 3 /Fields [${field.num} 0 R] >> >>`;
  writer.write(root, Buffer.from(catalog.replace(/>>\s*$/, form), 'latin1'));
  const identity = createHash('sha256').update(original).digest();
  return signRange(Buffer.concat([original, writer.finish(identity)]), range);
}

/** pdf-lib gives pages an empty list. */
const withAnnotation = (page: string, ref: string): string =>
  page.includes('/Annots')
    ? page.replace(/\/Annots\s*\[([^\]]*)\]/, `/Annots [$1 ${ref}]`)
    : page.replace(/>>\s*$/, `/Annots [${ref}] >>`);

/** Signed after its seal by another program, which draws a stamp at the foot of the first page. */
export async function stampedByOthers(sealed: Buffer): Promise<Buffer> {
  const pdf = readPdf(sealed);
  const writer = new RevisionWriter(pdf);
  const [signature, field, drawing] = [writer.reserve(), writer.reserve(), writer.reserve()];
  const [page] = pdf.pages;
  const { ref, dict } = pdf.form;
  if (!page || !dict) throw new Error('no page, or no form');
  const range = '[0 0000000000 0000000000 0000000000]';
  writer.write(
    signature,
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /M (D:20260101120000Z) ` +
      `/ByteRange ${range} /Contents <${'0'.repeat(CONTENTS_BYTES * 2)}> >>`,
  );
  const content = '0.9 g 0 0 200 50 re f';
  writer.write(
    drawing,
    `<< /Type /XObject /Subtype /Form /BBox [0 0 200 50] /Length ${content.length} >>\nstream\n${content}\nendstream`,
  );
  writer.write(
    field,
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Carimbo) /F 132 /Rect [60 60 260 110] ` +
      `/P ${page.ref.num} 0 R /V ${signature.num} 0 R /AP << /N ${drawing.num} 0 R >> >>`,
  );
  const raw = ({ source, start, end }: typeof dict): string =>
    Buffer.from(source.subarray(start, end)).toString('latin1');
  writer.write(page.ref, withAnnotation(raw(page.dict), `${field.num} 0 R`));
  const form = raw(dict).replace(/(\/Fields\s*\[[^\]]*)\]/, `$1 ${field.num} 0 R]`);
  if (ref) writer.write(ref, form);
  else writer.write(pdf.root, raw(pdf.catalog).replace(raw(dict), form));
  const identity = createHash('sha256').update(sealed).digest();
  return signRange(Buffer.concat([sealed, writer.finish(identity)]), range);
}

function signRange(file: Buffer, range: string): Buffer {
  const start = file.lastIndexOf('/Contents <') + '/Contents '.length;
  const end = start + CONTENTS_BYTES * 2 + 2;
  const numbers = [start, end, file.length - end].map((value) => String(value).padStart(10, '0'));
  file.write(`[0 ${numbers.join(' ')}]`, file.lastIndexOf(range), 'latin1');
  const signed = Buffer.concat([file.subarray(0, start), file.subarray(end)]);
  file.write(pkcs7(signed).toString('hex'), start + 1, 'latin1');
  return file;
}

function pkcs7(content: Buffer): Buffer {
  const keys = forge.pki.rsa.generateKeyPair({ bits: 2048 });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  const name = [{ name: 'commonName', value: 'Fulano de Tal' }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  const message = forge.pkcs7.createSignedData();
  message.content = forge.util.createBuffer(content.toString('latin1'));
  message.addCertificate(certificate);
  message.addSigner({
    key: keys.privateKey,
    certificate,
    digestAlgorithm: forge.pki.oids['sha256'] as string,
    authenticatedAttributes: [
      { type: forge.pki.oids['contentType'] as string, value: forge.pki.oids['data'] },
      { type: forge.pki.oids['messageDigest'] as string },
    ],
  });
  message.sign({ detached: true });
  return Buffer.from(forge.asn1.toDer(message.toAsn1()).getBytes(), 'latin1');
}

/** Zeros deflated twice: a block that ends on a byte boundary, over and over, within one stream of 100 GB. */
function twiceDeflatedZeros(): Buffer {
  const block = deflateRawSync(Buffer.alloc(16 * 1024 * 1024), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const blocks = Buffer.concat(Array.from({ length: 6400 }, () => block));
  return deflateSync(Buffer.concat([Buffer.from([0x78, 0xda]), blocks]), { level: 9 });
}

/** A small PDF whose one content stream inflates to 100 GB. */
export function bombPdf(): Buffer {
  const deflated = twiceDeflatedZeros();
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const push = (bytes: Buffer): void => {
    parts.push(bytes);
    length += bytes.length;
  };
  objects.forEach((body, index) => {
    offsets.push(length);
    push(Buffer.from(`${index + 1} 0 obj\n${body}\nendobj\n`));
  });
  offsets.push(length);
  push(
    Buffer.from(`4 0 obj\n<< /Length ${deflated.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`),
  );
  push(deflated);
  push(Buffer.from('\nendstream\nendobj\n'));
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  push(
    Buffer.from(
      `xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
